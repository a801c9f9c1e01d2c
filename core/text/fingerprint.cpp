// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/fingerprint.h"

#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <algorithm>
#include <cstdlib>
#include <openssl/sha.h>

namespace lockkeeper {

namespace {

constexpr std::size_t kHexLength = 40;

void appendCounted(std::string& out, std::string_view bytes)
{
    out += std::to_string(bytes.size());
    out += ':';
    out += bytes;
}

/// Letters in any case, dashes in any place. A script does the same.
bool isRedissonHolder(std::string_view field) noexcept
{
    constexpr std::string_view kUuidCharacters = "0123456789abcdefABCDEF-";
    return field.size() > kUuidLength + 1 && field[kUuidLength] == ':'
        && field.substr(0, kUuidLength).find_first_not_of(kUuidCharacters) == std::string_view::npos
        && std::ranges::all_of(field.substr(kUuidLength + 1), isAsciiDigit);
}

/// Changes while the lock stays: hold counts, and the faster multi-lock's
/// `<digest>:<uuid>:<number>:expire_time` and `:lock_count`. A script does the same.
bool isRedissonCount(std::string_view field) noexcept
{
    for (const std::string_view ending : {":expire_time", ":lock_count"}) {
        const auto digestEnd = field.find(':');
        if (field.ends_with(ending) && digestEnd != 0
            && digestEnd + 1 < field.size() - ending.size()) {
            field.remove_suffix(ending.size());
            field.remove_prefix(digestEnd + 1);
            break;
        }
    }
    return isRedissonHolder(field);
}

} // namespace

Fingerprint Fingerprint::ofString(std::string_view value)
{
    return sha1(value);
}

Fingerprint Fingerprint::ofHash(HashFields fields)
{
    std::sort(fields.begin(), fields.end());
    std::string whole;
    for (const auto& [field, value] : fields) {
        appendCounted(whole, field);
        appendCounted(whole, isRedissonCount(field) ? std::string_view() : value);
    }
    return sha1(whole);
}

Fingerprint Fingerprint::sha1(std::string_view bytes)
{
    // EVP needs contexts; a static one is released at exit, after the thread's contexts and perhaps
    // OpenSSL's algorithms.
    Digest digest{};
    SHA_CTX context{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    const bool isDone = SHA1_Init(&context) == 1
        && SHA1_Update(&context, bytes.data(), bytes.size()) == 1
        && SHA1_Final(digest.data(), &context) == 1;
#pragma GCC diagnostic pop
    // A wrong fingerprint could release the wrong lock.
    if (!isDone)
        std::abort();
    return Fingerprint(digest);
}

std::optional<Fingerprint> Fingerprint::fromHex(std::string_view hex)
{
    if (hex.size() != kHexLength || !isLowerHex(hex))
        return std::nullopt;
    Digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<unsigned char>(*hexByte(hex.substr(2 * i)));
    return Fingerprint(digest);
}

std::string Fingerprint::hex() const
{
    // NOLINTNEXTLINE(*-reinterpret-cast): bytes as characters
    return lockkeeper::hex({reinterpret_cast<const char*>(m_digest.data()), m_digest.size()});
}

bool Fingerprint::startsWith(std::string_view prefix) const
{
    const std::string ours = hex();
    return prefix.size() >= kShortLength && prefix.size() <= ours.size()
        && std::equal(prefix.begin(), prefix.end(), ours.begin(),
            [](char typed, char digit) { return toAsciiLower(typed) == digit; });
}

} // namespace lockkeeper
