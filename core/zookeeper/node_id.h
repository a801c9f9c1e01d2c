// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::zookeeper {

/// Tells a node from a later one with the same path.
struct NodeId {
    std::string path;
    std::int64_t czxid = 0; ///< the transaction that created it
    std::int32_t version = 0; ///< of its data, when seen

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static std::optional<NodeId> parse(std::string_view text);
    friend bool operator==(const NodeId&, const NodeId&) = default;
};

/// `<name>@0x<czxid>`.
[[nodiscard]] std::string nodeIdentity(std::string_view path, std::int64_t czxid);

/// A server's sequence number (32 bits, `%010d`): ten digits, or negative after the overflow; else
/// nullopt.
[[nodiscard]] std::optional<std::int64_t> sequenceIn(std::string_view text);
/// The same at the end of any name. A dash in front is a sign if the name would else end in `-` or
/// `_`, or the number is impossible.
[[nodiscard]] std::optional<std::int64_t> sequenceAtEnd(std::string_view name);

/// Curator's Revoker writes it to ask for release. In Lockkeeper's nodes, the holder's data follow.
inline constexpr std::string_view kCuratorAsk = "__REVOKE__";

/// As ZooKeeper's tools: "0x1f".
[[nodiscard]] std::string hexText(std::int64_t number);

} // namespace lockkeeper::zookeeper
