// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/event_loop.h"
#include "core/zookeeper/client.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockkeeper::lab {

/// Watches ZooKeeper queues directly. Lives on its loop; destroy it there or after stop().
class NodeLook {
public:
    struct Place {
        std::string name;
        std::int64_t pid = 0; ///< of the contender, as the node says
    };
    /// Locks count from 1; the first place holds.
    using Handler = std::function<void(int lock, const std::vector<Place>& queue)>;

    NodeLook(EventLoop& loop, const std::string& url, int locks, Handler onQueue);
    NodeLook(const NodeLook&) = delete;
    NodeLook& operator=(const NodeLook&) = delete;

private:
    void list(int lock);
    void tell(int lock);

    struct Queue {
        std::string path;
        std::vector<std::string> names{};
        std::map<std::string, std::int64_t> pids{}; ///< of places whose data were read
        std::uint64_t looks = 0;
    };
    int m_locks;
    Handler m_onQueue;
    std::vector<Queue> m_queues;
    zookeeper::Client m_client;
};

} // namespace lockkeeper::lab
