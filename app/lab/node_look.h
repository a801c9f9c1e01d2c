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

/// Looks at the queues of locks in ZooKeeper as they change, past all that contenders do. Lives on
/// its loop, and is destroyed there or after the loop has stopped.
class NodeLook {
public:
    struct Place {
        std::string name; ///< of the node: no other node has it
        std::int64_t pid = 0; ///< of who stands there, as the node says
    };
    /// Gets the queue of a lock, from 1, whenever it has changed: the first holds.
    using Handler = std::function<void(int lock, const std::vector<Place>& queue)>;

    /// `url`: of the server, see sandbox::ZooKeeperProcess.
    NodeLook(EventLoop& loop, const std::string& url, int locks, Handler onQueue);
    NodeLook(const NodeLook&) = delete;
    NodeLook& operator=(const NodeLook&) = delete;

private:
    void list(int lock);
    void tell(int lock);

    struct Queue {
        std::string path;
        std::vector<std::string> names{};
        std::map<std::string, std::int64_t> pids{}; ///< of those whose data were read
        std::uint64_t looks = 0;
    };
    int m_locks;
    Handler m_onQueue;
    std::vector<Queue> m_queues; ///< by lock from 0
    zookeeper::Client m_client;
};

} // namespace lockkeeper::lab
