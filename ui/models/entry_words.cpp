// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/entry_words.h"

#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <QCoreApplication>
#include <algorithm>

using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {

QString verdictSentence(const observe::LockEntry& entry)
{
    return QString::fromStdString(words::verdictText(entry, entry.countVotes()));
}

QString heldForSentence(const observe::LockEntry& entry, SteadyTime now, WallTime wallNow)
{
    const auto since = entry.packedLock.since();
    return QString::fromStdString(since
            ? words::heldSinceText(*since, wallNow)
            : words::heldAtLeastText(duration_cast<milliseconds>(now - entry.firstSeen)));
}

QString renewalsSentence(const observe::LockEntry& entry, SteadyTime now)
{
    const observe::Renewals& renewals = entry.renewals;
    std::optional<milliseconds> interval;
    if (renewals.interval.count() > 0)
        interval = renewals.interval;
    return QString::fromStdString(words::renewalsText(
        renewals.count, interval, duration_cast<milliseconds>(now - renewals.last)));
}

QString tokenText(const observe::LockEntry& entry)
{
    const auto token = leadingToken(entry.votes);
    return token ? QString::fromStdString(token->shortHex())
                 : QCoreApplication::translate("lockkeeper::ui::EntryWords", "none");
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
