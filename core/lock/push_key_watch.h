// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/key_watch.h"
#include "core/lock/listening_links.h"

#include <map>
#include <optional>

namespace lockkeeper::lock {

/// KeyWatch by CLIENT TRACKING (Redis 6): a master reports the next change of each key that was
/// read to a second connection, subscribed to `__redis__:invalidate`. Opts in per read, because
/// prefixes may not overlap. Source: redis.io, "Client-side caching in Redis".
class PushKeyWatch final : public KeyWatch {
public:
    /// Both must outlive it; `links` must not be open yet.
    PushKeyWatch(
        const masters::Masters& masters, ListeningLinks& links, std::chrono::milliseconds timeout);

    [[nodiscard]] ListenerId listen(
        const std::vector<Resource>& resources, Listener listener) override;
    void forget(ListenerId id) noexcept override;
    void prepareRead(std::size_t index) override;

private:
    struct Listening {
        std::vector<Resource> resources;
        Listener listener;
    };

    void subscribe(std::size_t index);
    void onPush(std::size_t index, const redis::Reply& push);
    void tell(std::size_t index, const std::string* key);

    const masters::Masters& m_masters;
    ListeningLinks& m_links;
    const std::chrono::milliseconds m_timeout;
    std::vector<std::optional<std::int64_t>> m_clients; ///< of subscribed links
    std::map<ListenerId, Listening> m_listening;
    ListenerId m_lastId = 0;
};

} // namespace lockkeeper::lock
