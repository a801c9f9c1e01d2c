// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release_dialog.h"

#include "ui/dialogs/release_facts.h"
#include "ui/dialogs/release_outcome.h"
#include "ui/models/entry_words.h"
#include "ui/models/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/labels.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr int kWidth = 720;
constexpr int kHeight = 620;
constexpr int kHeightWithName = 690;
constexpr int kHeightWhenDone = 380;

QScrollArea* scrolled(QWidget* content)
{
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

} // namespace

ReleaseDialog::ReleaseDialog(const Subject& subject, const Clock& clock, QWidget* parent)
    : QDialog(parent)
    , m_plan(subject.plan)
    , m_clock(clock)
    , m_isNameAsked(!isHolderKnownGone(*subject.entry))
    , m_banner(new Banner({}, this))
    , m_stack(new QStackedWidget(this))
    , m_outcome(new ReleaseOutcome(subject.journalFile))
    , m_reason(new QLineEdit(this))
    , m_name(new QLineEdit(this))
    , m_release(new QPushButton(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    const QString name = safeText(m_plan.resource.value());
    setObjectName(u"releaseDialog"_s);
    setWindowTitle(tr("Release %1").arg(name));
    m_release->setObjectName(u"releaseButton"_s);
    m_release->setText(tr("Release %1").arg(forButton(name)));
    m_release->setAutoDefault(false);
    m_cancel->setObjectName(u"cancelButton"_s);
    m_cancel->setDefault(true);
    m_reason->setObjectName(u"reasonLineEdit"_s);
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("required; goes into the journal"));
    m_name->setObjectName(u"nameLineEdit"_s);
    m_name->setAccessibleName(tr("Type the resource's name to confirm"));
    m_name->setPlaceholderText(name);
    m_banner->setObjectName(u"changedBanner"_s);
    createLayout(subject);
    connectSignals();
    updateButton();
    m_cancel->setFocus();
}

void ReleaseDialog::createLayout(const Subject& subject)
{
    m_stack->addWidget(scrolled(new ReleaseFacts(m_plan, *subject.entry, m_clock)));
    m_stack->addWidget(scrolled(m_outcome));
    m_questions = createQuestions();
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_release);
    buttons->addWidget(m_cancel);
    auto* title = titleLabel(windowTitle(), 3, this);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 14, 18, 14);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(captionLabel(tr("on %1: %2 masters, quorum %3")
                                       .arg(subject.deployment)
                                       .arg(m_plan.commands.size())
                                       .arg(m_plan.quorum)));
    layout->addWidget(m_banner);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_questions);
    layout->addLayout(buttons);
    resize(kWidth, m_isNameAsked ? kHeightWithName : kHeight);
}

QWidget* ReleaseDialog::createQuestions()
{
    auto* questions = new QWidget;
    auto* form = new QFormLayout(questions);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* reason = new QLabel(tr("&Reason"), questions);
    reason->setBuddy(m_reason);
    // As wide as the captions of ReleaseFacts above, so that the fields are aligned.
    reason->setMinimumWidth(fontMetrics().horizontalAdvance(ReleaseFacts::widestCaption()));
    form->addRow(reason, m_reason);
    if (m_isNameAsked) {
        auto* warning = wrappingLabel(
            tr("Nothing proves that the holder is gone. Type the resource's name to confirm:"));
        form->addRow(warning);
        form->addRow(tr("&Name"), m_name);
    }
    m_name->setVisible(m_isNameAsked);
    return questions;
}

void ReleaseDialog::connectSignals()
{
    connect(m_reason, &QLineEdit::textChanged, this, &ReleaseDialog::updateButton);
    connect(m_name, &QLineEdit::textChanged, this, &ReleaseDialog::updateButton);
    connect(m_release, &QPushButton::clicked, this, &ReleaseDialog::begin);
    connect(m_cancel, &QPushButton::clicked, this, &ReleaseDialog::reject);
}

void ReleaseDialog::showEntry(const observe::LockEntryPtr& entry)
{
    if (m_phase == Phase::Done) {
        showNow(entry);
        return;
    }
    if (m_phase != Phase::Asking)
        return;
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (!entry)
        invalidatePlan(tr("It is gone: a quorum of masters does not store it any more."));
    else if (token && *token != m_plan.token)
        invalidatePlan(
            tr("The holder changed: what is shown here is not there any more. Nothing can be "
               "released from here."));
}

void ReleaseDialog::invalidatePlan(const QString& why)
{
    m_banner->tell(Glyph::Warning, Tone::Notice, why);
    setPhase(Phase::Void);
}

void ReleaseDialog::showNow(const observe::LockEntryPtr& entry)
{
    if (!entry || entry->countVotes().verdict == observe::Verdict::Free) {
        m_outcome->showNow(tr("free: a quorum of masters does not store it"));
        return;
    }
    // Votes that were read before the release say nothing about the present state.
    const bool isRead = std::any_of(entry->votes.begin(), entry->votes.end(),
        [this](const auto& vote) { return vote.readAt > m_doneAt; });
    if (isRead || leadingToken(entry->votes) != m_plan.token)
        m_outcome->showNow(
            tr("%1, by %2").arg(verdictSentence(*entry), holderText(entry->unpackLock())));
}

void ReleaseDialog::begin()
{
    if (!isConfirmed())
        return;
    setPhase(Phase::Running);
    Q_EMIT releaseRequested(m_plan, m_reason->text().trimmed());
}

void ReleaseDialog::showResult(const ReleaseResult& result)
{
    m_doneAt = m_clock.now();
    m_outcome->showResult(result);
    setPhase(Phase::Done);
}

void ReleaseDialog::setPhase(Phase phase)
{
    m_phase = phase;
    m_stack->setCurrentIndex(phase == Phase::Done ? 1 : 0);
    m_questions->setVisible(phase != Phase::Done);
    m_questions->setEnabled(phase == Phase::Asking);
    m_release->setVisible(phase != Phase::Done);
    m_cancel->setText(phase == Phase::Done ? tr("Close") : tr("Cancel"));
    m_cancel->setEnabled(phase != Phase::Running);
    updateButton();
    if (phase == Phase::Done) {
        resize(width(), std::min(height(), kHeightWhenDone));
        m_cancel->setFocus();
    }
}

bool ReleaseDialog::isConfirmed() const
{
    const bool isNamed = !m_isNameAsked || m_name->text() == safeText(m_plan.resource.value());
    return m_phase == Phase::Asking && isNamed && !m_reason->text().trimmed().isEmpty();
}

void ReleaseDialog::updateButton()
{
    m_release->setEnabled(isConfirmed());
    const bool isMissing = m_phase == Phase::Asking && !m_release->isEnabled();
    m_release->setToolTip(isMissing ? tr("Fill in what is asked for above.") : QString());
}

void ReleaseDialog::reject()
{
    if (m_phase != Phase::Running)
        QDialog::reject();
}

} // namespace lockkeeper::ui
