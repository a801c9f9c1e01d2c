// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/cluster/cluster_nodes.h"

#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// All shards of a Redis Cluster as one master. A command goes to the shard of its first key. MOVED
/// and ASK are followed, at most five times and within the timeout; TRYAGAIN, CLUSTERDOWN and
/// CROSSSLOT are errors.
///
/// Without a key: PING needs an answer from all shards; DBSIZE returns the sum; SCAN goes from
/// shard to shard, with a text as cursor. Others are Unsupported: send them to the shards(). With
/// toleratesMissingShards, DBSIZE and SCAN skip silent shards.
///
/// Ownership and thread as Connection.
class ClusterTransport final : public Transport {
public:
    ClusterTransport(EventLoop& loop, ClusterOptions options);
    ~ClusterTransport() override;

    [[nodiscard]] const MasterId& master() const noexcept override { return m_options.id; }
    /// Up if all shards are, else that of the first shard that is not. With toleratesMissingShards
    /// that error is the `outage`; Connecting during the first attempt to reach a shard.
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
    /// nullopt while unknown.
    [[nodiscard]] std::optional<NodeAddress> shardAt(std::uint16_t slot) const;

    EventLoop& m_loop;
    const ClusterOptions m_options;
    ClusterNodes m_nodes;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::redis
