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
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// How far a server's clock is ahead; negative: behind.
struct ClockOffset {
    std::chrono::milliseconds ahead{0};
    /// Largest error: half of the round trip.
    std::chrono::milliseconds tolerance{0};

    /// The certain part; 0: the clocks may agree.
    [[nodiscard]] std::chrono::milliseconds certain() const noexcept;
};

struct DatabaseKeys {
    std::uint32_t database = 0;
    std::uint64_t keys = 0;
    friend bool operator==(const DatabaseKeys&, const DatabaseKeys&) = default;
};

struct ServerProduct {
    std::string name; ///< "Redis", "Valkey", "KeyDB", "Dragonfly"
    std::string version;
    friend bool operator==(const ServerProduct&, const ServerProduct&) = default;
};

/// From INFO and TIME, as CONFIG is often forbidden. Unknown fields are unset. Texts are unchecked:
/// show them through displaySafe().
struct ServerFacts {
    SteadyTime readAt{};
    std::string user{}; ///< whom a missing permission must be granted to; empty: the default user
    std::optional<ServerProduct> product{};
    std::optional<ClockOffset> clock{};
    std::optional<Error> clockError{}; ///< why the clock is unknown
    std::optional<std::string> evictionPolicy{};
    std::optional<std::uint64_t> memoryLimit{}; ///< bytes; 0: none
    std::optional<std::uint64_t> usedMemory{}; ///< bytes
    std::optional<std::uint64_t> systemMemory{}; ///< bytes of its machine
    std::optional<std::uint64_t> evictedKeys{}; ///< since its start
    std::optional<bool> hasAppendOnlyFile{};
    bool isAppendFailing = false; ///< the latest write to it failed
    bool isSnapshotFailing = false;
    std::optional<std::chrono::seconds> uptime{};
    bool isLoading = false; ///< its data, after a start: it answers no command on keys
    std::uint32_t database = 0;
    std::vector<DatabaseKeys> databases{}; ///< with keys
    std::optional<Error> infoError{}; ///< why only the clock is known
};
using ServerFactsPtr = std::shared_ptr<const ServerFacts>;

/// From a reply to TIME. `sent` and `received`: our clock. Unsupported: another reply.
[[nodiscard]] Result<ClockOffset> clockOffsetOf(
    const Result<redis::Reply>& time, WallTime sent, WallTime received);

/// Which program answered INFO; nullopt: it does not say.
[[nodiscard]] std::optional<ServerProduct> productIn(std::string_view info);

void addInfo(ServerFacts& facts, const Result<redis::Reply>& info);

} // namespace lockkeeper::observe
