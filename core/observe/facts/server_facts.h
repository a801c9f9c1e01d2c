// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/redis/reply.h"
#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// How far a server's clock is ahead of ours; negative: behind.
struct ClockOffset {
    std::chrono::milliseconds ahead{0};
    /// The true offset differs by this much at most: half of the round trip.
    std::chrono::milliseconds tolerance{0};

    /// What is certain of the offset; 0: the clocks may agree.
    [[nodiscard]] std::chrono::milliseconds certain() const noexcept;
};

/// One of a server's databases, with the keys that it stores.
struct DatabaseKeys {
    std::uint32_t database = 0;
    std::uint64_t keys = 0;
    friend bool operator==(const DatabaseKeys&, const DatabaseKeys&) = default;
};

/// What a server says of itself that matters for the locks that it stores. Everything is from INFO,
/// which servers answer that have no CONFIG for their users; the clock is from TIME. What is not
/// known is unset. Text comes from the server: pass it through displaySafe() before showing it.
struct ServerFacts {
    SteadyTime readAt{};
    std::string user{}; ///< that a missing permission must be granted to; empty: the default user
    std::optional<ClockOffset> clock{};
    std::optional<Error> clockError{}; ///< why the clock is not known
    std::optional<std::string> evictionPolicy{};
    std::optional<std::uint64_t> memoryLimit{}; ///< bytes; 0: none
    std::optional<std::uint64_t> usedMemory{}; ///< bytes
    std::optional<std::uint64_t> systemMemory{}; ///< bytes of its machine
    std::optional<std::uint64_t> evictedKeys{}; ///< since it was started
    std::optional<bool> hasAppendOnlyFile{};
    bool isAppendFailing = false; ///< the latest write into that file has failed
    bool isSnapshotFailing = false; ///< the latest snapshot has failed
    std::optional<std::chrono::seconds> uptime{};
    std::uint32_t database = 0; ///< that is looked at
    std::vector<DatabaseKeys> databases{}; ///< those that have keys
    std::optional<Error> infoError{}; ///< why nothing but the clock is known
};
using ServerFactsPtr = std::shared_ptr<const ServerFacts>;

/// The reply to TIME as an offset. `sent` and `received`: our clock when TIME was sent and its
/// reply read. Unsupported if the reply is none of TIME. Pure.
[[nodiscard]] Result<ClockOffset> clockOffsetOf(
    const Result<redis::Reply>& time, WallTime sent, WallTime received);

/// Fills `facts` with what a reply to INFO says, with all its usual sections. Pure.
void addInfo(ServerFacts& facts, const Result<redis::Reply>& info);

} // namespace lockkeeper::observe
