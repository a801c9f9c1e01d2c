// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/endpoint_resolver.h"

#include "core/redis/transport.h"

#include <iterator>
#include <utility>

namespace lockkeeper::redis {

void EndpointResolver::notifyListeners()
{
    const auto kept = m_listeners;
    // A listener added now has the URL already.
    std::vector<Listener> listeners = std::exchange(*kept, {});
    std::erase_if(listeners, [](const Listener& listener) { return !listener(); });
    kept->insert(kept->end(), std::make_move_iterator(listeners.begin()),
        std::make_move_iterator(listeners.end()));
}

bool recordAddress(const Url& url, LinkStatus& status)
{
    std::string address = url.redacted();
    if (status.address == address)
        return false;
    if (status.address)
        status.move = Move{
            *status.address, address, BootClock::now(), status.move ? status.move->count + 1 : 1};
    status.address = std::move(address);
    return true;
}

} // namespace lockkeeper::redis
