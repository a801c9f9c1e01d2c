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

/// What is wanted in ZooKeeper.
struct WantedNode {
    Resource resource; ///< nodeOfLock()
    std::string text; ///< placeText() of who wants it
    QueueOptions options{};
    std::stop_token closing{}; ///< as QueueOptions::stop
    /// Runs a task on the loop's thread, unless the client is gone. From any thread.
    std::function<void(std::function<void()>)> post{};
};

/// Queues for the lock as Curator's InterProcessMutex does, and beside its users: creates an
/// ephemeral node in the sequence below the lock's node, holds the lock if that is the first, and
/// else watches the one before it alone. Fair: whoever has queued first gets it first.
///
/// If the reply to the creation is lost, the node is found again by the uuid in its name, and its
/// session: a node that an earlier session has left behind is nobody's. A place in the queue is
/// kept over a lost connection, but not over an expired session: then it queues again, at the end.
/// If it gives up, its node is deleted for certain, before or after `handler` is called.
///
/// Call it on the loop's thread. Calls `handler` exactly once, on that thread.
void queueForNode(NodeSession& session, WantedNode wanted, NodeHandler handler);

} // namespace lockkeeper::lock
