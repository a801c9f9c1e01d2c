// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace lockkeeper::observe {

/// A TTL, or none, in whole milliseconds and six bytes. A value.
class CompactTtl {
public:
    CompactTtl() = default;
    /// Negative TTLs become zero, those beyond 48 bits the largest.
    explicit CompactTtl(std::chrono::milliseconds ttl)
    {
        const auto bits = static_cast<std::uint64_t>(
            std::clamp<std::int64_t>(ttl.count(), 0, std::int64_t{kNone} - 1));
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            m_parts[i] = static_cast<std::uint16_t>(bits >> (16U * i) & 0xFFFFU);
    }
    [[nodiscard]] std::optional<std::chrono::milliseconds> value() const noexcept
    {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            bits |= std::uint64_t{m_parts[i]} << (16U * i);
        return bits == kNone
            ? std::nullopt
            : std::optional(std::chrono::milliseconds(static_cast<std::int64_t>(bits)));
    }

private:
    static constexpr std::uint64_t kNone = (std::uint64_t{1} << 48U) - 1;

    std::array<std::uint16_t, 3> m_parts{0xFFFF, 0xFFFF, 0xFFFF};
};

} // namespace lockkeeper::observe
