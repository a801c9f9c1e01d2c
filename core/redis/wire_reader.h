// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <string_view>

// Decodes what Command or Pipeline encoded: trusted, never a server's bytes.
namespace lockkeeper::redis {

/// `*5\r\n` or `$12\r\n` in front.
inline std::size_t takeCount(std::string_view& wire) noexcept
{
    constexpr std::size_t kLineEnd = 2;
    std::size_t count = 0;
    const auto end = std::from_chars(wire.data() + 1, wire.data() + wire.size(), count).ptr;
    wire.remove_prefix(static_cast<std::size_t>(end - wire.data()) + kLineEnd);
    return count;
}

inline std::string_view takeArgument(std::string_view& wire) noexcept
{
    constexpr std::size_t kLineEnd = 2;
    const std::size_t size = takeCount(wire);
    const std::string_view argument = wire.substr(0, size);
    wire.remove_prefix(size + kLineEnd);
    return argument;
}

} // namespace lockkeeper::redis
