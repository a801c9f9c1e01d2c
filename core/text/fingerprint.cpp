// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/fingerprint.h"

#include "core/text/ascii.h"
#include "core/text/hex.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <openssl/evp.h>

namespace lockkeeper {

namespace {

constexpr std::size_t kHexLength = 40;

/// Fetched once: the lookup costs more than hashing a token.
const EVP_MD* sha1Algorithm()
{
    static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA1", nullptr);
    return algorithm;
}

void appendCounted(std::string& out, std::string_view bytes)
{
    out += std::to_string(bytes.size());
    out += ':';
    out += bytes;
}

/// True for `<uuid>:<number>`, whatever the case and places of the dashes. A script does the same.
bool isRedissonHolder(std::string_view field) noexcept
{
    constexpr std::string_view kUuidCharacters = "0123456789abcdefABCDEF-";
    return field.size() > kUuidLength + 1 && field[kUuidLength] == ':'
        && field.substr(0, kUuidLength).find_first_not_of(kUuidCharacters) == std::string_view::npos
        && std::ranges::all_of(field.substr(kUuidLength + 1), isAsciiDigit);
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
        appendCounted(whole, isRedissonHolder(field) ? std::string_view() : value);
    }
    return sha1(whole);
}

Fingerprint Fingerprint::sha1(std::string_view bytes)
{
    struct Free {
        void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
    };
    thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
    Digest digest{};
    unsigned length = 0;
    // A wrong fingerprint could release the wrong lock, so the program can't continue.
    if (!context || EVP_MD_get_size(sha1Algorithm()) != static_cast<int>(digest.size())
        || EVP_DigestInit_ex(context.get(), sha1Algorithm(), nullptr) != 1
        || EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1
        || EVP_DigestFinal_ex(context.get(), digest.data(), &length) != 1
        || length != digest.size())
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
