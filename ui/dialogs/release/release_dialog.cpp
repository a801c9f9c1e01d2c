// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_dialog.h"

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"
#include "ui/dialogs/release/reason_edit.h"
#include "ui/dialogs/release/release_outcome.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/look/glyphs.h"
#include "ui/look/look_style.h"
#include "ui/look/palette.h"
#include "ui/models/locks/release_story.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFrame>
#include <QGridLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QWidget>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

/// Asks for the reason, for the name unless the holder's end is proven, and about silent masters.
class ReleaseQuestions final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseQuestions(std::string name, QWidget* parent = nullptr);

    [[nodiscard]] static QString widestCaption();
    [[nodiscard]] static int captionWidth(const QFontMetrics& metrics);

    void setNameAsked(bool isAsked)
    {
        m_isNameAsked = isAsked;
        m_nameArea->setVisible(isAsked);
    }
    void setFinishOffered(bool isOffered) { m_finish->setVisible(isOffered); }

    [[nodiscard]] QString reason() const { return m_reason->text().trimmed(); }
    /// A typed blank must press no button.
    void focusReason() { m_reason->setFocus(); }
    [[nodiscard]] bool isFinishWanted() const { return m_finish->isChecked(); }
    /// Outlines the first empty field; false: none.
    bool goToMissing();
    [[nodiscard]] bool isAnswered() const { return !reason().isEmpty() && isNamed(); }
    [[nodiscard]] bool hasInput() const
    {
        return !m_reason->text().isEmpty() || !m_name->text().isEmpty();
    }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] bool isNamed() const
    {
        return !m_isNameAsked || isNameOf(m_name->text(), m_wantedName);
    }
    void judgeName();
    void createLayout();
    [[nodiscard]] QLabel* createCaption(const QString& text, QWidget& field)
    {
        auto* caption = new QLabel(text, this);
        caption->setBuddy(&field);
        caption->setMinimumWidth(captionWidth(fontMetrics()));
        return caption;
    }

    const std::string m_wantedName;
    QLineEdit* m_reason;
    QWidget* m_nameArea;
    QLineEdit* m_name;
    QLabel* m_wrongName;
    QCheckBox* m_finish;
    bool m_isNameAsked = false;
};

ReleaseQuestions::ReleaseQuestions(std::string name, QWidget* parent)
    : QWidget(parent)
    , m_wantedName(name.empty() ? "''" : std::move(name)) // nothing confirms nothing
    , m_reason(createReasonEdit(this))
    , m_nameArea(new QWidget(this))
    , m_name(new QLineEdit(m_nameArea))
    , m_wrongName(wrongNameLabel(m_nameArea))
    , m_finish(new QCheckBox(tr("Finish &when they answer"), this))
{
    m_reason->setAccessibleDescription(
        tr("Required. It goes into the journal; that of a revoke also into the lock."));
    m_reason->setPlaceholderText(tr("required; goes into the journal"));
    nameWidget(*m_name, u"nameLineEdit"_s, tr("Type the resource's name to confirm"));
    m_name->setPlaceholderText(safeText(m_wantedName));
    m_finish->setObjectName(u"finishCheckBox"_s);
    setTip(*m_finish,
        tr("Masters that do not answer now get the same command when they do, "
           "for up to an hour, while the window of this deployment is open."));
    createLayout();
    for (QLineEdit* field : {m_reason, m_name}) {
        connect(field, &QLineEdit::textChanged, this, &ReleaseQuestions::changed);
        connect(field, &QLineEdit::textChanged, this, [field] { setMissing(*field, false); });
    }
    connect(m_name, &QLineEdit::textChanged, this, &ReleaseQuestions::judgeName);
    m_finish->hide();
    m_nameArea->hide();
}

void ReleaseQuestions::createLayout()
{
    auto* nameForm = new Form(m_nameArea);
    auto* form = new Form(this);
    for (Form* one : {form, nameForm}) {
        one->setContentsMargins(0, 0, 0, 0);
    }
    nameForm->addRow(wrappingLabel(
        tr("Somebody may work under this lock. Type the resource's name to confirm:")));
    nameForm->addRow(createCaption(tr("&Name"), *m_name), m_name);
    nameForm->addRow(QString(), m_wrongName);
    form->addRow(m_finish);
    form->addRow(createCaption(tr("Rea&son"), *m_reason), m_reason);
    form->addRow(m_nameArea);
    setTabOrder(m_finish, m_reason);
    setTabOrder(m_reason, m_name);
}

/// Once it can't become right any more.
void ReleaseQuestions::judgeName()
{
    const bool isWrong = !mayBecomeNameOf(m_name->text(), m_wantedName);
    setMissing(*m_name, isWrong);
    m_wrongName->setVisible(isWrong);
}

QString ReleaseQuestions::widestCaption()
{
    return tr("The holder");
}

