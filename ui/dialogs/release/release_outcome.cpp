// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_outcome.h"

#include "core/observe/formats/tombstone.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/form.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QGridLayout>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

Glyph glyphOf(release::MasterResult result)
{
    switch (result) {
    case release::MasterResult::Released:
    case release::MasterResult::Revoked:
    case release::MasterResult::AlreadyGone:
    case release::MasterResult::Asked:
        return Glyph::Done;
    case release::MasterResult::AskedAlready:
    case release::MasterResult::AnotherHolder:
        return Glyph::Info;
    default:
        return Glyph::Warning;
    }
}

} // namespace

ReleaseOutcome::ReleaseOutcome(std::filesystem::path journalFile, QWidget* parent)
    : QWidget(parent)
    , m_journalFile(std::move(journalFile))
    , m_icon(new GlyphMark(Glyph::Info, 20, this))
    , m_summary(titleLabel({}, TextSize::Title, this))
    , m_masters(new QGridLayout)
    , m_waiting(wrappingLabel({}, this))
    , m_now(wrappingLabel(tr("reading the masters again\u2026"), this))
    , m_form(new Form)
    , m_journal(wrappingLabel({}, this))
{
    m_summary->setObjectName(u"summaryLabel"_s);
    m_summary->setWordWrap(true);
    m_waiting->setObjectName(u"waitingForLabel"_s);
    m_waiting->hide();
    m_now->setObjectName(u"nowLabel"_s);
    m_journal->setObjectName(u"journalLabel"_s);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_icon, 0, Qt::AlignTop);
    head->addWidget(m_summary, 1);
    m_masters->setHorizontalSpacing(8);
    m_masters->setVerticalSpacing(4);
    m_masters->setColumnStretch(2, 1);
    m_form->addRow(captionLabel(tr("Masters")), m_masters);
    m_form->addRow(QString(), m_waiting);
    m_form->addRow(captionLabel(tr("Now")), m_now);
    setCaption(*m_now, tr("Now"));
    m_form->addRow(captionLabel(tr("Journal")), m_journal);
    setCaption(*m_journal, tr("Journal"));
    auto* layout = boxLayout<QVBoxLayout>(this, {0, 0, 8, 0}, 16);
    layout->addLayout(head);
    layout->addLayout(m_form);
    layout->addStretch(1);
}

void ReleaseOutcome::showResult(const ReleaseResult& result)
{
    clearMasters();
    m_waiting->hide();
    if (result)
        showReport(*result);
    else
        showError(result.error());
}

void ReleaseOutcome::showSilent(const std::vector<MasterId>& masters, bool isWaiting)
{
    QStringList names;
    for (const MasterId& master : masters)
        names << safeText(master.value());
    const QString text = isWaiting
        ? tr("Waiting for %1: the same command is sent when they answer, for up to an hour, while "
             "the window of this deployment is open, also when this dialog is closed. A line in "
             "that window and the journal will have the result.")
        : tr("No answer from %1. Once this dialog is closed, \"Finish when they answer\" in the "
             "window sends them the same command when they do.");
    m_waiting->setText(text.arg(listText(names)));
    m_waiting->setVisible(!masters.empty());
}

void ReleaseOutcome::clearMasters()
{
    while (QLayoutItem* item = m_masters->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void ReleaseOutcome::showReport(const release::Report& report)
{
    const Glyph glyph = report.earlierAsk()        ? Glyph::Info
        : report.isQuorumFreed || report.isAsked() ? Glyph::Done
                                                   : Glyph::Warning;
    m_icon->setGlyph(glyph);
    const QString text = reportText(report);
    m_summary->setText(m_subject.isEmpty() ? text : namedText(m_subject, text));
    for (const auto& outcome : report.outcomes)
        addOutcome(outcome, report.isForCount);
    m_journal->setText(report.journalError
            ? tr("The result of the release is not in the journal: %1")
                  .arg(errorText(*report.journalError))
            : tr("written to %1").arg(safeText(m_journalFile.string())));
}

void ReleaseOutcome::showError(const Error& error)
{
    m_icon->setGlyph(Glyph::Failed);
    m_summary->setText(tr("Nothing was released."));
    m_masters->addWidget(wrappingLabel(tr("nothing was sent to any of them")), 0, 2);
    m_journal->setText(errorText(error));
}

void ReleaseOutcome::addOutcome(const release::MasterOutcome& outcome, bool isForCount)
{
    const int row = m_masters->rowCount();
    m_masters->addWidget(new GlyphMark(glyphOf(outcome.result), 16), row, 0);
    m_masters->addWidget(plainLabel(safeText(outcome.master.value())), row, 1);
    const bool isSet
        = isForCount && outcome.result == release::MasterResult::Released && !outcome.error;
    m_masters->addWidget(
        wrappingLabel(isSet ? tr("set", "of a number") : outcomeText(outcome)), row, 2);
}

void ReleaseOutcome::hideNow()
{
    m_form->setRowVisible(m_now, false);
}

void ReleaseOutcome::showOthers(
    const observe::LockEntry* entry, SteadyTime releasedAt, const QString& text)
{
    if (entry == nullptr || entry->countVotes().verdict == observe::Verdict::Free) {
        m_now->setText(tr("free: a quorum of masters does not store it"));
        return;
    }
    const bool isRead = std::ranges::any_of(
        entry->votes, [&](const observe::Vote& vote) { return vote.readAt > releasedAt; });
    if (isRead)
        m_now->setText(text.arg(holderText(entry->unpackLock())));
}

bool ReleaseOutcome::showNow(const observe::LockEntry* entry, const Fingerprint& token,
    SteadyTime releasedAt, const QString& between)
{
    if (entry == nullptr || entry->countVotes().verdict == observe::Verdict::Free) {
        const QString now = tr("free: a quorum of masters does not store it");
        m_now->setText(between.isEmpty() ? now : clausesText({now, between}));
        return false;
    }
    const bool isRead = std::any_of(entry->votes.begin(), entry->votes.end(),
        [&](const auto& vote) { return vote.readAt > releasedAt; });
    if (!isRead && leadingToken(entry->votes) == token)
        return false;
    const bool isHeld
        = entry->countVotes().verdict == observe::Verdict::Held && !entry->packedLock.isTombstone();
    if (!isHeld) {
        m_now->setText(verdictSentence(*entry));
        return false;
    }
    const auto passed
        = std::chrono::duration_cast<std::chrono::milliseconds>(entry->firstSeen - releasedAt);
    const QString holder = holderText(entry->unpackLock());
    if (leadingToken(entry->votes) == token) {
        m_now->setText(tr("%1, by %2").arg(verdictSentence(*entry), holder));
        return false;
    }
    m_now->setText(passed.count() > 0
            ? tr("%1 has it, since %2 after the release").arg(holder, durationText(passed))
            : tr("%1 has it").arg(holder));
    return true;
}

} // namespace lockkeeper::ui
