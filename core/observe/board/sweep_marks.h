// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockkeeper::observe {

/// A deployment has no more than 64 (config::kMostMasters).
constexpr std::uint64_t masterBit(std::size_t master) noexcept
{
    return std::uint64_t{1} << (master % 64U);
}

/// Which items each master's sweep has come by: a bit per master in every item. A sweep begins with
/// all of them unmarked, without a visit to any: it is the meaning of the bit that turns.
class SweepMarks {
public:
    using Word = std::uint64_t;

    explicit SweepMarks(std::size_t masters)
        : m_counts(masters)
    { }

    /// What a new item has.
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
    /// The item goes.
    void forget(Word word) noexcept
    {
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            m_counts[i] -= isMarked(word, i) ? 1 : 0;
    }
    [[nodiscard]] std::size_t count(std::size_t master) const noexcept { return m_counts[master]; }
    /// All items must be marked; from now on all are unmarked.
    void turn(std::size_t master) noexcept
    {
        m_meaning ^= masterBit(master);
        m_counts[master] = 0;
    }

private:
    Word m_meaning = ~Word{0}; ///< the value of a master's bit that says "marked"
    std::vector<std::size_t> m_counts; ///< by master: marked items
};

} // namespace lockkeeper::observe
