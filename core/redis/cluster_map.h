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

/// Which node serves which slots. A plain value.
class ClusterMap {
public:
    /// Reads a reply to CLUSTER SLOTS; nodes without a host are `asked`'s. NotRedis if it is none,
    /// or names no slot.
    [[nodiscard]] static Result<ClusterMap> parse(const Reply& reply, const NodeAddress& asked);

    [[nodiscard]] std::optional<NodeAddress> nodeOf(std::uint16_t slot) const;
    /// All that serve slots, in the order of their addresses.
    [[nodiscard]] std::set<NodeAddress> nodes() const;
    /// After a MOVED.
    void assign(std::uint16_t slot, const NodeAddress& node);

private:
    struct Range {
        std::uint16_t last;
        NodeAddress node;
    };
    std::map<std::uint16_t, Range> m_ranges; ///< by first slot
};

/// Where an error reply sends a command.
struct Redirection {
    bool isAsk; ///< for this one command only
    std::uint16_t slot;
    NodeAddress node;
};

/// Reads `MOVED 3999 host:port` and `ASK 3999 host:port`; nullopt for any other error.
[[nodiscard]] std::optional<Redirection> redirectionIn(
    std::string_view error, const NodeAddress& asked);

} // namespace lockkeeper::redis
