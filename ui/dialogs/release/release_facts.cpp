// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_facts.h"

#include "core/text/translate.h"
#include "core/words/time_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QGridLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString voteWords(const observe::LockEntry& entry, const observe::Vote& vote,
    const Fingerprint& token, SteadyTime now)
{
    const QString mark = voteText(entry, vote, token);
    if (vote.state != observe::VoteState::Held)
        return vote.error ? ReleaseFacts::tr("%1: %2").arg(mark, safeText(trData(vote.error->text)))
                          : mark;
    const QString stored = vote.token ? QString::fromStdString(vote.token->shortHex()) : QString();
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 0);
    auto* form = new Form;
    layout->addLayout(form);
    const observe::DecodedLock lock = entry.unpackLock(m_token);
    addFact(*form, tr("Library"), libraryText(lock));
    addFact(*form, tr("Certainty"), certaintyText(lock.certainty));
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
        m_renewals->setText(renewalsSentence(entry, now));
    } else {
        const observe::PackedLock* const lock = entry.lockOf(m_token);
        const auto since = lock != nullptr ? lock->since() : std::nullopt;
        m_heldFor->setText(since
                ? QString::fromStdString(words::heldSinceText(*since, m_clock.wallNow()))
                : tr("not known: another token has as many votes, or more"));
        m_renewals->setText(tr("not known of this token"));
    }
    const QString evidence = evidenceText(entry.stale, now);
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

} // namespace lockkeeper::ui