int ReleaseQuestions::captionWidth(const QFontMetrics& metrics)
{
    int widest = 0;
    for (const QString& caption : {widestCaption(), tr("Rea&son"), tr("&Name")})
        widest = std::max(widest, metrics.size(Qt::TextShowMnemonic, caption).width());
    return widest;
}

bool ReleaseQuestions::goToMissing()
{
    if (isAnswered())
        return false;
    QLineEdit& field = reason().isEmpty() ? *m_reason : *m_name;
    // Not outlined if the user only arrives.
    setMissing(field, field.hasFocus());
    field.setFocus();
    return true;
}

class ReleaseFacts final : public QWidget {
    Q_OBJECT
public:
    ReleaseFacts(const Fingerprint& token, const observe::LockEntry& entry, const Clock& clock,
        QWidget* parent = nullptr);

    /// `token` differs if holders joined a shared lock.
    void show(const Fingerprint& token, const observe::LockEntry& entry);

private:
    [[nodiscard]] QWidget* createVotes(const observe::Votes& votes);

    Fingerprint m_token;
    const Clock& m_clock;
    QLabel* m_heldFor;
    QLabel* m_renewals;
    QLabel* m_evidence;
    QLabel* m_verdict;
    std::vector<QLabel*> m_votes;
};

namespace {

QString voteWords(const observe::LockEntry& entry, const observe::Vote& vote,
    const Fingerprint& token, SteadyTime now)
{
    const QString mark = toQt(words::voteText(entry, vote, token));
    if (vote.state != observe::VoteState::Held)
        return vote.error ? ReleaseFacts::tr("%1: %2").arg(mark, safeText(trData(vote.error->text)))
                          : mark;
    const QString stored = vote.token ? toQt(vote.token->shortHex()) : QString();
    const QString ttl = vote.ttl
        ? ReleaseFacts::tr("TTL %1").arg(durationText(observe::ttlAt(*vote.ttl, vote.readAt, now)))
        : ReleaseFacts::tr("no TTL");
    return ReleaseFacts::tr("%1, token %2, %3").arg(mark, stored, ttl);
}

} // namespace

ReleaseFacts::ReleaseFacts(
    const Fingerprint& token, const observe::LockEntry& entry, const Clock& clock, QWidget* parent)
    : QWidget(parent)
    , m_token(token)
    , m_clock(clock)
{
    auto* layout = boxLayout<QVBoxLayout>(this, {0, 0, 8, 0});
    auto* form = new Form;
    layout->addLayout(form);
    const observe::DecodedLock lock = entry.unpackLock(m_token);
    addFact(*form, tr("Library"), toQt(words::libraryText(lock)));
    addFact(*form, tr("Certainty"), toQt(words::certaintyText(lock.certainty)));
    if (!lock.caution.empty())
        addFact(*form, tr("Caution"), safeText(trData(lock.caution)));
    m_heldFor = addFact(*form, tr("Held for"));
    m_renewals = addFact(*form, tr("Renewals"));
    m_evidence = addFact(*form, tr("Evidence"));
    m_verdict = addFact(*form, tr("Verdict"));
    form->addRow(captionLabel(tr("Votes")), createVotes(entry.votes));
    show(token, entry);
}

void ReleaseFacts::show(const Fingerprint& token, const observe::LockEntry& entry)
{
    m_token = token;
    const SteadyTime now = m_clock.now();
    if (leadingToken(entry.votes).value_or(m_token) == m_token) {
        m_heldFor->setText(heldForSentence(entry, now, m_clock.wallNow()));
        m_renewals->setText(toQt(words::renewalsText(entry.renewals, now)));
    } else {
        const observe::PackedLock* const lock = entry.lockOf(m_token);
        const auto since = lock != nullptr ? lock->since() : std::nullopt;
        m_heldFor->setText(since ? toQt(words::heldSinceText(*since, m_clock.wallNow()))
                                 : tr("not known: another token has as many votes, or more"));
        m_renewals->setText(tr("not known of this token"));
    }
    const QString evidence = toQt(words::evidenceText(entry.stale, now));
    m_evidence->setText(evidence.isEmpty() ? tr("none that it is stale") : evidence);
    m_verdict->setText(verdictSentence(entry));
    for (std::size_t i = 0; i < m_votes.size(); ++i)
        m_votes[i]->setText(voteWords(entry, entry.votes[i], m_token, now));
}

QWidget* ReleaseFacts::createVotes(const observe::Votes& votes)
{
    auto* table = new QWidget;
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const int row = static_cast<int>(i);
        const QString master = safeText(votes.master(i).value());
        m_votes.push_back(wrappingLabel({}));
        setCaption(*m_votes.back(), master);
        grid->addWidget(plainLabel(master), row, 0);
        grid->addWidget(m_votes.back(), row, 1);
    }
    return table;
}

