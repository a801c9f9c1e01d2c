// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/cluster/cluster_map.h"

#include <optional>
#include <string_view>

namespace lockkeeper::redis {

/// The channel on which Sentinels publish failovers.
inline constexpr const char* kSwitchMaster = "+switch-master";

/// The master's address in a reply to SENTINEL GET-MASTER-ADDR-BY-NAME; nullopt if there is none.
/// Pure.
[[nodiscard]] std::optional<NodeAddress> masterIn(const Reply& reply);

/// The new address of the group's master in a pushed message; nullopt if the message is not on
/// kSwitchMaster, or about another group. Pure. Source: redis.io, "High availability with Redis
/// Sentinel", Pub/Sub messages.
[[nodiscard]] std::optional<NodeAddress> switchedMasterIn(
    const Reply& push, std::string_view group);

} // namespace lockkeeper::redis
