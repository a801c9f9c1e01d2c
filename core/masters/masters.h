// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/redis/cluster_transport.h"
#include "core/redis/connection.h"
#include "core/redis/sentinel_watch.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::masters {

/// What the connections of a deployment are for.
enum class MastersUse {
    Watch, ///< reading: a replica is welcome, and shown as one
    Vote, ///< taking locks: a replica is Refused, for it would vote with its master
};

/// One connection per master of a deployment, in its order: what a command to all of them is sent
/// through. A server that is connected to under two names is Refused under the second: one server
/// has one vote. The master of a Sentinel group is followed through failovers, and is Refused while
/// the server that the Sentinels name is no master; LinkStatus::move tells of the latest. The
/// shards of a Cluster answer as one; if it is the only voter and watched, those that do not answer
/// take only their own keys along. Owns the connections; must be destroyed before `loop`.
/// Thread-safety: as Connection.
class Masters {
public:
    /// Starts to connect to all of them; returns at once. `onLogin`, if any, is called after each
    /// login to one of them, on the loop's thread; not for the shards of a Cluster.
    Masters(EventLoop& loop, const config::Deployment& deployment, const std::string& clientName,
        MastersUse use = MastersUse::Watch, std::function<void()> onLogin = {});

    /// Not owned by the caller; valid as long as this object.
    [[nodiscard]] const std::vector<redis::Transport*>& transports() const noexcept
    {
        return m_transports;
    }

    /// Closes all connections, without an answer for what is under way. Nothing may be sent any
    /// more.
    void close() noexcept { m_connections.clear(); }

    /// Another connection to the server that the index-th master is, and follows as it does: for
    /// what can't be asked on the same one. Of `options`, the target is set here. Not to outlive
    /// this object. Null for a Cluster.
    [[nodiscard]] std::unique_ptr<redis::Connection> connectBeside(
        std::size_t index, redis::ConnectionOptions options) const;

    /// The index-th master if it is a Cluster, else null. Valid as long as this object.
    [[nodiscard]] const redis::ClusterTransport* cluster(std::size_t index) const noexcept
    {
        return m_clusters[index];
    }

private:
    EventLoop& m_loop;
    std::vector<config::MasterConfig> m_masters;
    std::shared_ptr<redis::TlsContexts> m_tlsContexts; ///< for all connections
    std::vector<std::unique_ptr<redis::SentinelWatch>> m_groups; ///< by master; null: no group
    std::vector<const redis::ClusterTransport*> m_clusters; ///< by master; null: none
    std::vector<std::unique_ptr<redis::Transport>> m_connections;
    std::vector<redis::Transport*> m_transports;
};

} // namespace lockkeeper::masters
