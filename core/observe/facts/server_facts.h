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
    /// Half of the round trip.
    std::chrono::milliseconds tolerance{0};

    /// 0: the clocks may agree.
    [[nodiscard]] std::chrono::milliseconds certain() const noexcept;
};

struct DatabaseKeys {
    std::uint32_t database = 0;
    std::uint64_t keys = 0;
    friend bool operator==(const DatabaseKeys&, const DatabaseKeys&) = default;
};

struct ServerProduct {
    std::string name;
    std::string version;
    friend bool operator==(const ServerProduct&, const ServerProduct&) = default;
};

/// From INFO and TIME, as CONFIG is often forbidden. Unset: unknown. Texts are unchecked: show them
/// through displaySafe().
struct ServerFacts {
    SteadyTime readAt{};
    std::string user{};
    std::optional<ServerProduct> product{};
    std::optional<ClockOffset> clock{};
    std::optional<Error> clockError{};
    std::optional<std::string> evictionPolicy{};
    std::optional<std::uint64_t> memoryLimit{}; ///< bytes; 0: none
    std::optional<std::uint64_t> usedMemory{}; ///< bytes
    std::optional<std::uint64_t> systemMemory{}; ///< bytes of its machine
    std::optional<std::uint64_t> evictedKeys{}; ///< since its start
    std::optional<bool> hasAppendOnlyFile{};
    bool isAppendFailing = false;
    bool isSnapshotFailing = false;
    std::optional<std::chrono::seconds> uptime{};
    bool isLoading = false; ///< after a start; it answers no command on keys
    std::uint32_t database = 0;
    std::vector<DatabaseKeys> databases{};
    std::optional<Error> infoError{};
};
using ServerFactsPtr = std::shared_ptr<const ServerFacts>;

/// `sent` and `received`: our clock. Unsupported: no reply to TIME.
[[nodiscard]] Result<ClockOffset> clockOffsetOf(
    const Result<redis::Reply>& time, WallTime sent, WallTime received);

[[nodiscard]] std::optional<ServerProduct> productIn(std::string_view info);

void addInfo(ServerFacts& facts, const Result<redis::Reply>& info);

} // namespace lockkeeper::observe
