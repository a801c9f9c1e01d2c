// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_detail.h"

#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"
#include "core/words/problem_words.h"
#include "ui/look/look_style.h"
#include "ui/look/shapes.h"
#include "ui/models/words/action_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/pages/votes_section.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTabWidget>
#include <QWidget>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kFactsShare = 8;
constexpr int kSectionsShare = 15;
constexpr int kBetweenColumns = 16;
constexpr QMargins kPaneMargins(16, 12, 16, 12);
constexpr int kBetweenLines = 8;

} // namespace

class HoldersSection final : public QWidget {
    Q_OBJECT
public:
    explicit HoldersSection(QWidget* parent = nullptr);

    void setLock(const observe::LockEntry& entry);
    void takeFocus()
    {
        m_list->setFocus();
        if (m_list->currentRow() < 0)
            m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
        if (m_list->count() == 1)
            m_list->item(0)->setSelected(true);
    }
    void setWhyDisabled(const QString& why)
    {
        m_whyDisabled = why;
        updateButton();
    }

Q_SIGNALS:
    void freeRequested(const lockkeeper::Fingerprint& member);

private:
    [[nodiscard]] std::optional<Fingerprint> chosen() const
    {
        const auto selected = m_list->selectedItems();
        const auto row = selected.isEmpty() ? -1 : m_list->row(selected.first());
        return row >= 0 && static_cast<std::size_t>(row) < m_members.size()
            ? std::optional(m_members[static_cast<std::size_t>(row)])
            : std::nullopt;
    }
    void updateButton();

    QListWidget* m_list;
    QPushButton* m_free;
    std::vector<Fingerprint> m_members; ///< by row
    QString m_whyDisabled;
};

HoldersSection::HoldersSection(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_free(new QPushButton(tr("Free this one\u2026"), this))
{
    nameWidget(*m_list, u"holderList"_s, tr("Holders"));
    m_list->setWordWrap(true);
    m_free->setObjectName(u"freeHolderButton"_s);
    auto* layout = boxLayout<QVBoxLayout>(this, {0, 8, 0, 0}, 8);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_free, 0, Qt::AlignLeft);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &HoldersSection::updateButton);
    connect(m_list, &QListWidget::itemActivated, m_free, [this] { m_free->click(); });
    connect(m_free, &QPushButton::clicked, this, [this] {
        if (const auto member = chosen())
            Q_EMIT freeRequested(*member);
    });
    updateButton();
}

void HoldersSection::setLock(const observe::LockEntry& entry)
{
    const std::vector<observe::Holder> holders = entry.members();
    const auto before = chosen();
    const QSignalBlocker blocker(m_list);
    m_members.clear();
    const int count = static_cast<int>(holders.size());
    while (m_list->count() > count)
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < count)
        m_list->addItem(QString());
    for (int row = 0; row < count; ++row) {
        const observe::Holder& holder = holders[static_cast<std::size_t>(row)];
        m_members.push_back(*holder.member);
        m_list->item(row)->setText(memberText(holder));
        m_list->item(row)->setSelected(holder.member == before);
    }
    updateButton();
}

void HoldersSection::updateButton()
{
    const QString why = !m_whyDisabled.isEmpty() ? m_whyDisabled
        : chosen()                               ? QString()
                                                 : tr("Choose the holder to free.");
    m_free->setEnabled(why.isEmpty());
    setTip(*m_free, why);
}

LockDetail::LockDetail(const Clock& clock, QWidget* parent)
    : QFrame(parent)
    , m_clock(clock)
    , m_votes(new VotesSection(clock))
    , m_holders(new HoldersSection(this))
{
    m_factsArea = createFacts();
    m_sections = createSections();
    m_columns = new QHBoxLayout;
    m_columns->setSpacing(kBetweenColumns);
    m_columns->addWidget(m_factsArea, kFactsShare);
    m_columns->addWidget(m_sections, kSectionsShare);
    auto* layout = boxLayout<QVBoxLayout>(this, kPaneMargins, kBetweenLines);
    layout->addWidget(createTitle());
    m_why = captionLabel({});
    m_why->setObjectName(u"detailWhyLabel"_s);
    m_why->setWordWrap(true);
    layout->addWidget(m_why);
    layout->addLayout(m_columns, 1);
    m_holders->hide();
    hide();
    connectSignals();
}

