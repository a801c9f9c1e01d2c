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

struct NodeAddress {
    std::string host;
    std::uint16_t port = 0;

    [[nodiscard]] std::string text() const { return host + ":" + std::to_string(port); }
    friend auto operator<=>(const NodeAddress&, const NodeAddress&) = default;
};

class ClusterMap {
public:
    /// From CLUSTER SLOTS; a missing host is that of `asked`. NotRedis: malformed, empty, or a slot
    /// of two nodes.
    [[nodiscard]] static Result<ClusterMap> parse(const Reply& reply, const NodeAddress& asked);

    [[nodiscard]] std::optional<NodeAddress> nodeOf(std::uint16_t slot) const;
    [[nodiscard]] std::set<NodeAddress> nodes() const;
    void assign(std::uint16_t slot, const NodeAddress& node);

private:
    struct Range {
        std::uint16_t last;
        NodeAddress node;
    };
    [[nodiscard]] bool add(std::uint16_t first, const Range& range);

    std::map<std::uint16_t, Range> m_ranges;
};

struct Redirection {
    bool isAsk; ///< for this command only
    std::uint16_t slot;
    NodeAddress node;
};

/// From `MOVED 3999 host:port` or `ASK 3999 host:port`, else nullopt. A missing host is that of
/// `asked`.
[[nodiscard]] std::optional<Redirection> redirectionIn(
    std::string_view error, const NodeAddress& asked);

} // namespace lockkeeper::redis
