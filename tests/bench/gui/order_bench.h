// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockkeeper::bench {

struct OrderCounts {
    std::size_t changes = 0; ///< of locks, that were written
    std::size_t looks = 0; ///< at the first ten rows, twenty a second
    std::size_t passing = 0; ///< problems seen at a look that had not lasted long enough to count
    std::size_t moves = 0; ///< of the first ten, for which the urgency of a row among them changed
    std::size_t needless = 0; ///< all other moves
    std::size_t pushedDown = 0; ///< looks at which a lock that is stale was not on top
};

/// A real window over five real masters, with five stale locks, while a thousand times a second one
/// of five hundred others is begun to be taken, taken, or released. Throws std::runtime_error.
[[nodiscard]] OrderCounts measureOrder(std::chrono::seconds time);

} // namespace lockkeeper::bench