QWidget* LockDetail::createTitle()
{
    auto* bar = new QWidget;
    m_title = titleLabel({}, TextSize::Title, bar);
    m_title->setObjectName(u"detailTitleLabel"_s);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_title->setMinimumWidth(80);
    m_state = titleLabel({}, TextSize::Body, bar);
    m_state->setObjectName(u"detailStateLabel"_s);
    m_tell = new QPushButton(tr("Notify me"), bar);
    m_tell->setObjectName(u"detailTellButton"_s);
    m_tell->hide();
    m_extend = new QPushButton(tr("Extend"), bar);
    m_extend->setObjectName(u"detailExtendButton"_s);
    m_revoke = new QPushButton(bar);
    m_revoke->setObjectName(u"detailRevokeButton"_s);
    m_release = new QPushButton(bar);
    m_release->setObjectName(u"detailReleaseButton"_s);
    for (QPushButton* button : {m_tell, m_extend, m_revoke, m_release})
        button->setAutoDefault(true); // by Return
    auto* layout = boxLayout<QHBoxLayout>(bar, {}, 8);
    layout->addWidget(m_title);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_tell);
    layout->addWidget(m_extend);
    layout->addWidget(m_revoke);
    layout->addWidget(m_release);
    return bar;
}

QScrollArea* LockDetail::createFacts()
{
    auto* facts = new QWidget;
    m_facts = new Form(facts);
    Form* const form = m_facts;
    form->setContentsMargins(0, 0, 8, 0);
    form->setVerticalSpacing(4);
    m_note = addFact(*form, tr("Note"));
    m_evidence = addFact(*form, tr("Evidence"));
    m_holder = addFact(*form, tr("Holder"));
    m_heldFor = addFact(*form, tr("Held for"));
    m_waiting = addFact(*form, tr("Waiting"));
    m_remaining = addFact(*form, tr("Remaining"));
    m_library = addFact(*form, tr("Library"));
    m_verdict = addFact(*form, tr("Verdict"));
    m_caution = addFact(*form, tr("Caution"));
    m_note->setObjectName(u"noteLabel"_s);
    m_evidence->setObjectName(u"evidenceLabel"_s);
    m_heldFor->setObjectName(u"heldForLabel"_s);
    m_remaining->setObjectName(u"remainingLabel"_s);
    m_holder->setObjectName(u"holderLabel"_s);
    m_waiting->setObjectName(u"waitingLabel"_s);
    m_verdict->setObjectName(u"verdictLabel"_s);
    QSizePolicy policy = facts->sizePolicy();
    policy.setHeightForWidth(true);
    facts->setSizePolicy(policy);
    return scrolled(facts, tr("Facts"));
}

QTabWidget* LockDetail::createSections()
{
    auto* sections = new QTabWidget;
    sections->setObjectName(u"detailSections"_s);
    sections->setDocumentMode(true);
    sections->setTabBarAutoHide(true);
    sections->addTab(m_votes, tr("Votes"));
    return sections;
}

void LockDetail::connectSignals()
{
    connect(m_release, &QPushButton::clicked, this, &LockDetail::releaseSelectedRequested);
    connect(m_revoke, &QPushButton::clicked, this, [this] {
        if (m_subject.entry)
            Q_EMIT revokeRequested(m_subject.entry->resource);
    });
    connect(m_holders, &HoldersSection::freeRequested, this, [this](const Fingerprint& member) {
        if (m_subject.entry)
            Q_EMIT freeHolderRequested(m_subject.entry->resource, member);
    });
    connect(m_extend, &QPushButton::clicked, this, [this] {
        if (m_subject.lease)
            Q_EMIT extendRequested(m_subject.lease->id);
    });
}

void LockDetail::tick()
{
    m_votes->tick();
}

void LockDetail::show(Subject subject)
{
    m_subject = std::move(subject);
    setVisible(m_subject.entry != nullptr);
    using Age = VotesSection::Age;
    m_votes->setLock(m_subject.entry,
        m_subject.isGone      ? Age::Gone
            : m_subject.isOld ? Age::Old
                              : Age::Current,
        m_subject.masters);
    if (m_subject.entry)
        showEntry();
}

void LockDetail::addSection(QWidget& section, const QString& title)
{
    m_sections->addTab(&section, title);
}

TableView& LockDetail::votesView() noexcept
{
    return m_votes->table();
}

void LockDetail::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_isReadOnly = isReadOnly;
    m_refusal = refusal;
    if (m_subject.entry)
        showEntry();
}

