// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/action_words.h"

#include "core/release/revocable.h"
#include "core/text/translate.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {

FreeWay freeWayOf(const observe::LockEntry& entry)
{
    const observe::DecodedLock lock = entry.unpackLock();
    if (!lock.part || (!lock.part->isCount() && lock.holders.empty()))
        return FreeWay::Whole;
    return lock.part->isCount() ? FreeWay::Count : FreeWay::Holder;
}

QString whyDisabled(
    release::Action action, const observe::LockEntry& entry, const Standing& standing)
{
    const bool isRevoke = action == release::Action::Revoke;
    if (standing.isGone)
        return Words::tr("It is gone: there is nothing to free.");
    if (standing.isReadOnly)
        return readOnlyHint(standing.refusal);
    if (standing.isHidden)
        return Words::tr("It is not in the table: the filter or a group hides it.");
    if (standing.isOurs)
        return isRevoke ? Words::tr("This window holds it: release it.") : QString();
    if (!leadingToken(entry.votes))
        return Words::tr("No master that answers stores it: see the Masters page.");
    if (!isRevoke && freeWayOf(entry) != FreeWay::Whole)
        return {};
    const observe::DecodedLock lock = entry.unpackLock();
    if (const auto releasable = release::checkReleasable(lock); !releasable)
        return safeText(trData(releasable.error().text));
    const auto revocable = release::checkRevocable(lock);
    return isRevoke && !revocable ? safeText(trData(revocable.error().text)) : QString();
}

} // namespace lockkeeper::ui
