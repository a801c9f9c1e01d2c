// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/cluster_map.h"

#include <optional>
#include <string_view>

namespace lockkeeper::redis {

/// The channel on which Sentinels tell of failovers.
inline constexpr const char* kSwitchMaster = "+switch-master";

/// Where the master is, by a reply to SENTINEL GET-MASTER-ADDR-BY-NAME; nullopt if that gives no
/// address. Pure.
[[nodiscard]] std::optional<NodeAddress> masterIn(const Reply& reply);

/// Where the group's master is from now on, by a message that was pushed; nullopt if that is none
/// on kSwitchMaster, or of another group. Pure. Source: redis.io, "High availability with Redis
/// Sentinel", Pub/Sub messages.
[[nodiscard]] std::optional<NodeAddress> switchedMasterIn(
    const Reply& push, std::string_view group);

} // namespace lockkeeper::redis
