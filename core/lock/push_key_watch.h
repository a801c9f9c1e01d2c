// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/key_watch.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/redis/connection.h"

#include <map>
#include <memory>
#include <optional>

namespace lockkeeper::lock {

/// KeyWatch by CLIENT TRACKING. A master remembers which keys were read and reports their next
/// change to a second connection, which subscribes to `__redis__:invalidate`. The second
/// connections are opened by the first listen(). Works with any server from Redis 6, for releases
/// by any library and deletions by operators. Source: redis.io, "Client-side caching in Redis".
///
/// Tracking is opted in per read, not by prefix: prefixes of one client may not overlap, and
/// changes of other keys are of no interest.
class PushKeyWatch final : public KeyWatch {
public:
    /// `masters` owns the connections that read. It must outlive this object. Use on its loop's
    /// thread.
    PushKeyWatch(
        const masters::Masters& masters, std::string clientName, std::chrono::milliseconds timeout);
    ~PushKeyWatch() override;

    [[nodiscard]] ListenerId listen(
        const std::vector<Resource>& resources, Listener listener) override;
    void forget(ListenerId id) noexcept override;
    void prepareRead(std::size_t index) override;

private:
    /// The second connection to a master.
    struct Channel {
        std::unique_ptr<redis::Connection> connection; ///< null: not supported by this master
        std::optional<std::int64_t> clientId; ///< id of the subscribed connection
    };
    struct Listening {
        std::vector<Resource> resources;
        Listener listener;
    };

    void open();
    void subscribe(std::size_t index);
    void onPush(std::size_t index, const redis::Reply& push);
    /// Notifies the listeners of `key`; of all resources, if it is null.
    void tell(std::size_t index, const std::string* key);

    const masters::Masters& m_masters;
    const std::string m_clientName;
    const std::chrono::milliseconds m_timeout;
    std::vector<Channel> m_channels; ///< by master; empty before the first listen()
    std::map<ListenerId, Listening> m_listening;
    ListenerId m_lastId = 0;
};

} // namespace lockkeeper::lock
