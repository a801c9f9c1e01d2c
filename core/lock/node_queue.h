// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/acquire_options.h"
#include "core/lock/node_lease.h"

#include <functional>
#include <memory>
#include <string>
#include <variant>

namespace lockkeeper::lock {

using NodeOutcome = Result<std::variant<std::shared_ptr<NodeLease>, Contended, NoQuorum>>;
using NodeHandler = std::function<void(NodeOutcome)>;

struct WantedNode {
    Resource resource;
    std::string text;
    QueueOptions options{};
    std::stop_token closing{};
    /// Runs a task on the loop's thread, unless the client is gone. Any thread.
    std::function<void(std::function<void()>)> post{};
};

/// Queues for a lock beside users of Curator's InterProcessMutex: an ephemeral sequential node; the
/// first holds the lock, each other watches the one before it. Finds it by uuid and session after a
/// lost reply. A lost connection keeps the place, an expired session loses it. Giving up certainly
/// deletes the node, maybe after `handler`. Calls `handler` once. Thread: the loop's.
void queueForNode(NodeSession& session, WantedNode wanted, NodeHandler handler);

} // namespace lockkeeper::lock
