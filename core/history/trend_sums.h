// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockkeeper::history {

/// The steps of a range of time. Times are milliseconds since the Unix epoch. A value.
struct StepGrid {
    std::int64_t from = 0; ///< (from < to) a range of time
    std::int64_t to = 0;
    std::int64_t step = 1; ///< the length of a step; steps begin at its multiples

    [[nodiscard]] std::int64_t first() const noexcept { return from / step; }
    [[nodiscard]] std::size_t size() const noexcept
    {
        return static_cast<std::size_t>((to - 1) / step - first() + 1);
    }
    [[nodiscard]] bool contains(std::int64_t time) const noexcept
    {
        return time >= from && time < to;
    }
    /// The step of a time that the range contains.
    [[nodiscard]] std::size_t indexOf(std::int64_t time) const noexcept
    {
        return static_cast<std::size_t>(time / step - first());
    }
    [[nodiscard]] std::int64_t startOf(std::size_t index) const noexcept
    {
        return (first() + static_cast<std::int64_t>(index)) * step;
    }
    /// How much of a step is in the range.
    [[nodiscard]] std::int64_t lengthOf(std::size_t index) const noexcept;
};

/// How many spans of time go on, on average, in each step. Adding a span takes the same time
/// however many steps it covers.
class Occupancy {
public:
    explicit Occupancy(StepGrid grid)
        : m_grid(grid)
        , m_parts(grid.size())
        , m_wholes(grid.size() + 1)
    { }

    void add(std::int64_t from, std::int64_t to);
    /// One value a step.
    [[nodiscard]] std::vector<double> averages() const;

private:
    StepGrid m_grid;
    std::vector<std::int64_t> m_parts; ///< of steps that are covered in part, in milliseconds
    std::vector<std::int64_t> m_wholes; ///< how many more cover the whole step than the one before
};

} // namespace lockkeeper::history
