// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockkeeper::observe {

/// The bit of a master. A deployment has at most 64 (config::kMostMasters).
constexpr std::uint64_t masterBit(std::size_t master) noexcept
{
    return std::uint64_t{1} << (master % 64U);
}

/// Marks the items that each master's sweep has seen: one bit per master in every item. A sweep
/// starts with all items unmarked without visiting them: the meaning of the bit is inverted
/// instead.
class SweepMarks {
public:
    using Word = std::uint64_t;

    explicit SweepMarks(std::size_t masters)
        : m_counts(masters)
    { }

    /// Initial word of a new item.
    [[nodiscard]] Word unmarked() const noexcept { return ~m_meaning; }
    [[nodiscard]] bool isMarked(Word word, std::size_t master) const noexcept
    {
        return ((word ^ m_meaning) & masterBit(master)) == 0;
    }
    void mark(Word& word, std::size_t master) noexcept
    {
        if (isMarked(word, master))
            return;
        word ^= masterBit(master);
        ++m_counts[master];
    }
    /// Call when an item is removed.
    void forget(Word word) noexcept
    {
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            m_counts[i] -= isMarked(word, i) ? 1 : 0;
    }
    [[nodiscard]] std::size_t count(std::size_t master) const noexcept { return m_counts[master]; }
    /// Unmarks all items. All must be marked before.
    void turn(std::size_t master) noexcept
    {
        m_meaning ^= masterBit(master);
        m_counts[master] = 0;
    }

private:
    Word m_meaning = ~Word{0}; ///< the value of a master's bit that means "marked"
    std::vector<std::size_t> m_counts; ///< by master: number of marked items
};

} // namespace lockkeeper::observe
