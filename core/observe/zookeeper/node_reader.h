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

/// Reads nodes into a tree, within limits. Lives on the client's loop; not thread-safe. `client`,
/// `tree` and `clock` outlive it; it outlives all handlers of the client.
class NodeReader {
public:
    struct Limits {
        std::uint32_t requestsPerSecond = 5000; ///< 0: no limit
        std::size_t nodes = 200'000;
    };
    /// `onRead(path)`: a node was read or is missing.
    NodeReader(zookeeper::Client& client, NodeTree& tree, const Clock& clock, Limits limits,
        std::function<void(const std::string& path)> onRead);

    /// Drops all reads. Handlers of sent requests are still called.
    void clear();
    void readBelow(const std::string& path) { ask(path, Task::Kind::Children); }
    void readNew(const std::string& path);
    void readData(const std::string& path) { ask(path, Task::Kind::Data); }
    /// Sends due requests. Call it ten times a second.
    void tick();

    /// Reads requested and ended since clear(). They end in order.
    [[nodiscard]] std::uint64_t asked() const noexcept { return m_asked; }
    [[nodiscard]] std::uint64_t ended() const noexcept { return m_asked - m_tasks.size() - m_sent; }
    [[nodiscard]] bool isIdle() const noexcept { return m_tasks.empty() && m_sent == 0; }
    /// Since clear().
    [[nodiscard]] std::size_t nodesRead() const noexcept { return m_nodesRead; }
    [[nodiscard]] bool hasTooMany() const noexcept { return m_hasTooMany; }
    /// Why reading stopped: the tree is incomplete.
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }
    /// Counts forbidden or too large nodes; refusal() is the first one's error.
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
    std::size_t m_sent = 0;
    std::size_t m_nodesRead = 0;
    std::uint64_t m_asked = 0;
    std::uint64_t m_epoch = 0;
    bool m_hasTooMany = false;
};

} // namespace lockkeeper::observe
