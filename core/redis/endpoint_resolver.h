// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::redis {

struct LinkStatus;

/// Gives Connections the URL of a server that moves. Thread: the loop's.
class EndpointResolver {
public:
    /// False: unsubscribes.
    using Listener = std::function<bool()>;

    EndpointResolver() = default;
    EndpointResolver(const EndpointResolver&) = delete;
    EndpointResolver& operator=(const EndpointResolver&) = delete;
    virtual ~EndpointResolver() = default;

    /// nullopt while unknown: listeners are notified later. Error: it can't be determined. Never
    /// blocks.
    [[nodiscard]] virtual Result<std::optional<Url>> current() = 0;

    void listen(Listener listener) { m_listeners->push_back(std::move(listener)); }

protected:
    /// A listener may destroy this object.
    void notifyListeners();

private:
    std::shared_ptr<std::vector<Listener>> m_listeners = std::make_shared<std::vector<Listener>>();
};

/// Counts a new address as a Move; false if unchanged.
[[nodiscard]] bool recordAddress(const Url& url, LinkStatus& status);

} // namespace lockkeeper::redis
