// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/key_watch.h"
#include "core/lock/listening_links.h"

#include <map>
#include <optional>

namespace lockkeeper::lock {

/// KeyWatch by CLIENT TRACKING. A master remembers which keys were read and reports their next
/// change to a second connection, which subscribes to `__redis__:invalidate`. Works with any server
/// from Redis 6, for releases by any library and deletions by operators. Source: redis.io,
/// "Client-side caching in Redis".
///
/// Tracking is opted in per read, not by prefix: prefixes of one client may not overlap, and
/// changes of other keys are of no interest.
class PushKeyWatch final : public KeyWatch {
public:
    /// `masters` owns the connections that read, `links` those that are told. They must outlive
    /// this object, and the links must not be open yet. Use on their loop's thread.
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
    /// Notifies the listeners of `key`; of all resources, if it is null.
    void tell(std::size_t index, const std::string* key);

    const masters::Masters& m_masters;
    ListeningLinks& m_links;
    const std::chrono::milliseconds m_timeout;
    std::vector<std::optional<std::int64_t>>
        m_clients; ///< by master: the id of its subscribed link
    std::map<ListenerId, Listening> m_listening;
    ListenerId m_lastId = 0;
};

} // namespace lockkeeper::lock