class ReleaseCommands final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseCommands(const release::Plan& plan, QWidget* parent = nullptr);

    void show(const release::Plan& plan) { m_text->setPlainText(commandLines(plan)); }

private:
    QPlainTextEdit* m_text;
};

ReleaseCommands::ReleaseCommands(const release::Plan& plan, QWidget* parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
{
    const bool isRevoke = plan.action == release::Action::Revoke;
    nameWidget(*m_text, isRevoke ? u"revokeCommandsPlainTextEdit"_s : u"commandsPlainTextEdit"_s,
        isRevoke ? tr("Commands of the revoke") : tr("Commands of the release"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monospaceFont(font()));
    const int lines = static_cast<int>(std::min<std::size_t>(plan.masters.size(), 5));
    m_text->setFixedHeight(fontMetrics().lineSpacing() * lines + 30);
    auto* copy = new QPushButton(glyphIcon(Glyph::Copy), tr("Copy commands"), this);
    copy->setObjectName(isRevoke ? u"copyRevokeCommandsButton"_s : u"copyCommandsButton"_s);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, m_text,
        [text = m_text] { QGuiApplication::clipboard()->setText(text->toPlainText()); });
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 4);
    layout->addWidget(wrappingLabel(sentSentence(plan), this));
    layout->addWidget(m_text);
    layout->addWidget(copy, 0, Qt::AlignLeft);
    show(plan);
}

class SafetyLine final : public QFrame {
    Q_OBJECT
public:
    explicit SafetyLine(QWidget* parent = nullptr);

    void show(const release::SafetyVerdict& verdict);
    [[nodiscard]] const std::optional<release::ShownSafety>& shown() const { return m_shown; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_icon;
    QLabel* m_word;
    QLabel* m_reason;
    Tone m_tone = Tone::Unknown;
    std::optional<release::ShownSafety> m_shown;
};

namespace {

constexpr int kIconSize = 20;

Glyph glyphOf(release::Safety safety)
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return Glyph::Done;
    case release::Safety::Alive:
        return Glyph::Failed;
    case release::Safety::NotKnown:
        break;
    }
    return Glyph::Warning;
}

Tone toneOf(release::Safety safety)
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return Tone::Good;
    case release::Safety::Alive:
        return Tone::Bad;
    case release::Safety::NotKnown:
        break;
    }
    return Tone::Notice;
}

} // namespace

SafetyLine::SafetyLine(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_word(titleLabel({}, TextSize::Title, this))
    , m_reason(wrappingLabel({}, this))
{
    m_word->setObjectName(u"safetyWordLabel"_s);
    m_reason->setObjectName(u"safetyReasonLabel"_s);
    auto* layout = boxLayout<QHBoxLayout>(this, {16, 12, 16, 12}, 12);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(m_word);
    words->addWidget(m_reason);
    layout->addLayout(words, 1);
}

void SafetyLine::show(const release::SafetyVerdict& verdict)
{
    m_tone = toneOf(verdict.safety);
    m_icon->setPixmap(glyphIcon(glyphOf(verdict.safety))
                          .pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    m_word->setText(toQt(words::safetyWord(verdict)));
    setTone(*m_word, m_tone);
    m_reason->setText(toQt(words::safetyReason(verdict, words::Seen::Watched)));
    m_shown = words::shownSafety(verdict, words::Seen::Watched);
    update();
}

void SafetyLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneTint(m_tone, palette()));
    painter.fillRect(QRect(0, 0, 3, height()), toneColour(m_tone, palette()));
}

namespace {

constexpr int kDialogWidth = 600;
constexpr auto kLookInterval = 1s;

bool isOutvoted(const observe::LockEntry& entry, const Fingerprint& token)
{
    const observe::Judgement judgement = entry.countVotes();
    return judgement.verdict == observe::Verdict::Held && judgement.token != token;
}

bool hasLost(
    const observe::LockEntry& before, const observe::LockEntry& now, const Fingerprint& token)
{
    const auto tokens = now.tokens();
    return std::ranges::find(tokens, token) == tokens.end()
        || (isOutvoted(now, token) && !isOutvoted(before, token));
}

Form* createForm()
{
    auto* form = new Form;
    form->setVerticalSpacing(4);
    return form;
}

QLabel* addConsequence(Form& form, const QString& caption, const QString& text, const QString& name)
{
    auto* const value = addFact(form, caption, text);
    value->setObjectName(name);
    auto* const label = form.captionOf(value);
    label->setMinimumWidth(ReleaseQuestions::captionWidth(label->fontMetrics()));
    return value;
}

} // namespace

