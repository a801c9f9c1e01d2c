// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/simulation.h"

namespace lockkeeper::simulation {

/// Leaves out faults, clients and sequences of locks of a seed's run, as long as the same promise
/// is broken without them. `setup`: breaks it. Makes at most `mostRuns` runs.
[[nodiscard]] Setup shrink(std::uint64_t seed, Setup setup, int mostRuns = 600);

/// The last `most` lines of a story, without those about resources that the breach is not about.
[[nodiscard]] std::vector<std::string> essence(
    const std::vector<std::string>& story, std::size_t most);

} // namespace lockkeeper::simulation
