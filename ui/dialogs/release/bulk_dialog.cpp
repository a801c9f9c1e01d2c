// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/bulk_dialog.h"

#include "core/words/safety_words.h"
#include "core/words/time_words.h"
#include "ui/dialogs/release/reason_edit.h"
#include "ui/dialogs/release/release_outcome.h"
#include "ui/look/look_style.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/grouped_table_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"
#include "ui/widgets/spoken.h"

#include <QComboBox>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kBulkSize(1000, 620);

bool isFreed(const BulkItem& item)
{
    return item.outcome && item.outcome->fate == release::Fate::Freed;
}

bool isRevoke(const BulkItem& item)
{
    return item.action == release::Action::Revoke;
}

QString deedsText(std::ptrdiff_t released, std::ptrdiff_t revoked)
{
    if (released + revoked == 0)
        return BulkDialog::tr("No lock is ticked");
    if (revoked == 0)
        return released == 1 ? BulkDialog::tr("Re&lease 1 lock")
                             : BulkDialog::tr("Re&lease %L1 locks").arg(released);
    if (released == 0)
        return revoked == 1 ? BulkDialog::tr("Revoke 1 &lock")
                            : BulkDialog::tr("Revoke %L1 &locks").arg(revoked);
    return BulkDialog::tr("Re&lease %L1, revoke %L2").arg(released).arg(revoked);
}

void addNamed(QStringList& sentences, const QString& what, const QStringList& names)
{
    constexpr qsizetype kNamed = 3;
    if (names.isEmpty())
        return;
    QStringList shown = names.mid(0, kNamed);
    if (names.size() > kNamed)
        shown << moreText(names.size() - kNamed);
    sentences << sentenceText(namedText(what, listText(shown)));
}

constexpr const char* kSentences[] = {QT_TR_NOOP("free 1 lock"), QT_TR_NOOP("free %1 locks")};

QString sentenceOf(std::size_t locks, bool isTranslated = true)
{
    const char* const text = kSentences[locks == 1 ? 0 : 1];
    const QString format = isTranslated ? BulkDialog::tr(text) : QString::fromUtf8(text);
    return locks == 1 ? format : format.arg(locks);
}

QString withoutBlanks(const QString& text)
{
    return text.toCaseFolded().remove(QRegularExpression(u"\\s"_s));
}

} // namespace