ReleaseDialog::ReleaseDialog(const Subject& subject, const Clock& clock,
    const observe::ProcessProbe& processes, QWidget* parent)
    : QDialog(parent)
    , m_plan(subject.plan)
    , m_waiting(subject.waiting)
    , m_wanted(subject.wanted)
    , m_entry(subject.entry)
    , m_clock(clock)
    , m_processes(processes)
    , m_safety(new SafetyLine(this))
    , m_banner(new Banner({}, this))
    , m_stack(new QStackedWidget(this))
    , m_outcome(new ReleaseOutcome(subject.journalFile))
    , m_questions(new ReleaseQuestions(m_plan.resource.value()))
{
    if (subject.revoke)
        m_revokePlan = *subject.revoke;
    else
        m_whyNotRevoked = errorText(subject.revoke.error());
    if (subject.steal)
        m_stealPlan = *subject.steal;
    if (subject.ask)
        m_askPlan = *subject.ask;
    setObjectName(u"releaseDialog"_s);
    m_banner->setObjectName(u"changedBanner"_s);
    createLayout(subject);
    connectSignals();
    assess();
    fitToScreen();
    m_timer.start(kLookInterval);
    m_questions->focusReason();
}

void ReleaseDialog::createButtons()
{
    m_ask = namedButton(tr("Ask &for it"), u"askButton"_s, this);
    setTip(*m_ask,
        tr("The holder is told at its next renewal, in ZooKeeper at once, and decides itself. "
           "Needs no reason, but passes it on."));
    m_steal = namedButton(tr("&Take it over"), u"stealButton"_s, this);
    m_stolen = wrappingLabel({}, this);
    m_stolen->setObjectName(u"stolenLabel"_s);
    m_release = namedButton({}, u"releaseButton"_s, this);
    m_revoke = namedButton({}, u"revokeButton"_s, this);
    m_look = namedButton(tr("&Look at the new holder"), u"lookButton"_s, this);
    m_look->hide();
    m_report = namedButton(tr("&Incident report\u2026"), u"reportButton"_s, this);
    m_report->hide();
    m_cancel = namedButton(tr("Cancel"), u"cancelButton"_s, this);
    setTip(*m_revoke, m_whyNotRevoked);
}

/// The proposal follows the safety, unless the user chose an action or it is carried out.
void ReleaseDialog::propose(const release::SafetyVerdict& verdict)
{
    const bool isChoice = isRevokeOffered() && (m_wanted || m_revokePlan);
    m_proposed
        = isChoice ? m_wanted.value_or(release::proposedAction(verdict)) : release::Action::Release;
    const bool isRevoke = isRevokeProposed();
    setWindowTitle((m_plan.isForHolder() ? tr("Free one holder of %1")
            : m_plan.isForCount()        ? tr("Set the number of %1")
            : isRevoke                   ? tr("Revoke %1")
                                         : tr("Release %1"))
                       .arg(safeText(m_plan.resource)));
    const QString name = forButton(safeText(m_plan.resource), 32);
    m_release->setText(isRevoke    ? tr("&Release instead")
            : m_plan.isForHolder() ? tr("&Free this holder of %1").arg(name)
            : m_plan.isForCount()  ? tr("Se&t %1 to %L2").arg(name).arg(m_plan.part->count)
                                   : tr("&Release %1").arg(name));
    m_revoke->setText(isRevoke ? tr("Re&voke %1").arg(name) : tr("Re&voke instead"));
    m_consequences->setRowVisible(m_revokeProposal, isRevoke);
    m_moreFacts->setRowVisible(m_revokeFact, !isRevoke);
}

void ReleaseDialog::createLayout(const Subject& subject)
{
    QList<QScrollArea*> areas;
    for (QWidget* const page : {createBody(subject), static_cast<QWidget*>(m_outcome)}) {
        areas << scrolled(page, tr("Facts and questions"));
        m_stack->addWidget(areas.back());
    }
    m_growth = new GrowsOnScreen(*this, areas, [this] { fitToScreen(); });
    createButtons(); // after the body, for the Tab order
    const bool isRevokeFirst = m_wanted != release::Action::Release;
    m_buttons = new DialogButtons(this,
        {{isRevokeFirst ? m_revoke : m_release, QDialogButtonBox::DestructiveRole},
            {isRevokeFirst ? m_release : m_revoke, QDialogButtonBox::DestructiveRole},
            {m_report, QDialogButtonBox::ActionRole}, {m_look, QDialogButtonBox::ActionRole},
            {m_cancel, QDialogButtonBox::RejectRole}});
    auto* others = new QHBoxLayout;
    others->addWidget(m_ask);
    others->addWidget(m_steal);
    others->addWidget(m_stolen, 1);
    auto* layout = dialogBox(this);
    layout->addWidget(m_safety);
    layout->addWidget(m_banner);
    layout->addWidget(m_stack, 1);
    layout->addLayout(others);
    layout->addWidget(m_buttons);
}

