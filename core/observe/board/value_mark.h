// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/seeded_hash.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace lockkeeper::observe {

/// Tells in little time whether a value is the one that was marked: five masters store the same
/// token, and a fingerprint for each of them would be the most of what reading it costs. 48 bits of
/// a hash whose key is another one in each process: nobody can look for two values with one mark,
/// and by chance it happens once in 10^14 changes. Never a reason to act: actions go by
/// fingerprints, on the masters themselves.
class ValueMark {
public:
    /// Of no value.
    ValueMark() = default;
    explicit ValueMark(std::string_view value)
    {
        const std::uint64_t hash = seededHash(value);
        m_parts
            = {part(hash), part(hash >> 16U), static_cast<std::uint16_t>(part(hash >> 32U) | 1U)};
    }

    friend bool operator==(const ValueMark&, const ValueMark&) = default;

private:
    static std::uint16_t part(std::uint64_t hash) noexcept
    {
        return static_cast<std::uint16_t>(hash & 0xFFFFU);
    }

    std::array<std::uint16_t, 3> m_parts{};
};

} // namespace lockkeeper::observe
