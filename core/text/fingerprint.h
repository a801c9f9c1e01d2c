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

/// In any order.
using HashFields = std::vector<std::pair<std::string, std::string>>;

/// Identifies a value without revealing it: its SHA-1, as `redis.sha1hex`. People use eight digits,
/// scripts all forty.
///
/// A hash's is the SHA-1 of `<length>:<field><length>:<value>` over its fields in byte order. The
/// value of `<uuid>:<number>`, Redisson's hold count, counts as empty.
class LOCKKEEPER_EXPORT Fingerprint {
public:
    static constexpr std::size_t kShortLength = 8;

    [[nodiscard]] static Fingerprint ofString(std::string_view value);
    [[nodiscard]] static Fingerprint ofHash(HashFields fields);
    /// Only 40 lower-case hex digits.
    [[nodiscard]] static std::optional<Fingerprint> fromHex(std::string_view hex);

    [[nodiscard]] std::string hex() const;
    [[nodiscard]] std::string shortHex() const { return hex().substr(0, kShortLength); }
    /// `prefix`: 8 to 40 hex digits in any case.
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
