// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/round.h"

#include "core/text/translate.h"

#include <absl/container/inlined_vector.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::lock {

std::optional<Error> LockContext::refuseVote(std::size_t index, SteadyTime start) const
{
    if (quarantine == nullptr || !quarantine->endAfter(masters[index]->forgotAt(), start))
        return std::nullopt;
    constexpr std::size_t kUsually = 5;
    absl::InlinedVector<std::optional<SteadyTime>, kUsually> forgotAt;
    for (const redis::Transport* master : masters)
        forgotAt.push_back(master->forgotAt());
    const auto end = quarantine->endOf(index, forgotAt, start);
    if (!end)
        return std::nullopt;
    const auto left = std::chrono::ceil<std::chrono::seconds>(*end - clock->now());
    return Error{ErrorClass::Quarantined,
        absl::Substitute(trNoop("it has started or changed its role, and may have forgotten who "
                                "holds the lock; its vote counts again in $0 s",
                             "data"),
            left.count()),
        masters[index]->master()};
}

} // namespace lockkeeper::lock
