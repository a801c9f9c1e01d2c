// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/evidence.h"
#include "core/observe/formats/format.h"
#include "core/observe/verdict.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// One resource as the board sees it: all votes and what follows from them. Published as an
/// immutable value; safe to share between threads.
struct LockEntry {
    Resource resource;
    ValueType type = ValueType::None;
    Recognised lock; ///< format and holder, from the token that leads the votes
    Judgement judgement;
    std::vector<Vote> votes; ///< one per master, in the deployment's order
    std::vector<Evidence> stale;
    SteadyTime asOf{}; ///< when the votes were added up
    SteadyTime firstSeen{}; ///< of this token
    bool isHeldSinceExact = false; ///< lock.holder.since is known, else only "since first seen"
    std::uint64_t revision = 0; ///< grows when anything but the passing of time changed the entry
    unsigned renewals = 0; ///< times its TTL was seen to jump up
};

using LockEntryPtr = std::shared_ptr<const LockEntry>;

} // namespace lockkeeper::observe
