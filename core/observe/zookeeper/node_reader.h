// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/command_budget.h"
#include "core/observe/zookeeper/node_tree.h"
#include "core/zookeeper/client.h"

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// Reads nodes into a tree: whole subtrees, and single nodes. Keeps within a number of requests a
/// second, and of nodes. Not thread-safe; lives on the client's loop. `client`, `tree` and `clock`
/// must outlive it, and it must outlive all handlers of the client.
class NodeReader {
public:
    struct Limits {
        std::uint32_t requestsPerSecond = 5000; ///< 0: no limit
        std::size_t nodes = 200'000;
    };
    /// `onRead(path)` is called when a node was read, or is found to be missing.
    NodeReader(zookeeper::Client& client, NodeTree& tree, const Clock& clock, Limits limits,
        std::function<void(const std::string& path)> onRead);

    /// Forgets what was asked for; what was sent has its handlers called by the client.
    void clear();
    /// Reads the node and all below it.
    void readBelow(const std::string& path) { ask(path, Task::Kind::Children); }
    /// Reads a node that has appeared, with what is below it.
    void readNew(const std::string& path);
    /// Reads the node's data and Stat.
    void readData(const std::string& path) { ask(path, Task::Kind::Data); }
    /// Sends what is due. Call it ten times a second.
    void tick();

    /// How many reads were asked for since the latest clear(), and how many of them have ended.
    /// They end in the order in which they were asked for.
    [[nodiscard]] std::uint64_t asked() const noexcept { return m_asked; }
    [[nodiscard]] std::uint64_t ended() const noexcept { return m_asked - m_tasks.size() - m_sent; }
    /// True if nothing is left to be read.
    [[nodiscard]] bool isIdle() const noexcept { return m_tasks.empty() && m_sent == 0; }
    /// Since the latest clear().
    [[nodiscard]] std::size_t nodesRead() const noexcept { return m_nodesRead; }
    [[nodiscard]] bool hasTooMany() const noexcept { return m_hasTooMany; }
    /// Why nodes could not be read, beside those that may not: the tree lacks something.
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }
    /// Nodes that may not be read, or are too large, and why the first of them is not.
    [[nodiscard]] std::size_t refused() const noexcept { return m_refused.size(); }
    [[nodiscard]] const std::optional<Error>& refusal() const noexcept { return m_refusal; }

private:
    struct Task {
        enum class Kind { Children, Data, Stat };
        std::string path;
        Kind kind;
    };
    void ask(const std::string& path, Task::Kind kind);
    void send(const Task& task);
    template <class T, class Take> auto handlerOf(const Task& task, Take take);
    void takeChildren(const std::string& path, const zookeeper::NodeChildren& children);
    void takeData(const std::string& path, const zookeeper::NodeData& data);
    void noteMissing(const std::string& path);
    void noteFailed(const Task& task, const Error& error);

    zookeeper::Client& m_client;
    NodeTree& m_tree;
    const Clock& m_clock;
    const Limits m_limits;
    std::function<void(const std::string& path)> m_onRead;
    CommandBudget m_budget;
    std::deque<Task> m_tasks;
    std::set<std::string> m_refused;
    std::optional<Error> m_refusal;
    std::optional<Error> m_failure;
    std::size_t m_sent = 0; ///< without a reply
    std::size_t m_nodesRead = 0;
    std::uint64_t m_asked = 0;
    std::uint64_t m_epoch = 0; ///< grows with clear()
    bool m_hasTooMany = false;
};

} // namespace lockkeeper::observe
