// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <cstdint>
#include <string_view>

namespace lockkeeper::config {

/// Where a Sentinel is asked, unless a port is named.
inline constexpr std::uint16_t kSentinelPort = 26379;

/// Reads voters that a person has typed, one per line. Blank lines are left out. A line is
///
/// - a URL as for redis::Url::parse(), or the same without `redis://` or `unix://`,
/// - `sentinel://host[:port],host[:port]/GROUP`: the current master of a Sentinel group; the port
///   is kSentinelPort unless named, or
/// - `cluster://host[:port],host[:port]`: a Cluster, by some of its servers;
///
/// `sentinel+tls://` and `cluster+tls://` use TLS. Masters are named a, b, c ... in that order.
///
/// Errors: InvalidUrl or Unsupported as Url::parse(), with the number of the line where there are
/// several; InvalidArgument if there is no line, if one is given twice, if there are more than
/// kMostMasters, or if one holds a password, which is never repeated. Pure.
[[nodiscard]] Result<std::vector<MasterConfig>> votersFromLines(std::string_view lines);

} // namespace lockkeeper::config
