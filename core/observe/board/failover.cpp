// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/failover.h"

#include "core/masters/quarantine.h"
#include "core/redis/url.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

std::string placeOf(const std::string& redacted)
{
    const auto url = redis::Url::parse(redacted);
    if (!url || url->kind == redis::Url::Kind::Unix)
        return redacted;
    const bool isIpv6 = url->host.find(':') != std::string::npos;
    std::string place = isIpv6 ? "[" : "";
    place.append(url->host).append(isIpv6 ? "]:" : ":");
    return place.append(std::to_string(url->port));
}

constexpr std::chrono::minutes kTogether{1};
constexpr std::chrono::minutes kRecentStart{5};

std::optional<std::chrono::milliseconds> uptimeOf(const MasterStatus& master, SteadyTime now)
{
    const redis::LinkStatus& link = master.link;
    if (!link.uptime || !link.loggedInAt)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        *link.uptime + (now - *link.loggedInAt));
}

} // namespace

std::optional<Failover> latestFailover(const MasterStatus& master, SteadyTime now)
{
    const auto& move = master.link.move;
    if (!move || master.group.empty())
        return std::nullopt;
    return Failover{.group = master.group,
        .from = placeOf(move->from),
        .to = placeOf(move->to),
        .age = std::chrono::duration_cast<std::chrono::milliseconds>(now - move->at),
        .count = move->count};
}

std::optional<Failover> recentFailover(const MasterStatus& master, SteadyTime now)
{
    auto failover = latestFailover(master, now);
    if (failover && failover->age > kFailoverNews)
        failover.reset();
    return failover;
}

std::optional<std::chrono::milliseconds> recentRestart(const MasterStatus& master, SteadyTime now)
{
    if (!master.link.restartedAt || now - *master.link.restartedAt > kFailoverNews)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(now - *master.link.restartedAt);
}

void setQuarantines(
    std::span<MasterStatus> masters, const config::Deployment& deployment, SteadyTime now)
{
    const masters::Quarantine quarantine(deployment);
    std::vector<std::optional<SteadyTime>> forgotAt;
    for (const MasterStatus& master : masters)
        forgotAt.push_back(master.link.forgotAt);
    for (std::size_t i = 0; i < masters.size(); ++i)
        masters[i].quarantinedUntil = quarantine.endOf(i, forgotAt, now);
}

std::optional<std::chrono::milliseconds> quarantineLeft(const MasterStatus& master, SteadyTime now)
{
    if (!master.quarantinedUntil || *master.quarantinedUntil <= now)
        return std::nullopt;
    return std::chrono::ceil<std::chrono::milliseconds>(*master.quarantinedUntil - now);
}

std::optional<std::chrono::milliseconds> lateStart(
    const MasterStatus& master, std::span<const MasterStatus> all, SteadyTime now)
{
    const auto age = uptimeOf(master, now);
    const bool isLate
        = age && *age < kRecentStart && std::ranges::any_of(all, [&](const MasterStatus& other) {
              const auto otherAge = uptimeOf(other, now);
              return otherAge && *otherAge > *age + kTogether;
          });
    return isLate ? age : std::nullopt;
}

std::optional<Loss> recentLoss(const MasterStatus& master, SteadyTime now)
{
    const bool isNews = master.loss && now - master.loss->at <= kFailoverNews;
    return isNews ? master.loss : std::nullopt;
}

std::uint64_t failoverCount(const MasterStatus& master) noexcept
{
    return master.link.move && !master.group.empty() ? master.link.move->count : 0;
}

std::string currentAddress(const MasterStatus& master)
{
    return master.link.address && !master.group.empty() ? placeOf(*master.link.address) : "";
}

QuorumState quorumState(std::span<const MasterStatus> masters, std::size_t quorum, SteadyTime now)
{
    QuorumState state{.masters = masters.size(), .quorum = quorum};
    for (const MasterStatus& master : masters) {
        if (!master.link.isUp())
            continue;
        ++state.up;
        state.readable += master.isReadable() ? 1 : 0;
        state.voting += quarantineLeft(master, now) ? 0 : 1;
    }
    return state;
}

} // namespace lockkeeper::observe
