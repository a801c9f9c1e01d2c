// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/lk1_text.h"
#include "core/result.h"
#include "core/text/fingerprint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Names and data of the nodes that take locks in ZooKeeper, as those of Curator's mutex: children
// of the lock's node, in a sequence. All pure.
namespace lockkeeper::lock {

/// The path of the lock of this name: behind `root`, which the URL names, unless it begins with
/// that already, as the names that watchers show do. A slash is put in front if there is none.
/// InvalidArgument for a name that is no path of ZooKeeper's, or one of its own.
[[nodiscard]] Result<Resource> nodeOfLock(std::string_view root, const Resource& name);

/// What the name of a node begins with, which only its creator knows: `_c_<uuid>-lock-`. The
/// server puts the number behind it.
[[nodiscard]] std::string placePrefix(std::string_view uuid);
/// The number in the name of a node of Curator's or go-zookeeper's mutex, or of kazoo's locks;
/// nullopt: the node does not count. Negative: the numbers have run over.
[[nodiscard]] std::optional<std::int64_t> placeNumber(std::string_view name);
/// Those of the children that count, in the order in which they get the lock.
[[nodiscard]] std::vector<std::string> placesIn(std::vector<std::string> children);

/// What a node says of its owner: `lk1:<host>:<pid>:<app>:<unix-ms>:` and more, as a token without
/// its random part. Nobody needs to know that to own the node.
[[nodiscard]] std::string placeText(const Owner& owner, WallTime time);
/// The longest text: watchers read no more of a node.
inline constexpr std::size_t kLongestPlaceText = 1024;
/// Parses that. nullopt: the node is not ours.
[[nodiscard]] std::optional<Lk1Owner> readPlaceText(std::string_view text);

/// The fingerprint that watchers show for the holder of this node.
[[nodiscard]] Fingerprint fingerprintOfNode(std::string_view path, std::int64_t czxid);

} // namespace lockkeeper::lock
