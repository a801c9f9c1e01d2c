// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/redis/url.h"
#include "core/result.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// A node of a Cluster.
struct NodeAddress {
    std::string host;
    std::uint16_t port = 0;

    [[nodiscard]] std::string text() const { return host + ":" + std::to_string(port); }
    friend auto operator<=>(const NodeAddress&, const NodeAddress&) = default;
};

/// Maps each slot to the node that serves it. A value.
class ClusterMap {
public:
    /// Parses a reply to CLUSTER SLOTS. A node without a host gets the host of `asked`. NotRedis if
    /// it is no such reply, names no slot, or gives a slot to two nodes.
    [[nodiscard]] static Result<ClusterMap> parse(const Reply& reply, const NodeAddress& asked);

    [[nodiscard]] std::optional<NodeAddress> nodeOf(std::uint16_t slot) const;
    /// All nodes that serve slots, in the order of their addresses.
    [[nodiscard]] std::set<NodeAddress> nodes() const;
    /// Records a MOVED redirection.
    void assign(std::uint16_t slot, const NodeAddress& node);

private:
    struct Range {
        std::uint16_t last;
        NodeAddress node;
    };
    /// Returns false if one of the slots is in another range already.
    [[nodiscard]] bool add(std::uint16_t first, const Range& range);

    std::map<std::uint16_t, Range> m_ranges; ///< by first slot
};

/// Where an error reply redirects a command to.
struct Redirection {
    bool isAsk; ///< ASK: valid for this one command only
    std::uint16_t slot;
    NodeAddress node;
};

/// Parses `MOVED 3999 host:port` and `ASK 3999 host:port`; nullopt for any other error. If there is
/// no host, that of `asked` is used.
[[nodiscard]] std::optional<Redirection> redirectionIn(
    std::string_view error, const NodeAddress& asked);

} // namespace lockkeeper::redis
