// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/uuid.h"

#include "core/text/hex.h"
#include "core/text/random_bytes.h"

#include <array>
#include <cstdint>

namespace lockkeeper::lock {
namespace {

constexpr std::size_t kBytes = 16;

void stamp(std::string& bytes, unsigned version)
{
    bytes[6] = static_cast<char>((bytes[6] & 0x0F) | static_cast<int>(version << 4U));
    bytes[8] = static_cast<char>((bytes[8] & 0x3F) | 0x80);
}

} // namespace

Result<std::string> makeUuid1Hex(WallTime now)
{
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    constexpr std::int64_t kGregorianToUnix = 0x01B21DD213814000; // from 1582-10-15, in ticks
    auto bytes = randomBytes(kBytes);
    if (!bytes)
        return tl::make_unexpected(std::move(bytes.error()));
    const auto ticks = static_cast<std::uint64_t>(
        std::chrono::floor<Ticks>(now.time_since_epoch()).count() + kGregorianToUnix);
    constexpr std::array<unsigned, 8> kShifts{24, 16, 8, 0, 40, 32, 56, 48};
    for (std::size_t i = 0; i < kShifts.size(); ++i)
        (*bytes)[i] = static_cast<char>(ticks >> kShifts[i]);
    stamp(*bytes, 1);
    (*bytes)[10] |= 1; // multicast bit: no network card's address
    return hex(*bytes);
}

Result<std::string> makeUuid4()
{
    auto bytes = randomBytes(kBytes);
    if (!bytes)
        return tl::make_unexpected(std::move(bytes.error()));
    stamp(*bytes, 4);
    std::string text = hex(*bytes);
    for (const std::size_t at : {8U, 13U, 18U, 23U})
        text.insert(at, 1, '-');
    return text;
}

} // namespace lockkeeper::lock
