// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/cluster/cluster_nodes.h"

#include "core/loop/event_loop.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::redis {

ClusterNodes::ClusterNodes(EventLoop& loop, const ClusterOptions& options)
    : m_loop(loop)
    , m_options(options)
{ }

void ClusterNodes::close()
{
    m_lifetime.end();
    m_nodes.clear();
}

Url ClusterNodes::urlOf(const NodeAddress& address) const
{
    Url url = m_options.seeds.front();
    url.host = address.host;
    url.port = address.port;
    return url;
}

LinkStatus ClusterNodes::statusOf(const NodeAddress& address) const
{
    const auto node = m_nodes.find(address);
    return node == m_nodes.end() ? LinkStatus{} : node->second.connection->status();
}

bool ClusterNodes::isOut(const NodeAddress& address) const
{
    return m_options.toleratesMissingShards && statusOf(address).isDown();
}

std::optional<NodeAddress> ClusterNodes::nextShard(const NodeAddress& last) const
{
    const auto nodes = m_map->nodes();
    const auto next = std::find_if(nodes.upper_bound(last), nodes.end(),
        [this](const NodeAddress& node) { return !isOut(node); });
    return next == nodes.end() ? std::nullopt : std::optional(*next);
}

std::optional<NodeAddress> ClusterNodes::shardBehind(const NodeAddress& last) const
{
    const auto nodes = m_map->nodes();
    const auto next = nodes.upper_bound(last);
    return next == nodes.end() ? std::nullopt : std::optional(*next);
}

ClusterNodes::Node& ClusterNodes::nodeAt(const NodeAddress& address)
{
    Node& node = m_nodes[address];
    if (node.connection)
        return node;
    ConnectionOptions options = m_options.connection;
    options.mustBeMaster = false; // a seed may be a replica; it answers with MOVED
    node.connection
        = std::make_unique<Connection>(m_loop, m_options.id, urlOf(address), std::move(options));
    return node;
}

Connection& ClusterNodes::use(const NodeAddress& address)
{
    Node& node = nodeAt(address);
    ++node.uses;
    return *node.connection;
}

void ClusterNodes::release(const NodeAddress& address)
{
    --m_nodes.at(address).uses;
}

void ClusterNodes::follow(const Redirection& moved)
{
    m_map->assign(moved.slot, moved.node);
    readMap({}, moved.node);
}

std::vector<NodeAddress> ClusterNodes::mapSources() const
{
    for (const auto& [address, node] : m_nodes) {
        if (node.connection->status().state == LinkState::Up)
            return {address};
    }
    std::set<NodeAddress> seeds;
    for (const Url& seed : m_options.seeds)
        seeds.insert({seed.host, seed.port});
    return {seeds.begin(), seeds.end()};
}

void ClusterNodes::readMap(std::function<void()> done, const std::optional<NodeAddress>& from)
{
    if (done)
        m_mapWaiters.push_back(std::move(done));
    if (m_mapQuestions != 0)
        return;
    const auto sources = from ? std::vector<NodeAddress>{*from} : mapSources();
    m_mapQuestions = sources.size();
    m_isMapAnswered = false;
    for (const NodeAddress& address : sources) {
        use(address).send({"CLUSTER", "SLOTS"}, m_options.connection.connectTimeout,
            [this, address](const Result<Reply>& reply) { onMap(address, reply); });
    }
}

void ClusterNodes::onMap(const NodeAddress& asked, const Result<Reply>& reply)
{
    release(asked);
    --m_mapQuestions;
    if (m_isMapAnswered)
        return;
    auto map = reply ? ClusterMap::parse(*reply, asked)
                     : Result<ClusterMap>(tl::make_unexpected(reply.error()));
    if (map) {
        m_isMapAnswered = true;
        m_map = std::move(*map);
        m_error.reset();
        for (const NodeAddress& address : m_map->nodes())
            (void)nodeAt(address);
        retireNodes();
    } else if (!m_map) {
        m_error = Error{map.error().kind,
            absl::Substitute(trNoop("seed $0: $1", "data"), asked.text(), map.error().text),
            m_options.id};
    }
    if (!map && m_mapQuestions != 0)
        return;
    const auto waiters = std::exchange(m_mapWaiters, {});
    for (const auto& waiter : waiters)
        waiter();
}

/// Deferred, because a handler of such a node may be the caller.
void ClusterNodes::retireNodes()
{
    m_loop.post(m_lifetime.guard([this] {
        if (!m_map)
            return;
        const auto nodes = m_map->nodes();
        std::erase_if(m_nodes, [&](const auto& entry) {
            return entry.second.uses == 0 && !nodes.contains(entry.first);
        });
    }));
}

} // namespace lockkeeper::redis
