// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::zookeeper {

/// What tells a node from all others, also from one that has its path later.
struct NodeId {
    std::string path;
    std::int64_t czxid = 0; ///< of the transaction that created it
    std::int32_t version = 0; ///< of its data, when it was seen

    /// All of it, for who passes it on without looking at it.
    [[nodiscard]] std::string text() const;
    /// nullopt: the text is not one of these.
    [[nodiscard]] static std::optional<NodeId> parse(std::string_view text);
    friend bool operator==(const NodeId&, const NodeId&) = default;
};

/// What of this tells people and watchers: `<name>@0x<czxid>`.
[[nodiscard]] std::string nodeIdentity(std::string_view path, std::int64_t czxid);

/// The number that a server has put behind a name: ten digits, or a negative number once it has run
/// over. nullopt: the text is something else.
[[nodiscard]] std::optional<std::int64_t> sequenceIn(std::string_view text);

/// What Curator's Revoker writes into the node of a holder that it wants to release. In front of
/// the data of this library's nodes, which name the holder.
inline constexpr std::string_view kCuratorAsk = "__REVOKE__";

/// A number of ZooKeeper as its own tools write it: "0x1f".
[[nodiscard]] std::string hexText(std::int64_t number);

} // namespace lockkeeper::zookeeper
