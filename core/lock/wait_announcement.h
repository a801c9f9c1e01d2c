// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/token.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::lock {

/// A wait, announced as the name of a channel: docs/guarantees.md, "Waiting". Ends with the
/// connection.
///
/// `lk1:wait:<resources>:<host>:<pid>:<app>:<since-unix-ms>:p<process>:w<id>:d<database>:f:h<tokens>`,
/// percent-encoded; commas divide lists. Optional: p; d; f (fails on deadlock); h, or l for
/// uncertain holds. Unknown lettered fields are ignored.
struct WaitAnnouncement {
    std::vector<Resource> resources;
    Owner owner;
    WallTime since{}; ///< by the waiter's clock
    std::string id; ///< 16 hex digits, unique over all processes
    std::optional<int> database{}; ///< of all masters: channels have none; nullopt: unknown
    /// Locks that it holds meanwhile; nullopt: unknown.
    std::optional<std::vector<Fingerprint>> holding{};
    /// False: their holder need not wait, as a script that started the waiter.
    bool isHoldingCertain = true;
    bool failsOnDeadlock = false;

    friend bool operator==(const WaitAnnouncement&, const WaitAnnouncement&) = default;
};

inline constexpr std::string_view kWaitChannelPrefix = "lk1:wait:";
inline constexpr std::size_t kLongestWaitChannel = 4096;

[[nodiscard]] Result<std::string> makeWaitId();

/// Omits `holding` beyond kLongestWaitChannel; nullopt if still too long.
[[nodiscard]] std::optional<std::string> channelOf(const WaitAnnouncement& announcement);

/// nullopt: channelOf() can't have made it.
[[nodiscard]] std::optional<WaitAnnouncement> parseWaitChannel(std::string_view name);

} // namespace lockkeeper::lock
