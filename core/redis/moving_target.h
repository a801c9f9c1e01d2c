// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::redis {

/// Where a server is that moves: what a Connection asks before each attempt. Lives on the loop's
/// thread.
class MovingTarget {
public:
    /// Returns false when it wants to hear no more.
    using Listener = std::function<bool()>;

    MovingTarget() = default;
    MovingTarget(const MovingTarget&) = delete;
    MovingTarget& operator=(const MovingTarget&) = delete;
    virtual ~MovingTarget() = default;

    /// The server's place; nullopt while that is being found out, in which case the listeners hear
    /// of it. An Error tells why it can't be found just now. Never blocks.
    [[nodiscard]] virtual Result<std::optional<Url>> current() = 0;

    /// Calls `listener` each time current() has changed.
    void listen(Listener listener) { m_listeners->push_back(std::move(listener)); }

protected:
    /// This object may be gone afterwards.
    void tellListeners();

private:
    /// Shared with tellListeners(): what a listener does may end this object.
    std::shared_ptr<std::vector<Listener>> m_listeners = std::make_shared<std::vector<Listener>>();
};

} // namespace lockkeeper::redis
