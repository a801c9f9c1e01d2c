// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/cluster_map.h"
#include "core/redis/connection.h"

#include <map>
#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// What a ClusterTransport needs to know.
struct ClusterOptions {
    MasterId id;
    std::vector<Url> seeds; ///< at least one; the first one's login and TLS are for all nodes
    ConnectionOptions connection; ///< for each node
    /// The Cluster is Up as long as one shard is, with an `outage` while others do not answer: for
    /// watching. Else it is Up only if all are.
    bool mayLackShards = false;
};

/// All shards of a Redis Cluster as one master. A command goes to the shard that serves the slot of
/// its first key; MOVED and ASK are followed, five times at most and within the command's timeout.
/// TRYAGAIN, CLUSTERDOWN and CROSSSLOT are errors like others.
///
/// Without a key: PING is asked of all shards, and answered if all answer; DBSIZE adds up; SCAN
/// goes through all shards one after the other, its cursor being text that names the shard, and "0"
/// at the beginning and the end. Others are Unsupported: ask the shards() themselves. Where shards
/// may be lacking, DBSIZE and SCAN leave out those that do not answer.
///
/// The map of slots is read from any node when the first command comes, at the begin of each SCAN,
/// and after a MOVED or a shard's failure. Source: redis.io, "Redis cluster specification".
///
/// Ownership and thread-safety: as Connection.
class ClusterTransport final : public Transport {
public:
    ClusterTransport(EventLoop& loop, ClusterOptions options);
    ~ClusterTransport() override;

    [[nodiscard]] const MasterId& master() const noexcept override { return m_options.id; }
    /// Up if all shards are; else that of the first that is not, whose address begins the error.
    /// Where shards may be lacking, that error is the `outage`, which also counts the others; and
    /// Connecting while the first attempt to reach one is under way.
    [[nodiscard]] LinkStatus status() const override;
    [[nodiscard]] std::optional<Error> outageOf(std::string_view key) const override;
    void send(const Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    /// The nodes that serve slots now, as far as known; changes as the Cluster does.
    [[nodiscard]] std::vector<Url> shards() const;
    /// The one of them that serves the key's slot; nullopt while that is not known.
    [[nodiscard]] std::optional<Url> shardOf(std::string_view key) const;

private:
    struct Node {
        std::unique_ptr<Connection> connection;
        std::size_t pending = 0;
    };
    /// A command under way.
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
    void scanNode(const NodeAddress& address, const std::string& cursor, const RequestPtr& request);
    void scanFrom(const std::optional<NodeAddress>& address, const RequestPtr& request);
    [[nodiscard]] std::optional<NodeAddress> nextShard(const NodeAddress& last) const;
    void askAllShards(const RequestPtr& request);
    void failLater(const RequestPtr& request, Error error);

    [[nodiscard]] Node& nodeAt(const NodeAddress& address);
    [[nodiscard]] LinkStatus statusOf(const NodeAddress& address) const;
    /// It may be lacking, and does not answer.
    [[nodiscard]] bool isOut(const NodeAddress& address) const;
    [[nodiscard]] Url urlOf(const NodeAddress& address) const;
    void readMap(
        std::function<void()> done = {}, const std::optional<NodeAddress>& from = std::nullopt);
    [[nodiscard]] std::vector<NodeAddress> mapSources() const;
    void onMap(const NodeAddress& asked, const Result<Reply>& reply);
    void retireNodes();

    EventLoop& m_loop;
    const ClusterOptions m_options;
    std::optional<ClusterMap> m_map;
    std::optional<Error> m_error; ///< why there is no map
    std::map<NodeAddress, Node> m_nodes;
    std::size_t m_mapQuestions = 0; ///< under way
    bool m_isMapAnswered = false; ///< one of them
    std::vector<std::function<void()>> m_mapWaiters;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true); ///< for what is still posted
};

} // namespace lockkeeper::redis
