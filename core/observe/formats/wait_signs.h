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

/// How many wait for a lock, as far as that is known.
struct WaitCount {
    static constexpr std::size_t kUnbounded = SIZE_MAX;

    std::size_t least = 0;
    std::size_t most = 0; ///< kUnbounded: there may be more
    std::size_t gone = 0; ///< that stand in the lock's queue, but don't listen any more

    [[nodiscard]] bool isNone() const noexcept { return most == 0 && gone == 0; }
    void add(const WaitCount& other) noexcept
    {
        least += other.least;
        most = most == kUnbounded || other.most == kUnbounded ? kUnbounded : most + other.most;
        gone += other.gone;
    }
    friend bool operator==(const WaitCount&, const WaitCount&) = default;
};

/// A waiter as a library names it in the queue beside a lock.
struct QueuedWaiter {
    Holder holder;
    Fingerprint token; ///< of each lock that it holds, if it holds some
};

/// What a lock library leaves on a master while somebody waits for one of its locks. Empty:
/// nothing.
struct WaitSigns {
    /// The channel to which each client with waiters subscribes, once for all its threads.
    std::function<std::string(std::string_view key)> channel{};
    std::string channelBegins{}; ///< what the names of these channels begin with
    /// The queue beside a lock; a new wait has another time there. Empty: there is none.
    std::function<WaitQueue(std::string_view key)> queue{};
    /// Decodes an element of the queue. Such a waiter subscribes to a channel of its own:
    /// `channel`, a colon and this element.
    std::function<std::optional<QueuedWaiter>(std::string_view element)> queued{};
    /// Waiters block on a list: they are among the clients that the server counts as blocked.
    bool areBlocked = false;

    [[nodiscard]] bool isEmpty() const noexcept { return !channel && !areBlocked; }
};

} // namespace lockkeeper::observe
