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

/// Queues for a lock by an ephemeral sequential node: docs/guarantees.md, "In ZooKeeper". After
/// giving up, the node is certainly deleted, maybe after `handler`. Calls `handler` once. Thread:
/// the loop's.
void queueForNode(NodeSession& session, WantedNode wanted, NodeHandler handler);

} // namespace lockkeeper::lock
