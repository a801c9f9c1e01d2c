// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

inline constexpr std::uint16_t kSlots = 16384;

/// CRC16 of the key, or of its hash tag (between the first { and the next }) unless empty. Source:
/// redis.io, "Redis cluster specification".
[[nodiscard]] std::uint16_t slotOf(std::string_view key) noexcept;

[[nodiscard]] std::optional<std::string> routingKey(const Command& command);

} // namespace lockkeeper::redis
