// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/entry_words.h"

#include "core/config/quorum.h"
#include "ui/models/words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::EntryWords)
};

QString silentMasters(const observe::LockEntry& entry)
{
    QStringList ids;
    for (const auto& vote : entry.votes) {
        if (vote.state == observe::VoteState::NoAnswer || vote.state == observe::VoteState::Error)
            ids.append(safeText(vote.master.value()));
    }
    return ids.join(u", "_s);
}

QString tally(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    return Words::tr("%1 of %2 masters (quorum %3)")
        .arg(judgement.tokenVotes)
        .arg(entry.votes.size())
        .arg(quorumOf(entry.votes.size()));
}

QString shortEvidence(const observe::Evidence& evidence)
{
    switch (evidence.kind) {
    case observe::EvidenceKind::NeverExpires:
        return Words::tr("no TTL");
    case observe::EvidenceKind::MinorityLeftover:
        return Words::tr("leftover on %1 of %2").arg(evidence.votes).arg(evidence.masters);
    case observe::EvidenceKind::HolderProcessGone:
        return Words::tr("holder's process gone");
    case observe::EvidenceKind::ExpiredByOwnTimestamp:
        return Words::tr("own timestamp passed");
    case observe::EvidenceKind::RenewalLate:
        return Words::tr("renewal late");
    case observe::EvidenceKind::RenewalsStopped:
        return Words::tr("renewals stopped");
    case observe::EvidenceKind::RenewedForLong:
        return Words::tr("renewed for long");
    case observe::EvidenceKind::HeldUnusuallyLong:
        return Words::tr("held unusually long");
    case observe::EvidenceKind::TtlTooLarge:
        return Words::tr("TTL too large");
    case observe::EvidenceKind::SplitVotes:
        return Words::tr("split votes");
    case observe::EvidenceKind::WrongType:
        return Words::tr("wrong type");
    case observe::EvidenceKind::HolderConnectionGone:
        return Words::tr("holder's connection gone");
    }
    return {};
}

} // namespace

QString shortEvidence(const std::vector<observe::Evidence>& evidence)
{
    QStringList words;
    for (const auto& one : evidence)
        words << shortEvidence(one);
    return words.join(u", "_s);
}

QString verdictSentence(const observe::LockEntry& entry)
{
    const observe::Judgement judgement = entry.countVotes();
    switch (judgement.verdict) {
    case observe::Verdict::Held:
        return Words::tr("held: one token on %1").arg(tally(entry, judgement));
    case observe::Verdict::Minority:
        return Words::tr("minority: its token is on %1, so nobody holds it")
            .arg(tally(entry, judgement));
    case observe::Verdict::Split:
        return Words::tr("split: several tokens, the largest on %1, so nobody holds it")
            .arg(tally(entry, judgement));
    case observe::Verdict::Unknown:
        return Words::tr("unknown: its token is on %1; %2 did not answer and could change that")
            .arg(tally(entry, judgement), silentMasters(entry));
    case observe::Verdict::Free:
        return Words::tr("free: no master has a token");
    }
    return {};
}

QString heldForSentence(const observe::LockEntry& entry, SteadyTime now, WallTime wallNow)
{
    if (const auto since = entry.packedLock.since()) {
        return Words::tr("%1, since %2 by the holder's clock")
            .arg(durationText(duration_cast<milliseconds>(wallNow - *since)), wallTimeText(*since));
    }
    return Words::tr("at least %1: since it was first seen here")
        .arg(durationText(duration_cast<milliseconds>(now - entry.firstSeen)));
}

QString renewalsSentence(const observe::LockEntry& entry)
{
    return entry.renewals.count == 0 ? Words::tr("none seen")
                                     : Words::tr("%1 seen").arg(entry.renewals.count);
}

QString tokenText(const observe::LockEntry& entry)
{
    const auto token = leadingToken(entry.votes);
    return token ? QString::fromStdString(token->shortHex()) : Words::tr("none");
}

bool isHolderKnownGone(const observe::LockEntry& entry)
{
    const auto provesIt = [](const observe::Evidence& evidence) {
        return evidence.kind == observe::EvidenceKind::HolderProcessGone
            || evidence.kind == observe::EvidenceKind::ExpiredByOwnTimestamp
            || evidence.kind == observe::EvidenceKind::MinorityLeftover;
    };
    return std::any_of(entry.stale.begin(), entry.stale.end(), provesIt);
}

} // namespace lockkeeper::ui
