// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/uuid.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <sys/random.h>
#include <system_error>

namespace lockkeeper::lock {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

Result<Bytes> randomBytes()
{
    Bytes bytes{};
    const auto read = ::getrandom(bytes.data(), bytes.size(), GRND_NONBLOCK);
    if (read != static_cast<ssize_t>(bytes.size())) {
        const int reason = read < 0 ? errno : EIO;
        return fail(ErrorClass::System,
            "no random numbers for a lock token: " + std::generic_category().message(reason));
    }
    return bytes;
}

void stamp(Bytes& bytes, unsigned version)
{
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | version << 4U);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
}

std::string hexOf(const Bytes& bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const std::uint8_t byte : bytes) {
        hex.push_back(kDigits[byte >> 4U]);
        hex.push_back(kDigits[byte & 0xFU]);
    }
    return hex;
}

} // namespace

Result<std::string> makeUuid1Hex(WallTime now)
{
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    constexpr std::int64_t kGregorianToUnix = 0x01B21DD213814000; // from 1582-10-15, in ticks
    auto bytes = randomBytes();
    if (!bytes)
        return tl::make_unexpected(std::move(bytes.error()));
    const auto ticks = static_cast<std::uint64_t>(
        std::chrono::floor<Ticks>(now.time_since_epoch()).count() + kGregorianToUnix);
    // The lowest 32 bits come first, then the next 16, then the highest 12.
    constexpr std::array<unsigned, 8> kShifts{24, 16, 8, 0, 40, 32, 56, 48};
    for (std::size_t i = 0; i < kShifts.size(); ++i)
        (*bytes)[i] = static_cast<std::uint8_t>(ticks >> kShifts[i]);
    stamp(*bytes, 1);
    (*bytes)[10] |= 1; // a node that is no network card's address
    return hexOf(*bytes);
}

Result<std::string> makeUuid4()
{
    auto bytes = randomBytes();
    if (!bytes)
        return tl::make_unexpected(std::move(bytes.error()));
    stamp(*bytes, 4);
    std::string text = hexOf(*bytes);
    for (const std::size_t at : {8U, 13U, 18U, 23U})
        text.insert(at, 1, '-');
    return text;
}

} // namespace lockkeeper::lock
