// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <vector>

namespace lockkeeper::lock {

/// Tells waiters that a resource was touched on a master: released, deleted by an operator, renewed
/// or taken, by whatever library. Best effort: where a master does not let us listen, nobody is
/// told, so whoever waits polls as well. Expiry is not told either.
///
/// Thread-safety: used on the loop's thread; listeners run there too.
class KeyWatch {
public:
    using ListenerId = std::uint64_t;
    /// Gets the index of the master.
    using Listener = std::function<void(std::size_t)>;

    KeyWatch() = default;
    KeyWatch(const KeyWatch&) = delete;
    KeyWatch& operator=(const KeyWatch&) = delete;
    virtual ~KeyWatch() = default;

    /// Calls `listener` whenever a master says that one of the resources was touched, from the next
    /// read() of it there.
    [[nodiscard]] virtual ListenerId listen(
        const std::vector<Resource>& resources, Listener listener)
        = 0;
    virtual void forget(ListenerId id) noexcept = 0;

    /// Sends the commands that make master `index` tell the next change of what the command behind
    /// them reads. Call it just before that command.
    virtual void prepareRead(std::size_t index) = 0;
};

} // namespace lockkeeper::lock
