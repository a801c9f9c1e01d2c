// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/redis/cluster/cluster_transport.h"
#include "core/redis/link/connection.h"
#include "core/redis/sentinel/sentinel_watch.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::masters {

/// Purpose of the connections of a deployment.
enum class MastersUse {
    Watch, ///< only read, with large replies
    Release, ///< the same, and release others' locks
    Vote, ///< take locks
};

/// One connection per master of a deployment, in its order. Owns the connections; must be destroyed
/// before `loop`. Thread-safety: as Connection.
///
/// A replica is Refused: it would vote with its master. So is a node of a Cluster that was named as
/// a master. A server that is reached under two names is Refused under the second: one server has
/// one vote. The master of a Sentinel group is followed through failovers; LinkStatus::move
/// describes the latest. It is Refused while the server that the Sentinels name is not a master.
///
/// To Watch, and whatever the use if the deployment is read-only, all connections have
/// redis::Access::Read: they refuse to send what is no read.
///
/// Nothing is sent to an ensemble of another store: its connection is Down, with Unsupported.
///
/// The shards of a Cluster act as one master. If a Cluster is the only voter and is only watched,
/// shards that do not answer make only their own keys unavailable.
class Masters {
public:
    /// Starts to connect to all masters; returns at once. `onLogin`, if set, is called after each
    /// login to a master, on the loop's thread; not for the shards of a Cluster.
    Masters(EventLoop& loop, const config::Deployment& deployment, const std::string& clientName,
        MastersUse use = MastersUse::Watch, std::function<void()> onLogin = {});

    /// Owned by this object; valid as long as it lives.
    [[nodiscard]] const std::vector<redis::Transport*>& transports() const noexcept
    {
        return m_transports;
    }

    /// Closes all connections; the handlers of pending commands are not called. Nothing may be sent
    /// afterwards.
    void close() noexcept { m_connections.clear(); }

    /// Opens another connection to the server of the index-th master, for commands that can't share
    /// the first one. It follows that master in the same way. `options.target` and
    /// `options.access` are set here. Must not outlive this object. Returns null for a Cluster.
    [[nodiscard]] std::unique_ptr<redis::Connection> connectSecond(
        std::size_t index, redis::ConnectionOptions options) const;

    /// The index-th master if it is a Cluster, else null. Valid as long as this object.
    [[nodiscard]] const redis::ClusterTransport* cluster(std::size_t index) const noexcept
    {
        return m_clusters[index];
    }

private:
    EventLoop& m_loop;
    redis::Access m_access; ///< of all connections
    std::vector<config::MasterConfig> m_masters;
    std::shared_ptr<redis::TlsContexts> m_tlsContexts; ///< for all connections
    /// By master; null: no Sentinel group.
    std::vector<std::unique_ptr<redis::SentinelWatch>> m_groups;
    std::unique_ptr<redis::EndpointResolver> m_noRedis; ///< of ensembles: they have no such server
    std::vector<const redis::ClusterTransport*> m_clusters; ///< by master; null: no Cluster
    std::vector<std::unique_ptr<redis::Transport>> m_connections;
    std::vector<redis::Transport*> m_transports;
};

} // namespace lockkeeper::masters
