// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/cluster/cluster_map.h"

#include "core/redis/cluster/key_slot.h"
#include "core/text/number.h"
#include "core/text/translate.h"

namespace lockkeeper::redis {
namespace {

bool isSlot(std::int64_t number)
{
    return number >= 0 && number < kSlots;
}

tl::unexpected<Error> odd(const char* what)
{
    return fail(ErrorClass::NotRedis, what);
}

} // namespace

Result<ClusterMap> ClusterMap::parse(const Reply& reply, const NodeAddress& asked)
{
    ClusterMap map;
    for (const Reply& range : reply.elements) {
        // first slot, last slot, master, replicas ...; a node: host, port, ...
        if (range.elements.size() < 3 || range.elements[2].elements.size() < 2)
            return odd(trNoop("unexpected reply to CLUSTER SLOTS", "data"));
        const std::int64_t first = range.elements[0].integer;
        const std::int64_t last = range.elements[1].integer;
        const std::string& host = range.elements[2].elements[0].text;
        const std::int64_t port = range.elements[2].elements[1].integer;
        if (!isSlot(first) || !isSlot(last) || first > last || port < 1 || port > 65535)
            return odd(trNoop("unexpected reply to CLUSTER SLOTS", "data"));
        const bool isUnknown = host.empty() || host == "?";
        const Range entry{static_cast<std::uint16_t>(last),
            {isUnknown ? asked.host : host, static_cast<std::uint16_t>(port)}};
        if (!map.add(static_cast<std::uint16_t>(first), entry))
            return odd(trNoop("CLUSTER SLOTS gives a slot to two nodes", "data"));
    }
    if (map.m_ranges.empty())
        return odd(trNoop("CLUSTERDOWN no node of this Cluster serves any slot", "data"));
    return map;
}

bool ClusterMap::add(std::uint16_t first, const Range& range)
{
    const auto next = m_ranges.lower_bound(first);
    const bool isTaken = (next != m_ranges.end() && next->first <= range.last)
        || (next != m_ranges.begin() && std::prev(next)->second.last >= first);
    if (!isTaken)
        m_ranges.emplace_hint(next, first, range);
    return !isTaken;
}

std::optional<NodeAddress> ClusterMap::nodeOf(std::uint16_t slot) const
{
    auto next = m_ranges.upper_bound(slot);
    if (next == m_ranges.begin())
        return std::nullopt;
    const Range& range = std::prev(next)->second;
    return slot <= range.last ? std::optional(range.node) : std::nullopt;
}

std::set<NodeAddress> ClusterMap::nodes() const
{
    std::set<NodeAddress> nodes;
    for (const auto& [first, range] : m_ranges)
        nodes.insert(range.node);
    return nodes;
}

void ClusterMap::assign(std::uint16_t slot, const NodeAddress& node)
{
    const auto next = m_ranges.upper_bound(slot);
    if (next != m_ranges.begin()) {
        const auto found = std::prev(next);
        const auto [first, range] = *found;
        if (slot <= range.last) {
            m_ranges.erase(found);
            if (first < slot)
                m_ranges[first] = {static_cast<std::uint16_t>(slot - 1), range.node};
            if (slot < range.last)
                m_ranges[static_cast<std::uint16_t>(slot + 1)] = range;
        }
    }
    m_ranges[slot] = {slot, node};
}

std::optional<Redirection> redirectionIn(std::string_view error, const NodeAddress& asked)
{
    const bool isAsk = error.starts_with("ASK ");
    if (!isAsk && !error.starts_with("MOVED "))
        return std::nullopt;
    error.remove_prefix(error.find(' ') + 1);
    const std::size_t blank = error.find(' ');
    const std::size_t colon = error.rfind(':');
    if (blank == std::string_view::npos || colon == std::string_view::npos || colon < blank)
        return std::nullopt;
    const auto slot = numberIn<std::uint16_t>(error.substr(0, blank));
    const auto port = numberIn<std::uint16_t>(error.substr(colon + 1));
    if (!slot || !isSlot(*slot) || !port || *port == 0)
        return std::nullopt;
    const std::string_view host = error.substr(blank + 1, colon - blank - 1);
    const bool isUnknown = host.empty() || host == "?";
    return Redirection{isAsk, *slot, {isUnknown ? asked.host : std::string(host), *port}};
}

} // namespace lockkeeper::redis
