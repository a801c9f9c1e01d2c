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

/// What a client tells everybody while it waits for a lock, as the name of a channel that it
/// subscribes to. Nothing is written or published, and it is gone with the connection.
///
/// The name is
/// `lk1:wait:<resources>:<host>:<pid>:<app>:<since-unix-ms>:p<process>:w<id>:f:h<tokens>`. Text
/// fields are percent-encoded; commas divide resources and tokens. p is missing if the process is
/// unknown, f unless the waiter gives up in a deadlock, h if it is unknown what the waiter holds; l
/// stands for h if that is not certain. Other fields that begin with a letter may come with later
/// versions. They are ignored.
struct WaitAnnouncement {
    std::vector<Resource> resources; ///< waited for, together
    Owner owner;
    WallTime since{}; ///< by the waiter's clock
    std::string id; ///< 16 hex digits: tells the waiters of all processes apart
    /// The tokens of the locks that it holds while it waits. nullopt: that is unknown; its process
    /// may hold some.
    std::optional<std::vector<Fingerprint>> holding{};
    /// False: they are held by somebody who need not wait meanwhile, such as a script that has
    /// started the waiter.
    bool isHoldingCertain = true;
    bool failsOnDeadlock = false; ///< OnDeadlock::Fail

    friend bool operator==(const WaitAnnouncement&, const WaitAnnouncement&) = default;
};

/// What the names of all such channels begin with.
inline constexpr std::string_view kWaitChannelPrefix = "lk1:wait:";
/// Longer names are neither written nor read.
inline constexpr std::size_t kLongestWaitChannel = 4096;

/// A new id for an announcement. Does not block.
[[nodiscard]] Result<std::string> makeWaitId();

/// The name of the channel. Without `holding` if it would be longer than kLongestWaitChannel with
/// it; nullopt if it is too long without it, too. Pure.
[[nodiscard]] std::optional<std::string> channelOf(const WaitAnnouncement& announcement);

/// nullopt for a name that channelOf() can't have made. Pure.
[[nodiscard]] std::optional<WaitAnnouncement> parseWaitChannel(std::string_view name);

} // namespace lockkeeper::lock
