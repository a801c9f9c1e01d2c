// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::observe {

enum class EvidenceKind {
    NeverExpires, ///< no TTL: it never expires on its own
    MinorityLeftover, ///< a token on fewer masters than the quorum
    HolderProcessGone, ///< the holder ran on this host and its process no longer exists
    ExpiredByOwnTimestamp, ///< the value states an expiry that has passed
};

/// One reason to call a lock stale, with the facts that a sentence about it needs. The sentence
/// itself is made in the front ends.
struct Evidence {
    EvidenceKind kind = EvidenceKind::NeverExpires;
    std::optional<std::int64_t> pid{}; ///< (HolderProcessGone)
    bool isPidReused = false; ///< (HolderProcessGone) another process has the pid now
    std::optional<WallTime> expiredAt{}; ///< (ExpiredByOwnTimestamp)
    std::size_t votes = 0; ///< (MinorityLeftover)
    std::size_t masters = 0; ///< (MinorityLeftover) of the deployment

    friend bool operator==(const Evidence&, const Evidence&) = default;
};

} // namespace lockkeeper::observe
