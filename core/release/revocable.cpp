// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/revocable.h"

#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <string_view>

namespace lockkeeper::release {
namespace {

bool isRevocable(std::string_view name)
{
    const observe::FormatPtr format = observe::builtinFormat(name);
    return format && format->isRevocable;
}

} // namespace

Result<void> checkReleasable(const observe::DecodedLock& lock)
{
    if (!lock.isReleasable && lock.format == observe::kUnknownFormat)
        return fail(ErrorClass::Unsupported,
            trNoop("View only: who releases such a lock safely would have to know its library.",
                "data"));
    if (!lock.isReleasable && lock.part)
        return fail(ErrorClass::Unsupported,
            lock.part->isCount()
                ? trNoop("It is not released as a whole: set its number instead.", "data")
                : trNoop("It is not released as a whole: free its holders one by one.", "data"));
    if (const auto format = observe::builtinFormat(lock.format);
        !lock.isReleasable && format && !format->viewOnly.empty())
        return fail(ErrorClass::Unsupported, format->viewOnly);
    if (!lock.isReleasable)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("View only: a safe release of locks of $0 is not known.", "data"),
                displaySafe(lock.format)));
    return {};
}

Result<void> checkRevocable(const observe::DecodedLock& lock)
{
    if (observe::isTombstone(lock.format))
        return fail(ErrorClass::Unsupported,
            trNoop("It is revoked already: it is free when its TTL has passed, or when it is "
                   "released.",
                "data"));
    if (lock.format == observe::kQueueFormat)
        return fail(ErrorClass::Unsupported,
            trNoop("Nobody holds it: there is nothing to revoke.", "data"));
    if (lock.holder.node || (lock.part && lock.part->kind == observe::PartKind::Node))
        return fail(ErrorClass::Unsupported,
            trNoop("It has no TTL that a tombstone could keep: it is released, or its holder ends "
                   "its session.",
                "data"));
    const bool areAllRevocable
        = isRevocable(lock.format) && std::ranges::all_of(lock.alternatives, isRevocable);
    if (areAllRevocable)
        return {};
    const bool isUnknown = lock.format == observe::kUnknownFormat;
    return fail(ErrorClass::Unsupported,
        absl::Substitute(trNoop("Locks of $0 can't be revoked: their library is not known to "
                                "compare the value before it extends or deletes it.",
                             "data"),
            isUnknown ? trNoop("an unknown library", "data") : displaySafe(lock.format)));
}

} // namespace lockkeeper::release
