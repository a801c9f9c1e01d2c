// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fingerprint.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <openssl/evp.h>

namespace lockkeeper {

namespace {

constexpr std::size_t kHexLength = 40;

bool isLowerHexDigit(char c) noexcept
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

char toLowerAscii(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string sha1Hex(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    // A fingerprint that is wrong could release the wrong lock, so there is nothing to go on with.
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1
        || length * 2 != kHexLength)
        std::abort();

    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    hex.reserve(kHexLength);
    for (unsigned i = 0; i < length; ++i) {
        hex.push_back(kDigits[digest[i] >> 4U]);
        hex.push_back(kDigits[digest[i] & 0xFU]);
    }
    return hex;
}

void appendCounted(std::string& out, const std::string& bytes)
{
    out += std::to_string(bytes.size());
    out += ':';
    out += bytes;
}

} // namespace

Fingerprint Fingerprint::ofString(std::string_view value)
{
    return Fingerprint(sha1Hex(value));
}

Fingerprint Fingerprint::ofHash(HashFields fields)
{
    std::sort(fields.begin(), fields.end());
    std::string whole;
    for (const auto& [field, value] : fields) {
        appendCounted(whole, field);
        appendCounted(whole, value);
    }
    return Fingerprint(sha1Hex(whole));
}

std::optional<Fingerprint> Fingerprint::fromHex(std::string_view hex)
{
    if (hex.size() != kHexLength || !std::all_of(hex.begin(), hex.end(), isLowerHexDigit))
        return std::nullopt;
    return Fingerprint(std::string(hex));
}

bool Fingerprint::startsWith(std::string_view prefix) const
{
    return prefix.size() >= kShortLength && prefix.size() <= m_hex.size()
        && std::equal(prefix.begin(), prefix.end(), m_hex.begin(),
            [](char typed, char ours) { return toLowerAscii(typed) == ours; });
}

} // namespace lockkeeper
