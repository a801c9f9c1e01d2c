// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <vector>

namespace lockkeeper::lock {

/// Notifies waiters when a master reports a change of a resource: a release, a deletion by an
/// operator, a renewal or an acquisition, by any library. Best effort: a master without support
/// sends no notifications, and expiry is not reported. So waiters must poll as well.
///
/// Thread-safety: used on the loop's thread; listeners run there too.
class KeyWatch {
public:
    using ListenerId = std::uint64_t;
    /// Receives the index of the master.
    using Listener = std::function<void(std::size_t)>;

    KeyWatch() = default;
    KeyWatch(const KeyWatch&) = delete;
    KeyWatch& operator=(const KeyWatch&) = delete;
    virtual ~KeyWatch() = default;

    /// Calls `listener` whenever a master reports a change of one of the resources. Takes effect on
    /// a master with the next read of the resource that follows a prepareRead().
    [[nodiscard]] virtual ListenerId listen(
        const std::vector<Resource>& resources, Listener listener)
        = 0;
    virtual void forget(ListenerId id) noexcept = 0;

    /// Sends the commands that make master `index` report the next change of the keys that the
    /// following command reads. Call just before sending that command.
    virtual void prepareRead(std::size_t index) = 0;
};

} // namespace lockkeeper::lock
