// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/entry_words.h"

#include "core/words/lock_words.h"
#include "ui/models/words/words.h"

using std::chrono::milliseconds;

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
QString verdictSentence(const observe::LockEntry& entry)
{
    return toQt(words::verdictText(entry, entry.countVotes()));
}

QString endTimeText(WallTime wallNow, milliseconds left)
{
    const bool isSoon = left < std::chrono::hours(12);
    return utcTime(wallNow + left).toString(isSoon ? u"HH:mm:ss"_s : u"yyyy-MM-dd HH:mm:ss"_s)
        + u" UTC"_s;
}

QString revokedText(const observe::LockEntry& entry, SteadyTime now, WallTime wallNow)
{
    if (!entry.packedLock.isTombstone())
        return {};
    const observe::Judgement judgement = observe::judge(entry.votes, now);
    if (judgement.neverExpires)
        return Words::tr("revoked, with no TTL");
    if (!judgement.remaining)
        return Words::tr("revoked");
    return Words::tr("revoked, free at %1").arg(endTimeText(wallNow, *judgement.remaining));
}

QString heldForSentence(const observe::LockEntry& entry, SteadyTime now, WallTime wallNow)
{
    // A tombstone's value has the revoke's time.
    if (entry.countVotes().verdict == observe::Verdict::Free || entry.packedLock.isTombstone())
        return Words::tr("not held");
    return toQt(words::heldText(entry, now, wallNow));
}

QString memberText(const observe::Holder& holder)
{
    return Words::tr("%1 \u2013 member %2", "a holder of a shared lock")
        .arg(toQt(words::holderText(holder)), toQt(holder.member->shortHex()));
}

QString tokenText(const observe::LockEntry& entry)
{
    const auto token = leadingToken(entry.votes);
    return token ? toQt(token->shortHex()) : Words::tr("none");
}

} // namespace lockkeeper::ui