QWidget* ReleaseDialog::createBody(const Subject& subject)
{
    auto* body = new QWidget;
    auto* layout = boxLayout<QVBoxLayout>(body, {0, 4, 0, 0}, 12);
    m_deed = wrappingLabel();
    m_deed->setObjectName(u"forecastLabel"_s);
    setTextSize(*m_deed, TextSize::Title);
    layout->addWidget(m_deed);
    layout->addLayout(createConsequences(subject));
    layout->addWidget(m_questions);
    addFolds(*layout, subject);
    layout->addStretch(1);
    return body;
}

Form* ReleaseDialog::createConsequences(const Subject& subject)
{
    m_consequences = createForm();
    const observe::DecodedLock lock = m_entry->unpackLock(m_plan.lockToken());
    if (!subject.deadlock.isEmpty())
        addConsequence(*m_consequences, tr("Deadlock"), subject.deadlock, u"deadlockLabel"_s);
    m_note = addConsequence(*m_consequences, tr("Note"), {}, u"noteLabel"_s);
    m_notice
        = addConsequence(*m_consequences, ReleaseQuestions::widestCaption(), {}, u"noticeLabel"_s);
    if (!lock.caution.empty())
        addConsequence(
            *m_consequences, tr("Mind"), safeText(trData(lock.caution)), u"cautionLabel"_s);
    m_revokeProposal = addRevokeFact(*m_consequences, u"revokeProposalLabel"_s);
    return m_consequences;
}

QLabel* ReleaseDialog::addRevokeFact(Form& form, const QString& name)
{
    return addConsequence(form, tr("Revoke"), m_whyNotRevoked, name);
}

void ReleaseDialog::showConsequences(release::Safety safety)
{
    const WallTime wallNow = m_clock.wallNow();
    const auto expected = release::forecast(presentVotes(), m_plan.token, m_clock.now());
    m_deed->setText(deedText(m_plan, isRevokeProposed(), expected, m_waiting, wallNow));
    const observe::Note note = m_entry ? *m_entry->note : observe::Note();
    m_note->setText(toQt(words::noteText(note, wallNow)));
    m_consequences->setRowVisible(m_note, !note.isNone());
    m_notice->setText(holderNoticeText(m_plan));
    // For a node, the caution says it.
    m_consequences->setRowVisible(m_notice, safety != release::Safety::SafeToFree && !m_plan.node);
    if (m_revokePlan)
        for (QLabel* const fact : {m_revokeProposal, m_revokeFact})
            fact->setText(revokeText(*m_revokePlan, expected, wallNow));
    if (m_stealPlan)
        m_stolen->setText(
            tr("Taken over: %1.").arg(toQt(words::stolenText(*m_stealPlan, expected, safety))));
    m_questions->setFinishOffered(!expected.silent.empty());
}

void ReleaseDialog::addFolds(QBoxLayout& layout, const Subject& subject)
{
    auto* more = new QWidget;
    auto* parts = boxLayout<QVBoxLayout>(more);
    m_moreFacts = createForm();
    observe::DecodedLock lock = m_entry->unpackLock(m_plan.lockToken());
    if (m_plan.isForHolder())
        lock.holder = m_plan.holder;
    addConsequence(
        *m_moreFacts, tr("Lock"), subjectText(m_plan, subject.deployment, lock), u"lockLabel"_s);
    addConsequence(*m_moreFacts, tr("Waiting"), waitingText(m_plan, m_waiting), u"waitingLabel"_s);
    m_revokeFact = addRevokeFact(*m_moreFacts, u"revokeLabel"_s);
    m_facts = new ReleaseFacts(m_plan.lockToken(), *m_entry, m_clock);
    parts->addLayout(m_moreFacts);
    parts->addWidget(m_facts);
    m_factsFold = new Fold(tr("Facts"), more);
    m_factsFold->setObjectName(u"factsFold"_s);
    auto* content = new QWidget;
    auto* lines = boxLayout<QVBoxLayout>(content);
    const auto shown = [this](const release::Plan& plan) {
        return release::withExpectedExpiries(plan, m_clock.now(), m_clock.wallNow());
    };
    lines->addWidget(new ReleaseCommands(shown(m_plan)));
    if (subject.revoke) {
        m_revokeCommands = new ReleaseCommands(shown(*m_revokePlan));
        lines->addWidget(m_revokeCommands);
    }
    auto* commands = new Fold(tr("Commands"), content);
    commands->setObjectName(u"commandsFold"_s);
    QStringList masters;
    for (const release::PlannedMaster& master : m_plan.masters)
        masters << safeText(master.id.value());
    commands->setSummary((m_plan.node ? tr("one request to %1") : tr("one script to each of %1"))
                             .arg(listText(masters)));
    for (Fold* fold : {m_factsFold, commands}) {
        layout.addWidget(fold);
        connect(fold, &Fold::turned, this, [this] {
            if (!m_growth->isResized())
                fitToScreen();
        });
    }
}