void LockDetail::showEntry()
{
    const observe::LockEntry& entry = *m_subject.entry;
    const QString name = safeText(entry.resource);
    m_title->setText(m_subject.selected > 1
            ? tr("%L1 locks selected, the current one: %2").arg(m_subject.selected).arg(name)
            : name);
    setTip(*m_title, safeText(entry.resource));
    showState();
    showNote();
    const QString revoked = revokedText(entry, m_clock.now(), m_clock.wallNow());
    m_verdict->setText(m_subject.isGone
            ? tr("gone: a quorum of masters does not store its token any more")
            : revoked.isEmpty() ? verdictSentence(entry)
                                : tr("%1: nobody holds it").arg(revoked));
    const QString evidence
        = toQt(words::evidenceText(entry.stale, m_subject.isGone ? entry.asOf : m_clock.now()));
    m_evidence->setText(evidence.isEmpty() ? tr("none that it is stale")
            : m_subject.isGone             ? tr("while it was there: %1").arg(evidence)
                                           : evidence);
    const observe::DecodedLock lock = entry.unpackLock();
    const QString holder = holderByVotes(entry, entry.countVotes(), holderText(lock));
    m_holder->setText(m_subject.isGone ? tr("no lock any more; last seen: %1").arg(holder)
            : !revoked.isEmpty()       ? tr("nobody: %1").arg(holder)
            : m_subject.lease          ? tr("this window: %1").arg(holder)
                                       : holder);
    m_library->setText(clausesText({toQt(words::librarySentence(lock)),
        tr("token %1").arg(tokenText(entry)), toQt(words::certaintyText(lock.certainty))}));
    m_waiting->setText(m_subject.waiting);
    m_facts->setRowVisible(m_waiting, !m_subject.waiting.isEmpty());
    m_caution->setText(safeText(trData(lock.caution)));
    m_facts->setRowVisible(m_caution, !lock.caution.empty());
    m_remaining->setText(clausesText({m_subject.remaining,
        lock.holder.session // nobody renews it
            ? toQt(words::sessionText(*lock.holder.session))
            : tr("renewals: %1").arg(toQt(words::renewalsText(entry.renewals, m_clock.now())))}));
    const QString heldFor = heldForSentence(entry, m_clock.now(), m_clock.wallNow());
    m_heldFor->setText(m_subject.isGone ? m_subject.heldFor
            : m_subject.isOld           ? tr("%1, old").arg(heldFor)
                                        : heldFor);
    showButtons();
    showHolders();
    fit();
}

/// A note survives the lock.
void LockDetail::showNote()
{
    const observe::Note& note = *m_subject.entry->note;
    m_facts->setRowVisible(m_note, !note.isNone());
    if (note.isNone())
        return m_note->setText({});
    m_note->setText(clausesText({toQt(words::noteText(note, m_clock.wallNow())),
        toQt(words::noteEndText(note, m_clock.now()))}));
}

void LockDetail::showHolders()
{
    const observe::LockEntry& entry = *m_subject.entry;
    const QString whyNot = whyDisabled(release::Action::Release, entry,
        {.isReadOnly = m_isReadOnly,
            .isGone = m_subject.isGone,
            .isHidden = m_subject.isHidden,
            .refusal = m_refusal});
    const bool isShared = !m_subject.isGone && freeWayOf(entry) == FreeWay::Holder;
    const int index = m_sections->indexOf(m_holders);
    if (!isShared && index >= 0)
        m_sections->removeTab(index);
    if (!isShared)
        return;
    if (index < 0)
        m_sections->insertTab(m_sections->indexOf(m_votes) + 1, m_holders, tr("Holders"));
    m_holders->setLock(entry);
    m_holders->setWhyDisabled(whyNot);
}

void LockDetail::showState()
{
    const observe::LockEntry& entry = *m_subject.entry;
    const observe::Judgement judgement = entry.countVotes();
    m_state->setText(m_subject.isGone ? tr("gone") : toQt(words::gistOf(entry, judgement).state));
    setTone(*m_state,
        m_subject.isOld ? Tone::Muted
                        : words::lockTone(
                            words::drawnVerdict(entry, judgement.verdict), words::urgency(entry)));
}

