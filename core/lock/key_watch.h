// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <vector>

namespace lockkeeper::lock {

/// Notifies waiters of changes of resources. Best effort: some masters can't, none reports expiry,
/// so waiters also poll. Thread: the loop's, listeners included.
class KeyWatch {
public:
    using ListenerId = std::uint64_t;
    using Listener = std::function<void(std::size_t)>;

    KeyWatch() = default;
    KeyWatch(const KeyWatch&) = delete;
    KeyWatch& operator=(const KeyWatch&) = delete;
    virtual ~KeyWatch() = default;

    /// Takes effect with a read behind prepareRead().
    [[nodiscard]] virtual ListenerId listen(
        const std::vector<Resource>& resources, Listener listener)
        = 0;
    virtual void forget(ListenerId id) noexcept = 0;

    /// The next command's keys are watched for one change.
    virtual void prepareRead(std::size_t index) = 0;
};

} // namespace lockkeeper::lock