void ReleaseDialog::connectSignals()
{
    connect(m_questions, &ReleaseQuestions::changed, this, &ReleaseDialog::updateButtons);
    connect(m_questions, &ReleaseQuestions::changed, this, &ReleaseDialog::updateCommands);
    connect(m_release, &QPushButton::clicked, this, [this] { begin(m_plan); });
    connect(m_revoke, &QPushButton::clicked, this, [this] {
        if (m_revokePlan)
            begin(*m_revokePlan);
    });
    connect(m_steal, &QPushButton::clicked, this, [this] {
        if (m_stealPlan)
            begin(*m_stealPlan);
    });
    connect(m_ask, &QPushButton::clicked, this, &ReleaseDialog::beginAsk);
    connect(m_banner, &Banner::buttonClicked, this, &ReleaseDialog::changesRequested);
    connect(m_look, &QPushButton::clicked, this, [this] {
        const Resource resource = m_plan.resource;
        const bool isDone = m_phase == Phase::Done;
        reject();
        isDone ? Q_EMIT showRequested(resource) : Q_EMIT lookRequested(resource);
    });
    connect(m_report, &QPushButton::clicked, this, [this] {
        const Resource resource = m_plan.resource;
        reject();
        Q_EMIT reportRequested(resource);
    });
    connect(m_cancel, &QPushButton::clicked, this, &ReleaseDialog::reject);
    connect(&m_timer, &QTimer::timeout, this, &ReleaseDialog::assess);
}

void ReleaseDialog::addButton(QPushButton& button)
{
    m_buttons->add(button, QDialogButtonBox::ActionRole);
}

void ReleaseDialog::fitToScreen()
{
    int most = largestSize(*this).width();
    if (parentWidget())
        most = std::min(most, parentWidget()->window()->width());
    const int width = std::min(std::max(this->width(), kDialogWidth), most);
    resizeOnScreen(*this, {width, neededHeight(width)});
    m_growth->note();
}

/// The layout ignores the scrolled page.
int ReleaseDialog::neededHeight(int width) const
{
    const auto* page = static_cast<const QScrollArea*>(m_stack->currentWidget())->widget();
    const QMargins margins = layout()->contentsMargins() + contentsMargins();
    const int inner = width - margins.left() - margins.right();
    const int content = page->layout()->hasHeightForWidth()
        ? page->layout()->totalHeightForWidth(inner)
        : page->sizeHint().height();
    const int all = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                  : layout()->totalSizeHint().height();
    return all - m_stack->sizeHint().height() + content;
}

void ReleaseDialog::showEntry(const observe::LockEntryPtr& entry)
{
    if (m_phase == Phase::Done)
        showNow(entry);
    if (m_phase == Phase::Running)
        m_seenWhileRunning = entry;
    const bool isVoid = m_phase == Phase::Void;
    if (m_phase != Phase::Asking && !isVoid)
        return;
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (!entry || entry->countVotes().verdict == observe::Verdict::Free) {
        invalidatePlan(tr("It is gone: no quorum stores its token any more."), false);
    } else if (m_plan.isForHolder()) {
        showHolderIn(entry);
    } else if (release::isSetAnew(m_plan, entry->votes)) {
        invalidatePlan(tr("It was renewed, or taken by the next holder: its value is the same for "
                          "both. Close this, and look again."),
            true);
    } else if (isVoid && token == m_plan.token) {
        invalidatePlan(tr("It came back, with the same token. Close this, and look again."), false);
    } else if (token && *token != m_plan.token && hasLost(*m_entry, *entry, m_plan.token)) {
        invalidatePlan(tr("The holder changed (now: %1, with token %2). Nothing can be done to "
                          "it from here.")
                           .arg(holderText(entry->unpackLock()), toQt(token->shortHex())),
            true);
    } else if (!isVoid) {
        m_entry = entry;
        assess();
    }
}

void ReleaseDialog::showHolds(const std::vector<observe::HoldChange>& changes)
{
    const bool isOver = m_phase == Phase::Done && briefHold(m_holds, m_plan.resource, m_plan.token);
    if ((m_phase != Phase::Running && m_phase != Phase::Done) || isOver)
        return;
    std::ranges::copy_if(changes, std::back_inserter(m_holds),
        [this](const observe::HoldChange& change) { return change.resource == m_plan.resource; });
}

void ReleaseDialog::showHolderIn(const observe::LockEntryPtr& entry)
{
    const release::Plan now = release::asSeenIn(m_plan, *entry);
    const bool isThere = std::ranges::any_of(
        now.votes, [this](const observe::Vote& vote) { return vote.token == m_plan.token; });
    if (!isThere)
        return invalidatePlan(tr("This holder has left: others may hold the lock."), false);
    if (m_phase == Phase::Void)
        return invalidatePlan(tr("It came back. Close this, and look again."), false);
    m_plan = now;
    m_entry = entry;
    assess();
}

