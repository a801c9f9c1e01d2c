// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/referee.h"

namespace lockkeeper::simulation {

/// The result of one run.
struct Outcome {
    std::size_t acquisitions = 0;
    std::uint64_t digest = 0; ///< of all events: the same for each run of a seed
    TrueTime end{}; ///< when the run ended
    std::optional<Breach> breach; ///< the first promise that was broken
    std::vector<std::string> story; ///< with Setup::isTelling: the events up to the end
};

/// Simulates one run and checks the promises of docs/guarantees.md.
///
/// For six seconds of virtual time, some clients acquire, extend and release locks on one to five
/// simulated masters, with the real code of core/lock, while the faults of the seed's scenario
/// happen. Then the faults end, and it is checked that everybody gets each lock, and that nothing
/// is left behind. Some scenarios have a fault that exclusion does not survive: there only the
/// other promises are checked. The seed determines the whole run.
[[nodiscard]] Outcome simulate(std::uint64_t seed, const Setup& setup);

} // namespace lockkeeper::simulation
