// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/seeded_hash.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace lockkeeper::observe {

/// Recognises a value cheaply. Five masters store the same token, and computing a fingerprint for
/// each would cost most of the time of reading it. 48 bits of a hash with a random key per process:
/// nobody can construct two values with the same mark, and by chance it happens once in 10^14
/// changes. Never a reason to act: actions compare fingerprints, on the masters themselves.
class ValueMark {
public:
    /// Mark of no value.
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