observe::Votes ReleaseDialog::presentVotes() const
{
    return m_plan.isForHolder() ? m_plan.votes : m_entry->votes;
}

release::SafetyVerdict ReleaseDialog::safetyNow()
{
    const SteadyTime now = m_clock.now();
    const bool isForHolder = m_plan.isForHolder();
    auto check = isForHolder ? release::checkProcess(m_plan.holder, m_processes, now)
                             : release::checkProcess(*m_entry, m_plan.token, m_processes, now);
    // The first proof counts; only a renewal refutes it.
    if (m_ended && m_ended->identity == check.identity)
        check = *m_ended;
    m_ended = observe::hasEnded(check.state) ? std::optional(check) : std::nullopt;
    return isForHolder
        ? release::assessHolder(*m_entry, m_plan.lockToken(), m_plan.token, check, now, m_said)
        : release::assessSafety(*m_entry, m_plan.token, check, now, m_said);
}

void ReleaseDialog::setWhyDisabled(const QString& why)
{
    m_whyDisabled = why;
    if (m_phase != Phase::Asking)
        return;
    why.isEmpty() ? m_banner->hide() : m_banner->tell(Glyph::Info, Tone::Notice, why);
    m_banner->setButtonText(
        m_areChangesOffered && !why.isEmpty() ? tr("Allow &changes\u2026") : QString());
    if (!m_questions->isAncestorOf(focusWidget()))
        m_questions->focusReason();
    updateButtons();
}

void ReleaseDialog::setForeseenRefusal(const Error& refusal)
{
    if (m_phase == Phase::Asking && m_whyDisabled.isEmpty())
        m_banner->tell(Glyph::Warning, Tone::Notice,
            tr("The server will refuse it: %1").arg(errorText(refusal)));
}

void ReleaseDialog::invalidatePlan(const QString& why, bool hasNewHolder)
{
    if (m_phase == Phase::Void && m_banner->text() == why)
        return;
    m_banner->tell(Glyph::Warning, Tone::Notice, why);
    m_banner->setButtonText({});
    m_look->setVisible(hasNewHolder);
    setPhase(Phase::Void);
}

void ReleaseDialog::setSaid(const std::optional<release::LifeReport>& said)
{
    m_said = said;
    assess();
}

void ReleaseDialog::assess()
{
    if (m_phase != Phase::Asking)
        return;
    const release::SafetyVerdict verdict = safetyNow();
    m_safety->show(verdict);
    // Read out on opening.
    setAccessibleDescription(tr("%1: %2").arg(toQt(words::safetyWord(verdict)),
        toQt(words::safetyReason(verdict, words::Seen::Watched))));
    propose(verdict);
    showConsequences(verdict.safety);
    m_facts->show(m_plan.lockToken(), *m_entry);
    const QString digits = toQt(m_plan.token.shortHex());
    m_factsFold->setSummary(
        clausesText({toQt(words::libraryText(m_entry->unpackLock(m_plan.lockToken()))),
            m_plan.isForHolder() ? tr("member %1").arg(digits) : tr("token %1").arg(digits)}));
    m_isSafe = verdict.safety == release::Safety::SafeToFree;
    m_mayLive = !m_isSafe && !release::isOnlyProcessOver(verdict);
    m_release->setDefault(m_isSafe);
    setPrimary(*m_release, m_isSafe);
    m_questions->setNameAsked(!m_isSafe);
    showButtons();
    updateButtons();
}

void ReleaseDialog::showButtons()
{
    const bool isDone = m_phase == Phase::Done;
    const bool isOpen = m_phase == Phase::Asking || m_phase == Phase::Running;
    m_release->setVisible(!isDone);
    m_revoke->setVisible(!isDone && isRevokeOffered() && (!m_isSafe || isRevokeProposed()));
    m_ask->setVisible(isOpen && m_askPlan && m_mayLive);
    m_steal->setVisible(isOpen && m_stealPlan);
    m_stolen->setVisible(isOpen && m_stealPlan);
    m_report->setVisible(isDone);
}

void ReleaseDialog::begin(const release::Plan& plan)
{
    if (isConfirmed())
        carryOut(plan);
}

void ReleaseDialog::beginAsk()
{
    if (m_phase == Phase::Asking && whyNotYet().isEmpty() && m_askPlan)
        carryOut(*m_askPlan);
}

void ReleaseDialog::carryOut(const release::Plan& plan)
{
    const QString reason = m_questions->reason();
    m_isFinishing = m_questions->isFinishWanted();
    release::Plan decided = release::withReason(plan, reason.toStdString(), m_clock.wallNow());
    decided.shown = m_safety->shown();
    decided.votes = presentVotes();
    decided.seenFor = release::seenFor(*m_entry, m_clock.now());
    m_banner->hide();
    setPhase(Phase::Running);
    Q_EMIT releaseRequested(decided, reason, m_isFinishing);
}

