// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/cluster/cluster_map.h"

#include "core/redis/cluster/key_slot.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// Replies to CLUSTER SLOTS, with errors (MOVED, ASK) among them: each slot has one node at most,
// and a move changes that slot alone.
namespace lockkeeper::fuzz {
namespace {

using redis::ClusterMap;
using redis::NodeAddress;
using redis::Reply;

const NodeAddress kAsked{"asked", 7000};

void checkMove(ClusterMap map, std::uint16_t slot, const NodeAddress& node)
{
    const auto at = [&](int other) {
        return other >= 0 && other < redis::kSlots ? map.nodeOf(static_cast<std::uint16_t>(other))
                                                   : std::nullopt;
    };
    const auto before = at(slot - 1);
    const auto after = at(slot + 1);
    const auto last = at(redis::kSlots - 1);
    map.assign(slot, node);
    check(map.nodeOf(slot) == node, "a slot that has moved is where it was moved to");
    check(at(slot - 1) == before && at(slot + 1) == after, "its neighbours have not moved");
    check(slot == redis::kSlots - 1 || at(redis::kSlots - 1) == last, "nor has the last slot");
    check(map.nodes().contains(node), "the node is known");
}

void checkMap(const ClusterMap& map, const Reply& reply)
{
    const auto nodes = map.nodes();
    check(!nodes.empty(), "a map has a node");
    for (const NodeAddress& node : nodes) {
        check(!node.host.empty() && node.port != 0, "a node has an address");
        checkDisplayable(node.text());
    }
    for (const Reply& range : reply.elements) {
        for (std::size_t end = 0; end < 2; ++end) {
            const auto slot = static_cast<std::uint16_t>(range.elements[end].integer);
            const auto node = map.nodeOf(slot);
            check(node && nodes.contains(*node), "a slot of a range has a node");
            checkMove(map, slot, kAsked);
        }
    }
}

void run(std::string_view input)
{
    std::optional<ClusterMap> map;
    for (const Reply& reply : repliesIn(input)) {
        if (reply.type == Reply::Type::Error) {
            const auto target = redis::redirectionIn(reply.text, kAsked);
            if (target && map) {
                checkMove(*map, target->slot, target->node);
                map->assign(target->slot, target->node);
            }
            continue;
        }
        auto parsed = ClusterMap::parse(reply, kAsked);
        if (!parsed) {
            check(parsed.error().kind == ErrorClass::NotRedis, "what is no map is told");
            continue;
        }
        map = std::move(*parsed);
        checkMap(*map, reply);
    }
}

const Target kTarget("cluster_map", run);

} // namespace
} // namespace lockkeeper::fuzz
