// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper {

/// Fields and values of a hash, in any order.
using HashFields = std::vector<std::pair<std::string, std::string>>;

/// Identifies a stored value without revealing it: the SHA-1 of its bytes, as `redis.sha1hex`
/// computes it. People see and type the first eight digits; scripts compare all forty.
///
/// A hash is fingerprinted as a whole: the SHA-1 of `<length>:<field><length>:<value>` over its
/// fields in byte order. The value of a field `<uuid>:<number>` counts as empty: Redisson counts
/// there how often one holder has taken its lock.
class LOCKKEEPER_EXPORT Fingerprint {
public:
    static constexpr std::size_t kShortLength = 8;

    [[nodiscard]] static Fingerprint ofString(std::string_view value);
    [[nodiscard]] static Fingerprint ofHash(HashFields fields);
    /// From 40 lower-case hex digits; nullopt for anything else.
    [[nodiscard]] static std::optional<Fingerprint> fromHex(std::string_view hex);

    /// All 40 hex digits.
    [[nodiscard]] std::string hex() const;
    /// The first 8 hex digits, for people.
    [[nodiscard]] std::string shortHex() const { return hex().substr(0, kShortLength); }
    /// True if this fingerprint begins with `prefix` (8 to 40 hex digits, any case).
    [[nodiscard]] bool startsWith(std::string_view prefix) const;

    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;

private:
    using Digest = std::array<unsigned char, 20>;
    explicit Fingerprint(const Digest& digest)
        : m_digest(digest)
    { }
    [[nodiscard]] static Fingerprint sha1(std::string_view bytes);
    Digest m_digest;
};

} // namespace lockkeeper
