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

struct ClusterOptions {
    MasterId id;
    std::vector<Url> seeds; ///< the first has login and TLS
    ConnectionOptions connection;
    /// For watching: Up while one shard is, with an `outage` if others are silent.
    bool toleratesMissingShards = false;
};

/// A Cluster's connections and slot map. Drops unused nodes without slots. Thread: the loop's;
/// after close(), any may destroy it.
class ClusterNodes {
public:
    ClusterNodes(EventLoop& loop, const ClusterOptions& options);
    ClusterNodes(EventLoop& loop, ClusterOptions&& options) = delete;

    [[nodiscard]] const ClusterMap* map() const noexcept { return m_map ? &*m_map : nullptr; }
    /// Why there is no map.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }
    /// Reads the map from `from`, else from a node that is up, else from all seeds; the first valid
    /// answer counts. Calls `done` once, later, with or without a map. Joins a running request.
    void readMap(
        std::function<void()> done = {}, const std::optional<NodeAddress>& from = std::nullopt);
    /// Records MOVED, and reads the map from its node. There must be a map.
    void follow(const Redirection& moved);

    /// Connects if necessary. release() each use(): a connection in use stays.
    [[nodiscard]] Connection& use(const NodeAddress& address);
    void release(const NodeAddress& address);

    [[nodiscard]] Url urlOf(const NodeAddress& address) const;
    [[nodiscard]] LinkStatus statusOf(const NodeAddress& address) const;
    /// The shard may be missing, and does not answer.
    [[nodiscard]] bool isOut(const NodeAddress& address) const;
    /// The first behind `last` that is not out. There must be a map.
    [[nodiscard]] std::optional<NodeAddress> nextShard(const NodeAddress& last) const;
    [[nodiscard]] std::optional<NodeAddress> shardBehind(const NodeAddress& last) const;

    /// No handler is called afterwards.
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
    std::size_t m_mapQuestions = 0;
    bool m_isMapAnswered = false;
    std::vector<std::function<void()>> m_mapWaiters;
    Lifetime m_lifetime;
};

/// All shards of a Redis Cluster as one master. A command goes to its first key's shard. Follows
/// MOVED and ASK within the timeout; TRYAGAIN, CLUSTERDOWN and CROSSSLOT are errors.
///
/// Without a key: PING needs all shards; DBSIZE returns the sum; SCAN goes from shard to shard.
/// With toleratesMissingShards the last two skip silent shards. Others are Unsupported: send them
/// to the shards().
///
/// Ownership and thread as Connection.
class ClusterTransport final : public Transport {
public:
    ClusterTransport(EventLoop& loop, ClusterOptions options);
    ~ClusterTransport() override;

    [[nodiscard]] const MasterId& master() const noexcept override { return m_options.id; }
    /// Up if all shards are, else as the first that is not. With toleratesMissingShards its error
    /// is the `outage`; Connecting during the first attempt at a shard.
    [[nodiscard]] LinkStatus status() const override;
    [[nodiscard]] std::optional<Error> outageOf(std::string_view key) const override;
    void send(const Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    [[nodiscard]] std::vector<Url> shards() const;
    [[nodiscard]] std::optional<Url> shardOf(std::string_view key) const;

private:
    struct Request {
        Command command;
        SteadyTime deadline;
        Handler handler;
        bool isUndo = false;
        int redirections = 0;
    };
    using RequestPtr = std::shared_ptr<Request>;

    void begin(
        const Command& command, std::chrono::milliseconds timeout, Handler handler, bool isUndo);
    void route(const RequestPtr& request);
    void sendTo(const NodeAddress& address, const RequestPtr& request, bool isAsking);
    void onReply(const NodeAddress& address, const RequestPtr& request, Result<Reply> reply);
    void follow(const Redirection& redirection, const RequestPtr& request);
    void scan(const RequestPtr& request, const std::vector<std::string>& arguments);
    struct ScanPlace {
        std::string cursor;
        NodeAddress shard;
        bool isPartial = false; ///< a silent shard was skipped
    };
    void scanNode(const ScanPlace& place, const RequestPtr& request);
    [[nodiscard]] Result<Reply> endOfScan(Reply last) const;
    void askAllShards(const RequestPtr& request);
    void failLater(const RequestPtr& request, Error error);
    [[nodiscard]] std::optional<NodeAddress> shardAt(std::uint16_t slot) const;

    EventLoop& m_loop;
    const ClusterOptions m_options;
    ClusterNodes m_nodes;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::redis
