// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/cluster/cluster_nodes.h"

#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// All shards of a Redis Cluster as one master. A command is sent to the shard that serves the slot
/// of its first key. MOVED and ASK are followed, at most five times and within the command's
/// timeout. TRYAGAIN, CLUSTERDOWN and CROSSSLOT are reported like other errors.
///
/// Commands without a key: PING is sent to all shards and succeeds if all answer. DBSIZE returns
/// the sum. SCAN goes through all shards one after the other; its cursor is text that names the
/// shard, and "0" at the beginning and the end. Other commands are Unsupported: send them to the
/// shards() themselves. With toleratesMissingShards, DBSIZE and SCAN leave out the shards that do
/// not answer.
///
/// The slot map is read from any node before the first command, at the beginning of each SCAN, and
/// after a MOVED or a shard's failure. Source: redis.io, "Redis cluster specification".
///
/// Ownership and thread-safety: as Connection.
class ClusterTransport final : public Transport {
public:
    ClusterTransport(EventLoop& loop, ClusterOptions options);
    ~ClusterTransport() override;

    [[nodiscard]] const MasterId& master() const noexcept override { return m_options.id; }
    /// Up if all shards are. Otherwise the status of the first shard that is not Up; its error
    /// begins with its address. With toleratesMissingShards, that error becomes the `outage`, which
    /// also counts the other shards, and the state is Connecting while the first attempt to reach a
    /// shard is in progress.
    [[nodiscard]] LinkStatus status() const override;
    [[nodiscard]] std::optional<Error> outageOf(std::string_view key) const override;
    void send(const Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    /// The nodes that currently serve slots, as far as known. Changes with the Cluster.
    [[nodiscard]] std::vector<Url> shards() const;
    /// The shard that serves the key's slot; nullopt while that is unknown.
    [[nodiscard]] std::optional<Url> shardOf(std::string_view key) const;

private:
    /// A command in progress.
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
    /// Where a scan goes on.
    struct ScanPlace {
        std::string cursor; ///< the shard's own
        NodeAddress shard;
        bool isPartial = false; ///< a shard before it did not answer, and was left out
    };
    void scanNode(const ScanPlace& place, const RequestPtr& request);
    [[nodiscard]] Result<Reply> endOfScan(Reply last) const;
    void askAllShards(const RequestPtr& request);
    void failLater(const RequestPtr& request, Error error);
    /// The shard that serves the slot; nullopt while that is unknown.
    [[nodiscard]] std::optional<NodeAddress> shardAt(std::uint16_t slot) const;

    EventLoop& m_loop;
    const ClusterOptions m_options;
    ClusterNodes m_nodes;
    Lifetime m_lifetime; ///< for tasks that are still posted
};

} // namespace lockkeeper::redis
