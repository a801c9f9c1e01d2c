// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/workload/foreign_tokens.h"

#include <cstdint>
#include <random>

namespace lockkeeper::sandbox {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

/// The lowest `digits` hex digits of `value`.
std::string hex(std::uint64_t value, std::size_t digits)
{
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4)
        *digit = kDigits[value & 15];
    return text;
}

std::uint64_t randomBits()
{
    std::random_device device;
    return std::uniform_int_distribution<std::uint64_t>()(device);
}

} // namespace

std::string randomHex(std::size_t bytes)
{
    std::string text;
    for (; bytes > 0; --bytes)
        text += hex(randomBits(), 2);
    return text;
}

std::string uuid1Hex(WallTime now)
{
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    constexpr std::int64_t kGregorianToUnix = 0x01b21dd213814000; // from 1582-10-15, in ticks
    const auto time = static_cast<std::uint64_t>(
        std::chrono::duration_cast<Ticks>(now.time_since_epoch()).count() + kGregorianToUnix);
    constexpr std::uint64_t kMulticast = 0x010000000000;
    const std::uint64_t clockSequence = 0x8000 | (randomBits() & 0x3fff);
    return hex(time, 8) + hex(time >> 32, 4) + "1" + hex(time >> 48, 3) + hex(clockSequence, 4)
        + hex(randomBits() | kMulticast, 12);
}

std::string uuid4()
{
    const std::uint64_t variant = 0x8000 | (randomBits() & 0x3fff);
    return hex(randomBits(), 8) + "-" + hex(randomBits(), 4) + "-4" + hex(randomBits(), 3) + "-"
        + hex(variant, 4) + "-" + hex(randomBits(), 12);
}

} // namespace lockkeeper::sandbox
