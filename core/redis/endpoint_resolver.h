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

/// Endpoint resolver: tells a Connection where a server that moves is now. A Connection asks it
/// before each attempt. Used on the loop's thread.
class EndpointResolver {
public:
    /// Returns false to unsubscribe.
    using Listener = std::function<bool()>;

    EndpointResolver() = default;
    EndpointResolver(const EndpointResolver&) = delete;
    EndpointResolver& operator=(const EndpointResolver&) = delete;
    virtual ~EndpointResolver() = default;

    /// The current URL of the server. nullopt while it is being determined; the listeners are
    /// called when it is known. An Error says why it can't be determined now. Never blocks.
    [[nodiscard]] virtual Result<std::optional<Url>> current() = 0;

    /// Calls `listener` whenever current() has changed.
    void listen(Listener listener) { m_listeners->push_back(std::move(listener)); }

protected:
    /// Notifies the listeners. A listener may destroy this object.
    void notifyListeners();

private:
    /// Shared with notifyListeners(), because a listener may destroy this object.
    std::shared_ptr<std::vector<Listener>> m_listeners = std::make_shared<std::vector<Listener>>();
};

/// Records in `status` that the server is at `url` now: another address than before is a Move.
/// Returns false if the address is the same.
[[nodiscard]] bool recordAddress(const Url& url, LinkStatus& status);

} // namespace lockkeeper::redis