void LockDetail::showButtons()
{
    constexpr int kLongestName = 24;
    constexpr int kNarrow = 760;
    const bool isOurs = m_subject.lease.has_value();
    const bool isNamed = width() >= kNarrow;
    const QString name = forButton(safeText(m_subject.entry->resource), kLongestName);
    const Standing standing{.isReadOnly = m_isReadOnly,
        .isGone = m_subject.isGone,
        .isOurs = isOurs,
        .isHidden = m_subject.isHidden,
        .refusal = m_refusal};
    const QString whyNotRelease = m_subject.selected > 1 && !m_isReadOnly
        ? QString()
        : whyDisabled(release::Action::Release, *m_subject.entry, standing);
    const bool areSeveral = m_subject.selected > 1;
    const QString whyNotRevoke = areSeveral
        ? tr("Several locks are selected: what is done to each is told before they are freed.")
        : whyDisabled(release::Action::Revoke, *m_subject.entry, standing);
    const auto set = [](QPushButton& button, const QString& why) {
        button.setEnabled(why.isEmpty());
        setTip(button, why);
    };
    // No TTL could keep a node's place.
    const bool isRevokeOffered = !isOurs && m_subject.entry->type != observe::ValueType::Node;
    m_extend->setVisible(isOurs && m_subject.lease->isExtendable);
    m_extend->setEnabled(!m_isReadOnly);
    m_revoke->setVisible(isRevokeOffered);
    m_revoke->setText(isNamed ? tr("Revoke %1\u2026").arg(name) : tr("Revoke\u2026"));
    m_revoke->setAccessibleName(tr("Revoke %1\u2026").arg(name));
    set(*m_revoke, whyNotRevoke);
    const QString release = (isOurs ? tr("Release %1") : tr("Release %1\u2026")).arg(name);
    m_release->setText(isNamed ? release : isOurs ? tr("Release") : tr("Release\u2026"));
    m_release->setAccessibleName(release);
    if (const FreeWay way = freeWayOf(*m_subject.entry); way != FreeWay::Whole) {
        m_release->setText(
            way == FreeWay::Count ? tr("Set the number\u2026") : tr("Free one holder\u2026"));
        m_release->setAccessibleName(tr("%1: %2").arg(m_release->text(), name));
    }
    if (areSeveral) {
        m_release->setText(tr("Free %L1 locks\u2026").arg(m_subject.selected));
        m_release->setAccessibleName(m_release->text());
    }
    set(*m_release, whyNotRelease);
    const bool isOver = whyNotRelease.isEmpty() && !isOurs && !areSeveral
        && m_subject.entry->stale.has(observe::EvidenceKind::HolderProcessGone)
        && !m_subject.entry->unpackLock().holder.mayOutliveProcess;
    setPrimary(*m_release, isOver);
    // It never expires: waiting is useless.
    setPrimary(*m_tell,
        !isOver && !isOurs && !areSeveral && !m_subject.isGone
            && !m_subject.entry->stale.has(observe::EvidenceKind::NeverExpires));
    const QString& why = whyNotRelease.isEmpty() && isRevokeOffered ? whyNotRevoke : whyNotRelease;
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
}

void LockDetail::setTellMenu(QMenu& menu)
{
    m_tell->setMenu(&menu);
    m_tell->show();
}

void LockDetail::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT leaveRequested();
    else
        QFrame::keyPressEvent(event);
}

void LockDetail::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fit();
}

/// Needs the most that any lock did at this width: else the pane would change from lock to lock.
void LockDetail::fit()
{
    Needed needed = m_needed.width == width() ? m_needed : Needed{.width = width()};
    const int content = width() - kPaneMargins.left() - kPaneMargins.right();
    const int inColumn = (content - kBetweenColumns) * kFactsShare / (kFactsShare + kSectionsShare);
    const QWidget& facts = *m_factsArea->widget();
    const int tabs = m_sections->tabBar()->sizeHint().height();
    int above = kPaneMargins.top() + kPaneMargins.bottom() + m_release->sizeHint().height()
        + kBetweenLines;
    if (!m_why->isHidden())
        above += m_why->heightForWidth(content) + kBetweenLines;
    needed.inColumns = std::max(needed.inColumns,
        above + std::max(facts.heightForWidth(inColumn), tabs + m_votes->neededHeight()));
    needed.asSection
        = std::max(needed.asSection, above + tabs + kBetweenLines + facts.heightForWidth(content));
    if (std::exchange(m_needed, needed) != needed)
        Q_EMIT neededHeightChanged();
    arrange();
}

/// In a low pane the facts become a section: two columns would have a scroll bar each.
void LockDetail::arrange()
{
    const bool isLow = height() < m_needed.inColumns;
    const int index = m_sections->indexOf(m_factsArea);
    if (isLow == (index >= 0))
        return;
    m_facts->setContentsMargins(0, isLow ? kBetweenLines : 0, 8, 0);
    if (isLow) {
        m_sections->insertTab(0, m_factsArea, tr("Facts"));
        return m_sections->setCurrentIndex(0);
    }
    m_sections->removeTab(index);
    m_columns->insertWidget(0, m_factsArea, kFactsShare);
    m_factsArea->show();
}

void LockDetail::focusHolders()
{
    m_sections->setCurrentWidget(m_holders);
    m_holders->takeFocus();
}

void LockDetail::takeFocus()
{
    for (QPushButton* button : {m_extend, m_revoke, m_release}) {
        if (button->isVisible() && button->isEnabled())
            return button->setFocus();
    }
    if (votesView().isVisible())
        return votesView().setFocus();
    m_sections->setFocus();
}

} // namespace lockkeeper::ui

#include "lock_detail.moc"
