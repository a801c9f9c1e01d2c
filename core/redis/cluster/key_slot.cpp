// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/cluster/key_slot.h"

#include <algorithm>
#include <array>

namespace lockkeeper::redis {
namespace {

/// CRC-16/XMODEM.
std::uint16_t crc16(std::string_view bytes) noexcept
{
    std::uint32_t crc = 0;
    for (const char c : bytes) {
        crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 8U;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U;
        crc &= 0xffffU;
    }
    return static_cast<std::uint16_t>(crc);
}

constexpr std::array<std::string_view, 13> kKeyless{"PING", "SCAN", "DBSIZE", "INFO", "TIME",
    "CLIENT", "CONFIG", "ROLE", "SCRIPT", "CLUSTER", "ACL", "MONITOR", "SUBSCRIBE"};

} // namespace

std::uint16_t slotOf(std::string_view key) noexcept
{
    const std::size_t open = key.find('{');
    if (open != std::string_view::npos) {
        const std::size_t close = key.find('}', open + 1);
        if (close != std::string_view::npos && close > open + 1)
            key = key.substr(open + 1, close - open - 1);
    }
    return crc16(key) % kSlots;
}

std::optional<std::string> routingKey(const Command& command)
{
    const auto arguments = command.arguments();
    const std::string& name = arguments.front();
    const bool isScript = name == "EVAL" || name == "EVALSHA";
    const std::size_t position = isScript ? 3 : 1;
    if (arguments.size() <= position || (isScript && arguments[2] == "0")
        || std::ranges::find(kKeyless, name) != kKeyless.end())
        return std::nullopt;
    return arguments[position];
}

} // namespace lockkeeper::redis