BulkDialog::BulkDialog(
    std::vector<BulkItem> items, std::filesystem::path journalFile, QWidget* parent)
    : QDialog(parent)
    , m_model(std::move(items))
    , m_asked(m_model.possibleCount())
    , m_table(new GroupedTableView(this))
    , m_outcome(new ReleaseOutcome(std::move(journalFile)))
    , m_banner(new Banner({}, this))
    , m_plan(wrappingLabel({}, this))
    , m_summary(wrappingLabel({}, this))
    , m_form(new Form)
    , m_deed(new QComboBox(this))
    , m_ticking(wrappingLabel({}, this))
    , m_sentence(new QLineEdit(this))
    , m_reason(createReasonEdit(this))
    , m_counts(captionLabel({}, this))
    , m_free(new QPushButton(this))
    , m_save(new QPushButton(tr("Sa&ve as a plan\u2026"), this))
    , m_finish(namedButton(tr("Finish &when they answer"), u"finishButton"_s, this))
    , m_report(new QPushButton(tr("&Incident report\u2026"), this))
    , m_show(new QPushButton(tr("&Show the lock"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(u"bulkDialog"_s);
    setWindowTitle(tr("Free %L1 locks").arg(m_model.items().size()));
    nameWidget(*m_sentence, u"sentenceLineEdit"_s,
        tr("Sentence that ticks the locks whose holders may live"));
    createTable();
    createLayout();
    connectSignals();
    updateButtons();
    resizeOnScreen(*this, kBulkSize);
    (m_model.possibleCount() > m_model.provenCount() ? m_sentence : m_reason)->setFocus();
}

void BulkDialog::createTable()
{
    nameWidget(*m_table, u"bulkTable"_s, tr("Locks to free"));
    m_table->setModel(&m_model);
}

void BulkDialog::createLayout()
{
    m_plan->setObjectName(u"planLabel"_s);
    m_plan->hide();
    m_summary->setObjectName(u"bulkSummaryLabel"_s);
    m_summary->setText(tr("The ticked locks come one after the other, each only while its token is "
                          "still the one shown here. The first surprise ends it."));
    m_banner->setObjectName(u"bulkBanner"_s);
    m_ticking->setText(
        tr("To tick also the locks whose holders may live, type: %1").arg(sentenceOf(m_asked)));
    m_sentence->setPlaceholderText(sentenceOf(m_asked));
    m_deed->setObjectName(u"deedComboBox"_s);
    m_deed->addItem(tr("Revoke: nobody gets them until their leases have ended"),
        QVariant::fromValue(release::Action::Revoke));
    m_deed->addItem(tr("Release: who waits gets them at once, while the holder may go on"),
        QVariant::fromValue(release::Action::Release));
    m_deed->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_reason->setPlaceholderText(tr("required; goes into the journal for each lock"));
    m_free->setObjectName(u"freeButton"_s);
    m_free->setAutoDefault(false);
    setPrimary(*m_free, true);
    m_save->setObjectName(u"saveButton"_s);
    setTip(*m_save,
        tr("Frees nothing: a file to review, and to open here or apply by `lockctl apply`"));
    m_cancel->setObjectName(u"cancelButton"_s);
    m_report->setObjectName(u"reportButton"_s);
    m_show->setObjectName(u"showButton"_s);
    for (QPushButton* other : {m_cancel, m_report, m_show, m_save})
        other->setAutoDefault(false);
    m_form->addRow(m_ticking);
    m_form->addRow(tr("&Tick all"), m_sentence);
    m_form->addRow(tr("If it &may live"), m_deed);
    m_form->addRow(tr("&Reason"), m_reason);
    auto* area = new QScrollArea(this);
    area->setObjectName(u"outcomeArea"_s);
    m_outcome->hideNow();
    area->setWidget(m_outcome);
    area->setAccessibleName(tr("Results"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_counts, 0, Qt::AlignVCenter);
    buttons->addWidget(
        new DialogButtons(this,
            {{m_free, QDialogButtonBox::DestructiveRole}, {m_finish, QDialogButtonBox::ActionRole},
                {m_report, QDialogButtonBox::ActionRole}, {m_show, QDialogButtonBox::ActionRole},
                {m_save, QDialogButtonBox::ActionRole}, {m_cancel, QDialogButtonBox::RejectRole}}),
        1);
    setTabOrder(m_table, m_sentence);
    setTabOrder(m_sentence, m_deed);
    setTabOrder(m_deed, m_reason);
    setTabOrder(m_reason, m_free);
    auto* layout = dialogBox(this);
    layout->addWidget(m_plan);
    layout->addWidget(m_summary);
    layout->addWidget(m_banner);
    layout->addWidget(m_table, 3);
    layout->addWidget(area, 2);
    layout->addLayout(m_form);
    layout->addLayout(buttons);
}

void BulkDialog::connectSignals()
{
    connect(&m_model, &BulkModel::ticksChanged, this, &BulkDialog::updateButtons);
    connect(m_reason, &QLineEdit::textChanged, this, &BulkDialog::updateButtons);
    connect(m_reason, &QLineEdit::textChanged, this, [this] { setMissing(*m_reason, false); });
    connect(m_sentence, &QLineEdit::textChanged, this, &BulkDialog::confirm);
    connect(m_deed, &QComboBox::currentIndexChanged, this,
        [this] { Q_EMIT deedChosen(m_deed->currentData().value<release::Action>()); });
    connect(m_table, &TableView::spacePressed, this, [this] {
        const QModelIndex cell = m_table->currentIndex().siblingAtColumn(BulkModel::ResourceName);
        const bool isTicked = cell.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
        m_model.setData(cell, isTicked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    });
    connect(m_table, &TableView::currentRowChanged, this, &BulkDialog::showRow);
    connect(m_table, &TableView::rowOpened, this, &BulkDialog::goToNext);
    connect(m_free, &QPushButton::clicked, this, &BulkDialog::begin);
    connect(m_save, &QPushButton::clicked, this, &BulkDialog::save);
    connect(m_cancel, &QPushButton::clicked, this, &BulkDialog::reject);
    connect(m_finish, &QPushButton::clicked, this, &BulkDialog::finish);
    connect(m_report, &QPushButton::clicked, this, [this] {
        const auto only = m_freed.size() == 1
            ? std::optional(m_model.items()[m_freed.front()].resource)
            : std::nullopt;
        reject();
        Q_EMIT reportRequested(only);
    });
    connect(m_show, &QPushButton::clicked, this, [this] {
        const auto item = m_model.itemAt(m_table->currentIndex().row());
        if (!item)
            return;
        const Resource resource = m_model.items()[*item].resource;
        reject();
        Q_EMIT showRequested(resource);
    });
}

/// In the chosen language or English, with the first or present number; without blanks.
QStringList BulkDialog::sentences() const
{
    QStringList sentences;
    for (const std::size_t locks : {m_asked, m_model.possibleCount()}) {
        for (const bool isTranslated : {true, false})
            sentences << withoutBlanks(sentenceOf(locks, isTranslated));
    }
    return sentences;
}

bool BulkDialog::isSentenceTyped() const
{
    return sentences().contains(withoutBlanks(m_sentence->text()));
}

void BulkDialog::confirm()
{
    const auto mayBecome = [typed = withoutBlanks(m_sentence->text())](
                               const QString& sentence) { return sentence.startsWith(typed); };
    setMissing(*m_sentence, std::ranges::none_of(sentences(), mayBecome));
    m_model.setConfirmed(isSentenceTyped());
}

void BulkDialog::proposeReason(const QString& reason)
{
    if (m_reason->text().isEmpty())
        m_reason->setText(reason);
}

void BulkDialog::showPlan(const output::PlanFile& plan, const QString& file)
{
    const QString name = safeText(QFile::encodeName(file).toStdString());
    const QString when = QString::fromStdString(
        words::utcText(WallTime(std::chrono::milliseconds(plan.madeUnixMs))));
    const QString made = tr("Plan %1, made by %2 at %3").arg(name, safeText(plan.madeBy), when);
    m_plan->setText(
        plan.selection.empty() ? made : tr("%1: %2").arg(made, safeText(plan.selection)));
    m_plan->show();
    m_ticking->setText(
        tr("To tick also the locks that the plan frees although their holders may live, type: %1")
            .arg(sentenceOf(m_asked)));
}

void BulkDialog::offerDeeds()
{
    m_areDeedsOffered = true;
    updateButtons();
}

void BulkDialog::setAsking(std::size_t locks)
{
    m_asking = locks;
    showCounts();
}

void BulkDialog::setSaid(std::size_t item, const std::optional<release::LifeReport>& said)
{
    m_model.setSaid(item, said);
    m_asking -= std::min<std::size_t>(m_asking, 1);
    showCounts();
}

std::vector<release::PlannedLock> BulkDialog::planned(const std::vector<std::size_t>& items) const
{
    std::vector<release::PlannedLock> locks;
    for (const std::size_t at : items) {
        const BulkItem& item = m_model.items()[at];
        locks.push_back(output::plannedLock(*item.entry, *item.token, item.action,
            words::shownSafety(item.safety, words::Seen::Watched), systemClock().wallNow()));
        locks.back().mayLive = item.isTicked && !item.isProven();
        if (item.expiries) {
            locks.back().expiries = *item.expiries;
            locks.back().votes = {}; // expiries are compared instead
        }
    }
    return locks;
}

void BulkDialog::begin()
{
    m_freed = m_model.ticked();
    const auto locks = planned(m_freed);
    m_model.freeze();
    m_phase = Phase::Running;
    m_banner->hide();
    m_table->setFocus(); // an extra Return must not stop it
    updateButtons();
    Q_EMIT startRequested(locks, m_reason->text().trimmed());
}

void BulkDialog::save()
{
    std::vector<std::size_t> possible;
    for (std::size_t item = 0; item < m_model.items().size(); ++item) {
        if (m_model.items()[item].token)
            possible.push_back(item);
    }
    Q_EMIT saveRequested(planned(possible), m_reason->text().trimmed());
}

void BulkDialog::setWhyDisabled(const QString& why)
{
    m_whyDisabled = why;
    if (m_phase == Phase::Running && !why.isEmpty())
        Q_EMIT stopRequested();
    if (m_phase == Phase::Asking)
        why.isEmpty() ? m_banner->hide() : m_banner->tell(Glyph::Info, Tone::Notice, why);
    updateButtons();
}

void BulkDialog::setDown(std::size_t down, std::size_t masters, bool isQuorumLost)
{
    if (std::exchange(m_down, down) == down || m_phase != Phase::Asking || !m_whyDisabled.isEmpty())
        return;
    const QString text = isQuorumLost
        ? tr("%1 of %2 masters do not answer: too few are left to free a lock.")
        : tr("%1 of %2 masters do not answer: what they store is not freed.");
    if (down == 0)
        m_banner->hide();
    else
        m_banner->tell(
            Glyph::Warning, isQuorumLost ? Tone::Bad : Tone::Notice, text.arg(down).arg(masters));
}

void BulkDialog::showSaved(const QString& file)
{
    m_banner->tell(Glyph::Done, Tone::Good,
        tr("Saved %1: nothing was freed.").arg(safeText(QFile::encodeName(file).toStdString())));
}

void BulkDialog::showFailure(const Error& error)
{
    m_banner->tell(Glyph::Failed, Tone::Bad, errorText(error));
}

void BulkDialog::showStep(std::size_t index, const release::AppliedLock& outcome)
{
    m_model.setOutcome(m_freed.at(index), outcome);
    ++m_done;
    m_banner->tell(Glyph::Info, Tone::Notice,
        tr("%L1 of %L2: %3").arg(m_done).arg(m_freed.size()).arg(nameOf(m_freed[index])));
    const QModelIndex row = m_model.index(m_model.rowOf(m_freed[index]), 0);
    if (outcome.fate == release::Fate::Freed)
        m_table->scrollTo(row);
    else
        m_table->setCurrentIndex(row);
}

void BulkDialog::showFinished(const std::optional<Error>& error)
{
    m_phase = Phase::Done;
    std::size_t freed = 0;
    std::size_t gone = 0;
    for (const std::size_t at : m_freed) {
        const BulkItem& item = m_model.items()[at];
        if (!item.outcome)
            m_model.setState(at, tr("not begun"));
        freed += isFreed(item) ? 1 : 0;
        gone += item.outcome && item.outcome->fate == release::Fate::Gone ? 1 : 0;
    }
    const bool isStopped = m_done < m_freed.size();
    if (error)
        showFailure(*error);
    else if (m_done == 0)
        m_banner->tell(Glyph::Info, Tone::Notice, tr("Stopped before the first."));
    else if (freed + gone == m_freed.size())
        m_banner->tell(Glyph::Done, Tone::Good, doneText());
    else
        m_banner->tell(Glyph::Warning, Tone::Notice,
            sentencesText({isStopped
                    ? tr("Stopped after %3, %L1 of %L2: look at its result before you go on.")
                          .arg(m_done)
                          .arg(m_freed.size())
                          .arg(nameOf(m_freed[m_done - 1]))
                    : tr("All %L1 are done, some not freed: look at the results.").arg(m_done),
                doneText()}));
    if (m_done > 0 && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_model.index(m_model.rowOf(m_freed[m_done - 1]), 0));
    updateButtons();
    m_cancel->setFocus();
}

std::set<MasterId> BulkDialog::silentMasters() const
{
    std::set<MasterId> silent;
    for (const std::size_t at : m_freed) {
        const auto& outcome = m_model.items()[at].outcome;
        if (!outcome || !outcome->deed || outcome->deed->report.hasHolderChanged)
            continue;
        const auto masters = release::unansweredMasters(outcome->deed->report);
        silent.insert(masters.begin(), masters.end());
    }
    return silent;
}

void BulkDialog::finish()
{
    m_isFinishing = true;
    for (const std::size_t at : m_freed)
        Q_EMIT finishRequested(m_model.items()[at].resource);
    QStringList names;
    for (const MasterId& master : silentMasters())
        names << safeText(master.value());
    m_banner->tell(Glyph::Info, Tone::Notice,
        tr("Waiting for %1: the same commands are sent when they answer, for up to an hour, while "
           "the window of this deployment is open, also when this dialog is closed.")
            .arg(listText(names)));
    m_cancel->setFocus();
    updateButtons();
}

QString BulkDialog::nameOf(std::size_t item) const
{
    return nameText(m_model.items()[item].resource.value());
}

QString BulkDialog::doneText() const
{
    QStringList released;
    QStringList revoked;
    QStringList gone;
    for (const std::size_t at : m_freed) {
        const BulkItem& item = m_model.items()[at];
        if (isFreed(item))
            (isRevoke(item) ? revoked : released) << nameOf(at);
        else if (item.outcome && item.outcome->fate == release::Fate::Gone)
            gone << nameOf(at);
    }
    QStringList sentences;
    addNamed(sentences, tr("Released"), released);
    addNamed(sentences, tr("Revoked"), revoked);
    addNamed(sentences, tr("Gone already"), gone);
    return sentences.isEmpty() ? tr("None was freed.") : sentencesText(sentences);
}

void BulkDialog::showRow(const QModelIndex& index)
{
    const auto item = m_model.itemAt(index.row());
    const bool isThere
        = item && m_model.items()[*item].outcome && m_model.items()[*item].outcome->deed;
    findChild<QScrollArea*>(u"outcomeArea"_s)->setVisible(isThere);
    if (isThere) {
        m_outcome->setSubject(nameOf(*item));
        m_outcome->showResult(
            ReleaseResult(Result<release::Report>(m_model.items()[*item].outcome->deed->report)));
    }
    m_show->setEnabled(item.has_value());
}

void BulkDialog::updateButtons()
{
    const auto ticked = m_model.ticked().size();
    const bool isAsking = m_phase == Phase::Asking && m_whyDisabled.isEmpty();
    const bool isDone = m_phase == Phase::Done;
    const bool mayAnyLive = !isDone && m_model.possibleCount() > m_model.provenCount();
    for (QWidget* const field :
        {static_cast<QWidget*>(m_ticking), static_cast<QWidget*>(m_sentence)})
        m_form->setRowVisible(field, mayAnyLive);
    const bool isChoice = m_deed->currentIndex() > 0
        || std::ranges::any_of(m_model.items(),
            [](const BulkItem& item) { return item.token && item.mayLive() && isRevoke(item); });
    m_form->setRowVisible(m_deed, mayAnyLive && m_areDeedsOffered && isChoice);
    m_deed->setEnabled(isAsking);
    m_form->setRowVisible(m_reason, !isDone);
    m_finish->setVisible(isDone && !m_isFinishing && !silentMasters().empty());
    m_report->setVisible(isDone);
    m_show->setVisible(isDone);
    m_summary->setVisible(!isDone);
    m_sentence->setEnabled(isAsking);
    m_reason->setEnabled(isAsking);
    m_free->setVisible(!isDone);
    m_save->setVisible(m_phase == Phase::Asking);
    m_save->setEnabled(m_model.possibleCount() > 0);
    m_free->setEnabled(isAsking && ticked > 0 && !m_reason->text().trimmed().isEmpty());
    setTip(*m_free,
        !m_whyDisabled.isEmpty()               ? m_whyDisabled
            : !isAsking || m_free->isEnabled() ? QString()
            : ticked == 0                      ? tr("No lock is ticked.")
                                               : tr("Give a reason."));
    m_cancel->setText(m_phase == Phase::Running ? tr("Stop after this one")
            : isDone                            ? tr("Close")
                                                : tr("Cancel"));
    showCounts();
}

void BulkDialog::showCounts()
{
    const auto ticked = m_model.ticked();
    const auto revoked = std::ranges::count_if(
        ticked, [this](std::size_t at) { return isRevoke(m_model.items()[at]); });
    m_free->setText(deedsText(std::ssize(ticked) - revoked, revoked));
    m_counts->setText(tr("Asking about the holders of %L1").arg(m_asking));
    m_counts->setVisible(m_phase == Phase::Asking && m_asking > 0);
}

void BulkDialog::goToNext()
{
    if (m_phase != Phase::Asking)
        return;
    const bool isMistyped = !m_sentence->text().trimmed().isEmpty() && !isSentenceTyped();
    if (m_sentence->hasFocus() && isMistyped) {
        setMissing(*m_sentence, true);
        m_banner->tell(Glyph::Info, Tone::Notice, tr("Type exactly: %1").arg(sentenceOf(m_asked)));
    } else if (m_reason->text().trimmed().isEmpty()) {
        setMissing(*m_reason, m_reason->hasFocus());
        m_reason->setFocus();
    } else if (m_free->isEnabled()) {
        m_free->setFocus();
    } else if (m_sentence->isVisible()) {
        setMissing(*m_sentence, m_sentence->hasFocus());
        m_sentence->setFocus();
    }
}

void BulkDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QDialog::keyPressEvent(event);
        return;
    }
    if (auto* focused = qobject_cast<QAbstractButton*>(focusWidget()))
        focused->click();
    else
        goToNext();
    event->accept();
}

void BulkDialog::reject()
{
    if (m_phase != Phase::Running)
        return QDialog::reject();
    m_banner->tell(Glyph::Info, Tone::Notice, tr("Stops after the lock that is being freed now."));
    Q_EMIT stopRequested();
}

} // namespace lockkeeper::ui
