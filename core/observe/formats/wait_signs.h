// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/holder.h"
#include "core/observe/reading/key_reading.h"
#include "core/text/fingerprint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// Waiters for a lock, as far as known.
struct WaitCount {
    static constexpr std::size_t kUnbounded = SIZE_MAX;

    std::size_t least = 0;
    std::size_t most = 0; ///< kUnbounded: there may be more
    std::size_t gone = 0; ///< queued, but not listening

    [[nodiscard]] bool isNone() const noexcept { return most == 0 && gone == 0; }
    void add(const WaitCount& other) noexcept
    {
        least += other.least;
        most = most == kUnbounded || other.most == kUnbounded ? kUnbounded : most + other.most;
        gone += other.gone;
    }
    friend bool operator==(const WaitCount&, const WaitCount&) = default;
};

struct QueuedWaiter {
    Holder holder;
    Fingerprint token; ///< of each lock that it holds
};

/// What a library leaves on a master for each waiter, see docs/formats.md, "Who waits".
struct WaitSigns {
    /// Clients subscribe once for all their waiting threads.
    std::function<std::string(std::string_view key)> channel{};
    std::string channelBegins{};
    /// A new wait has a new time there. Empty: no queue.
    std::function<WaitQueue(std::string_view key)> queue{};
    /// Decodes an element, whose waiter listens to `channel:element`.
    std::function<std::optional<QueuedWaiter>(std::string_view element)> queued{};
    /// On a list: the server counts blocked clients.
    bool areBlocked = false;

    [[nodiscard]] bool isEmpty() const noexcept { return !channel && !areBlocked; }
};

} // namespace lockkeeper::observe
