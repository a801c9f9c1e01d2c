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

// Nodes that take locks in ZooKeeper, as Curator's mutex: the lock's sequential children.
namespace lockkeeper::lock {

/// `name` below `root`, unless it begins with it; adds a missing slash. InvalidArgument: no path,
/// or ZooKeeper's own.
[[nodiscard]] Result<Resource> nodeOfLock(std::string_view root, const Resource& name);

/// `_c_<uuid>-lock-`. Only the creator knows it; the server appends the number.
[[nodiscard]] std::string placePrefix(std::string_view uuid);
/// As of Curator, go-zookeeper and kazoo; negative after an overflow. nullopt: does not count.
[[nodiscard]] std::optional<std::int64_t> placeNumber(std::string_view name);
/// Those that count, next holder first.
[[nodiscard]] std::vector<std::string> placesIn(std::vector<std::string> children);

/// A node's data: `lk1:<host>:<pid>:<app>:<unix-ms>:...`, a token without its random part.
[[nodiscard]] std::string placeText(const Owner& owner, WallTime time);
inline constexpr std::size_t kLongestPlaceText = 1024;
[[nodiscard]] std::optional<Lk1Owner> readPlaceText(std::string_view text);

[[nodiscard]] Fingerprint fingerprintOfNode(std::string_view path, std::int64_t czxid);

} // namespace lockkeeper::lock
