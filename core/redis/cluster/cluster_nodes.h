// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/cluster/cluster_map.h"
#include "core/redis/link/connection.h"

#include <map>
#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// Options of a ClusterTransport.
struct ClusterOptions {
    MasterId id;
    std::vector<Url> seeds; ///< at least one; login and TLS of the first are used for all nodes
    ConnectionOptions connection; ///< for each node
    /// If true, the Cluster is Up while at least one shard is, with an `outage` while others do not
    /// answer; for watching. If false, it is Up only while all shards are.
    bool toleratesMissingShards = false;
};

/// The nodes of a Cluster: a connection to each, and the map of their slots, which is read from the
/// nodes themselves. A node that serves no slots any more is removed once nobody uses it.
///
/// Ownership: `options` must outlive it. Thread: that of the event loop; it may be destroyed on any
/// thread after close().
class ClusterNodes {
public:
    ClusterNodes(EventLoop& loop, const ClusterOptions& options);
    ClusterNodes(EventLoop& loop, ClusterOptions&& options) = delete;

    /// The latest map; null until one was read.
    [[nodiscard]] const ClusterMap* map() const noexcept { return m_map ? &*m_map : nullptr; }
    /// Why there is no map; nullopt before the first answer, or if there is one.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }
    /// Reads the map anew: from `from` if set, else from a node that is up, else from all seeds, of
    /// which the first valid answer counts. Calls `done`, never before this function has returned,
    /// when there is a map or none can be had. Calls during a request share its result.
    void readMap(
        std::function<void()> done = {}, const std::optional<NodeAddress>& from = std::nullopt);
    /// Records a MOVED redirection, and reads the map anew from the node that it names. There must
    /// be a map.
    void follow(const Redirection& moved);

    /// The connection to a node, which is made now if there is none. It stays until release() was
    /// called for each use().
    [[nodiscard]] Connection& use(const NodeAddress& address);
    void release(const NodeAddress& address);

    [[nodiscard]] Url urlOf(const NodeAddress& address) const;
    /// Connecting for a node without a connection.
    [[nodiscard]] LinkStatus statusOf(const NodeAddress& address) const;
    /// True if the shard may be lacking and does not answer.
    [[nodiscard]] bool isOut(const NodeAddress& address) const;
    /// The first shard behind `last` that is not out; nullopt if there is none. There must be a
    /// map.
    [[nodiscard]] std::optional<NodeAddress> nextShard(const NodeAddress& last) const;
    /// The first shard behind `last`, out or not; nullopt if there is none. There must be a map.
    [[nodiscard]] std::optional<NodeAddress> shardBehind(const NodeAddress& last) const;

    /// Ends all connections. No handler is called afterwards.
    void close();

private:
    struct Node {
        std::unique_ptr<Connection> connection;
        std::size_t uses = 0;
    };

    [[nodiscard]] Node& nodeAt(const NodeAddress& address);
    [[nodiscard]] std::vector<NodeAddress> mapSources() const;
    void onMap(const NodeAddress& asked, const Result<Reply>& reply);
    void retireNodes();

    EventLoop& m_loop;
    const ClusterOptions& m_options;
    std::optional<ClusterMap> m_map;
    std::optional<Error> m_error;
    std::map<NodeAddress, Node> m_nodes;
    std::size_t m_mapQuestions = 0; ///< CLUSTER SLOTS requests in progress
    bool m_isMapAnswered = false; ///< one of these requests has been answered
    std::vector<std::function<void()>> m_mapWaiters;
    Lifetime m_lifetime; ///< for tasks that are still posted
};

} // namespace lockkeeper::redis
