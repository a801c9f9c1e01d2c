// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/masters/masters.h"

#include "core/masters/voter_roll.h"
#include "core/redis/tls_contexts.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::masters {
namespace {

std::unique_ptr<redis::SentinelWatch> groupOf(EventLoop& loop, const config::MasterConfig& master,
    const std::string& clientName, std::chrono::milliseconds timeout)
{
    if (!master.sentinel)
        return nullptr;
    return std::make_unique<redis::SentinelWatch>(loop,
        redis::SentinelWatchOptions{.group = master.sentinel->name,
            .sentinels = master.sentinel->sentinels,
            .master = master.url,
            .id = master.id,
            .clientName = clientName,
            .timeout = timeout});
}

class NoRedis final : public redis::EndpointResolver {
public:
    [[nodiscard]] Result<std::optional<redis::Url>> current() override
    {
        return fail(ErrorClass::Unsupported,
            trNoop("this is for Redis only; other stores can only be watched", "data"));
    }
};

/// Skips values too large for a lock: no data may stop a client. Watchers read names by the
/// thousand.
redis::ReplyLimits limitsFor(MastersUse use)
{
    redis::ReplyLimits limits;
    limits.longestText = limits.bytes;
    if (use != MastersUse::Vote)
        limits.bytes = std::size_t{16} << 20;
    return limits;
}

redis::Access accessFor(const config::Deployment& deployment, MastersUse use)
{
    return use == MastersUse::Watch || deployment.isReadOnly ? redis::Access::Read
                                                             : redis::Access::Full;
}

std::unique_ptr<redis::ClusterTransport> clusterOf(EventLoop& loop,
    const config::MasterConfig& master, const std::string& clientName,
    const redis::ConnectionOptions& connection, bool toleratesMissingShards)
{
    redis::ClusterOptions options{.id = master.id, .seeds = master.clusterSeeds};
    options.toleratesMissingShards = toleratesMissingShards;
    options.connection.access = connection.access;
    options.connection.clientName = clientName;
    options.connection.admission = connection.admission;
    options.connection.connectTimeout = connection.connectTimeout;
    options.connection.silentAfter = connection.silentAfter;
    options.connection.replyLimits = connection.replyLimits;
    options.connection.tlsContexts = connection.tlsContexts;
    return std::make_unique<redis::ClusterTransport>(loop, std::move(options));
}

} // namespace

Masters::Masters(EventLoop& loop, const config::Deployment& deployment,
    const std::string& clientName, MastersUse use, std::function<void()> onLogin)
    : m_loop(loop)
    , m_access(accessFor(deployment, use))
    , m_masters(deployment.masters)
    , m_tlsContexts(std::make_shared<redis::TlsContexts>())
    , m_noRedis(std::make_unique<NoRedis>())
{
    redis::ConnectionOptions options;
    options.access = m_access;
    options.clientName = clientName;
    options.connectTimeout = deployment.timeout;
    options.silentAfter = deployment.timeout;
    options.replyLimits = limitsFor(use);
    options.onLogin = std::move(onLogin);
    options.tlsContexts = m_tlsContexts;
    options.mustBeMaster = true;
    const auto voters = std::make_shared<VoterRoll>();
    for (const config::MasterConfig& master : m_masters) {
        const auto kind
            = master.clusterSeeds.empty() ? VoterRoll::Of::Server : VoterRoll::Of::ClusterNode;
        options.admission = [voters, id = master.id, kind](const redis::LinkStatus& status) {
            return voters->admit(id, status.runId, kind);
        };
        m_groups.push_back(groupOf(loop, master, clientName, deployment.timeout));
        m_clusters.push_back(nullptr);
        if (master.clusterSeeds.empty()) {
            m_connections.push_back(connectSecond(m_connections.size(), options));
        } else {
            // With several voters, a missing shard's keys could store any token: see MasterWatch.
            const bool isAlone = m_masters.size() == 1;
            auto cluster
                = clusterOf(loop, master, clientName, options, isAlone && use != MastersUse::Vote);
            m_clusters.back() = cluster.get();
            m_connections.push_back(std::move(cluster));
        }
        m_transports.push_back(m_connections.back().get());
    }
}

std::unique_ptr<redis::Connection> Masters::connectSecond(
    std::size_t index, redis::ConnectionOptions options) const
{
    const config::MasterConfig& master = m_masters[index];
    if (!master.clusterSeeds.empty())
        return nullptr;
    options.access = m_access;
    options.target = m_groups[index].get();
    if (master.ensemble)
        options.target = m_noRedis.get();
    options.tlsContexts = m_tlsContexts;
    return std::make_unique<redis::Connection>(m_loop, master.id, master.url, std::move(options));
}

std::optional<int> sharedDatabase(const config::Deployment& deployment)
{
    const auto databaseOf = [](const config::MasterConfig& master) { return master.url.database; };
    const auto& masters = deployment.masters;
    const bool isShared = !masters.empty()
        && std::ranges::count(masters, databaseOf(masters.front()), databaseOf)
            == std::ssize(masters);
    return isShared ? std::optional(databaseOf(masters.front())) : std::nullopt;
}

} // namespace lockkeeper::masters
