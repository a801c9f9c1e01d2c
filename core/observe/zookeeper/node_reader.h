// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/command_budget.h"
#include "core/observe/zookeeper/node_tree.h"
#include "core/zookeeper/client.h"

#include <absl/container/flat_hash_set.h>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// Reads nodes into a tree, within limits. Thread: the client's loop. Must outlive all handlers of
/// the client.
class NodeReader {
public:
    struct Limits {
        std::uint32_t requestsPerSecond = 5000; ///< 0: no limit
        std::size_t nodes = 200'000;
        std::size_t bytes = std::size_t{256} << 20U; ///< of names, data and queued paths
    };
    /// `onRead(path)`: a node was read or is missing.
    NodeReader(zookeeper::Client& client, NodeTree& tree, const Clock& clock, Limits limits,
        std::function<void(const std::string& path)> onRead);

    /// Drops all reads. Handlers of sent requests still run.
    void clear();
    // Queues a read once. After failure() or hasTooMany(), reads nothing until clear().
    void readBelow(const std::string& path) { ask(path, Task::Kind::Children); }
    void readNew(const std::string& path);
    void readData(const std::string& path) { ask(path, Task::Kind::Data); }
    /// Removes the node and its queued reads. False: the tree had none.
    bool noteDeleted(const std::string& path);
    void stop(Error why);
    /// For rights granted since: servers do not report them.
    void retryRefused();
    /// Sends due requests: call it ten times a second.
    void tick();

    /// Since clear().
    [[nodiscard]] std::uint64_t asked() const noexcept { return m_asked; }
    /// True once the first `reads` of asked() have ended.
    [[nodiscard]] bool haveEnded(std::uint64_t reads) const
    {
        return (m_order.empty() || m_order.begin()->first > reads)
            && (m_sent.empty() || *m_sent.begin() > reads);
    }
    [[nodiscard]] bool isIdle() const noexcept { return m_tasks.empty() && m_sent.empty(); }
    /// Since clear().
    [[nodiscard]] std::size_t nodesRead() const noexcept { return m_nodesRead; }
    [[nodiscard]] bool hasTooMany() const noexcept { return m_hasTooMany; }
    /// Reading stopped: the tree is incomplete.
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }
    /// Forbidden or too large nodes; refusal() is the first one's error.
    [[nodiscard]] std::size_t refused() const noexcept { return m_refused.size(); }
    [[nodiscard]] const std::optional<Error>& refusal() const noexcept { return m_refusal; }

private:
    struct Task {
        enum class Kind { Children, Data, Stat };
        std::string path;
        Kind kind;
        friend auto operator<=>(const Task&, const Task&) = default;
    };
    using Number = std::uint64_t;
    void ask(const std::string& path, Task::Kind kind);
    void send(const Task& task, Number number);
    void dropTasks();
    [[nodiscard]] bool isStopped() const noexcept { return m_hasTooMany || m_failure; }
    template <class T, class Take> auto handlerOf(const Task& task, Number number, Take take);
    void takeChildren(const std::string& path, const zookeeper::NodeChildren& children);
    void takeData(const std::string& path, const zookeeper::NodeData& data);
    void noteMissing(const std::string& path);
    void noteFailed(const Task& task, const Error& error);
    void noteAllowed(const std::string& path);

    zookeeper::Client& m_client;
    NodeTree& m_tree;
    const Clock& m_clock;
    const Limits m_limits;
    std::function<void(const std::string& path)> m_onRead;
    CommandBudget m_budget;
    std::map<Task, Number> m_tasks;
    std::map<Number, const Task*> m_order;
    std::size_t m_pathBytes = 0;
    std::set<Number> m_sent;
    absl::flat_hash_set<std::size_t> m_refused;
    std::set<Task> m_again;
    std::optional<Error> m_refusal;
    std::optional<Error> m_failure;
    std::size_t m_nodesRead = 0;
    std::uint64_t m_asked = 0;
    std::uint64_t m_epoch = 0;
    bool m_hasTooMany = false;
};

} // namespace lockkeeper::observe
