// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::simulation {

/// What came of one run.
struct Outcome {
    std::size_t acquisitions = 0;
    std::optional<std::string> breach; ///< the first promise that was broken
    std::vector<std::string> story; ///< if asked for: what happened up to then
};

struct Setup {
    bool isTelling = false; ///< the story is wanted
    /// Masters obey an extension that shortens, as those of other libraries' scripts do: a fault
    /// that has to be found.
    bool doMastersShorten = false;
};

/// Some clients take, extend and release locks by the real code of core/lock for eight seconds of
/// virtual time, over one to five simulated masters, while connections break, and processes and
/// masters are stopped, killed and started again. Only what Redlock allows for: masters keep their
/// data, and clocks run at about the same rate. Everything follows from the seed.
[[nodiscard]] Outcome simulate(std::uint64_t seed, const Setup& setup);

} // namespace lockkeeper::simulation
