// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::simulation {

/// The result of one run.
struct Outcome {
    std::size_t acquisitions = 0;
    std::optional<std::string> breach; ///< the first promise that was broken
    std::vector<std::string> story; ///< with Setup::isTelling: the events up to the end
};

struct Setup {
    bool isTelling = false; ///< write the story
    /// Injects a fault that must be found: the masters obey an extension that shortens the TTL, as
    /// they do with other libraries' scripts.
    bool doMastersShorten = false;
};

/// Simulates one run and checks the promises of docs/guarantees.md.
///
/// For eight seconds of virtual time, some clients acquire, extend and release locks on one to five
/// simulated masters, with the real code of core/lock. Meanwhile connections break, and processes
/// and masters are stopped, killed and started again. Only faults that Redlock tolerates are
/// simulated: masters keep their data, and clocks run at about the same rate. The seed determines
/// the whole run.
[[nodiscard]] Outcome simulate(std::uint64_t seed, const Setup& setup);

} // namespace lockkeeper::simulation
