// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/redis/cluster/cluster_transport.h"
#include "core/redis/link/connection.h"
#include "core/redis/sentinel/sentinel_watch.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::masters {

enum class MastersUse {
    Watch, ///< read, with large replies
    Release, ///< also free others' locks
    Vote, ///< take locks
};

/// One connection per master of a deployment, in its order. Thread, and destruction before `loop`,
/// as Connection.
/// - Refuses replicas, Cluster nodes named as masters, and one server under two names, as it has
///   one vote.
/// - Follows a Sentinel group's master (LinkStatus::move).
/// - A Cluster is one master. If it is the only voter, and only watched, silent shards affect only
///   their keys.
/// - Watch, and read-only deployments, have redis::Access::Read.
/// - Another store's ensemble is Down, with Unsupported.
class Masters {
public:
    /// Returns at once. `onLogin`: after each login, on the loop's thread; not for Cluster shards.
    Masters(EventLoop& loop, const config::Deployment& deployment, const std::string& clientName,
        MastersUse use = MastersUse::Watch, std::function<void()> onLogin = {});

    [[nodiscard]] const std::vector<redis::Transport*>& transports() const noexcept
    {
        return m_transports;
    }

    /// Calls no pending handlers. Send nothing afterwards.
    void close() noexcept { m_connections.clear(); }

    /// Another connection to a master, which it follows, for commands that can't share the first.
    /// Sets `options.target` and `options.access`. Must not outlive this object. Null for a
    /// Cluster.
    [[nodiscard]] std::unique_ptr<redis::Connection> connectSecond(
        std::size_t index, redis::ConnectionOptions options) const;

    /// Null: no Cluster.
    [[nodiscard]] const redis::ClusterTransport* cluster(std::size_t index) const noexcept
    {
        return m_clusters[index];
    }

private:
    EventLoop& m_loop;
    redis::Access m_access;
    std::vector<config::MasterConfig> m_masters;
    std::shared_ptr<redis::TlsContexts> m_tlsContexts;
    std::vector<std::unique_ptr<redis::SentinelWatch>> m_groups;
    std::unique_ptr<redis::EndpointResolver> m_noRedis;
    std::vector<const redis::ClusterTransport*> m_clusters;
    std::vector<std::unique_ptr<redis::Transport>> m_connections;
    std::vector<redis::Transport*> m_transports;
};

/// nullopt if the masters' differ.
[[nodiscard]] std::optional<int> sharedDatabase(const config::Deployment& deployment);

} // namespace lockkeeper::masters