void ReleaseDialog::showResult(const ReleaseResult& result)
{
    m_doneAt = m_clock.now();
    m_outcome->showResult(result);
    setWindowTitle(tr("Result for %1").arg(safeText(m_plan.resource)));
    if (result && !result->hasHolderChanged)
        m_outcome->showSilent(release::unansweredMasters(*result), m_isFinishing);
    setPhase(Phase::Done);
    if (m_seenWhileRunning)
        showNow(*m_seenWhileRunning);
}

void ReleaseDialog::showNow(const observe::LockEntryPtr& entry)
{
    if (m_plan.part) {
        m_outcome->showOthers(
            entry.get(), m_doneAt, m_plan.isForHolder() ? tr("held by others: %1") : tr("now: %1"));
    } else {
        const auto brief = briefHold(m_holds, m_plan.resource, m_plan.token);
        const bool isTaken = m_outcome->showNow(entry.get(), m_plan.token, m_doneAt,
            brief ? briefHoldText(*brief, m_doneAt) : QString());
        m_look->setText(tr("&Show the new holder"));
        m_look->setVisible(isTaken);
    }
}

void ReleaseDialog::showFinished(const ReleaseResult& result)
{
    m_outcome->showResult(result);
}

void ReleaseDialog::setPhase(Phase phase)
{
    m_phase = phase;
    const bool isDone = phase == Phase::Done;
    m_stack->setCurrentIndex(isDone ? 1 : 0);
    m_stack->setVisible(phase != Phase::Void);
    m_questions->setEnabled(phase == Phase::Asking);
    m_safety->setVisible(phase == Phase::Asking || phase == Phase::Running);
    showButtons();
    m_cancel->setText(isDone ? tr("Close") : tr("Cancel"));
    m_cancel->setEnabled(phase != Phase::Running);
    updateButtons();
    if (isDone) {
        fitToScreen();
        m_cancel->setFocus();
    } else if (phase == Phase::Void) {
        m_look->isVisible() ? m_look->setFocus() : m_cancel->setFocus();
        resize(width(), layout()->totalSizeHint().height());
        m_growth->note();
    }
}

bool ReleaseDialog::isConfirmed() const
{
    return m_phase == Phase::Asking && whyNotYet().isEmpty() && m_questions->isAnswered();
}

QString ReleaseDialog::whyNotYet() const
{
    const bool isSeen = !m_plan.isValueShared
        || release::seenFor(*m_entry, m_clock.now()) >= release::kSightNeeded;
    if (m_whyDisabled.isEmpty() && !isSeen)
        return tr("It was seen for less than two seconds: the next holder's could look the same.");
    return m_whyDisabled;
}

void ReleaseDialog::updateButtons()
{
    m_release->setEnabled(isConfirmed());
    m_revoke->setEnabled(isConfirmed() && m_revokePlan);
    m_steal->setEnabled(isConfirmed() && m_stealPlan);
    m_ask->setEnabled(m_phase == Phase::Asking && whyNotYet().isEmpty());
    const QString missing = m_phase == Phase::Asking && !isConfirmed()
        ? (whyNotYet().isEmpty() ? tr("Fill in what is asked for above.") : whyNotYet())
        : QString();
    setTip(*m_release, missing);
    setTip(*m_steal, missing);
    if (m_revokePlan)
        setTip(*m_revoke, missing);
}

void ReleaseDialog::updateCommands()
{
    if (m_revokeCommands && m_phase == Phase::Asking)
        m_revokeCommands->show(release::withExpectedExpiries(
            release::withReason(
                *m_revokePlan, m_questions->reason().toStdString(), m_clock.wallNow()),
            m_clock.now(), m_clock.wallNow()));
}

void ReleaseDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QDialog::keyPressEvent(event);
    event->accept();
    if (event->isAutoRepeat())
        return;
    // Unlike in QDialog, Return in a field only moves the focus.
    auto* focused = qobject_cast<QAbstractButton*>(focusWidget());
    const bool isKept = m_phase != Phase::Done && m_questions->hasInput();
    if (!focused && m_phase == Phase::Asking && m_questions->goToMissing())
        return;
    if (!focused && isConfirmed() && m_mayLive) {
        m_banner->tell(Glyph::Info, Tone::Notice,
            tr("Return frees nothing while the holder may live: choose a button."));
        m_cancel->setFocus();
    } else if (!focused && isConfirmed())
        m_release->setFocus();
    else if (focused && focused->isEnabled() && !(focused == m_cancel && isKept))
        focused->click();
}

void ReleaseDialog::reject()
{
    if (m_phase != Phase::Running)
        QDialog::reject();
}

} // namespace lockkeeper::ui

#include "release_dialog.moc"
