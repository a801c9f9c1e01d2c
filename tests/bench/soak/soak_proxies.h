// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "tests/support/fault_proxy.h"

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// The ways of a soak's workers to the masters, one for each worker, and the faults that are
/// injected into them. Each way is spoiled apart, so that workers disagree about which masters
/// there are. A worker may miss any number of masters: that costs acquisitions, but must never let
/// two in. Call all members on the main thread. The constructor throws std::runtime_error.
class SoakProxies {
public:
    SoakProxies(const std::vector<std::string>& masters, std::size_t workers, std::uint64_t seed);

    /// URLs of the masters for each worker.
    [[nodiscard]] std::vector<std::vector<std::string>> urls() const;
    /// Injects and ends faults that are due at `now`. Call it regularly.
    void tend(SteadyTime now);
    /// Ends all faults.
    void mend();

    /// Number of faults so far.
    [[nodiscard]] unsigned faults() const noexcept { return m_faults; }

private:
    /// A worker's way to one master.
    struct Way {
        tests::FaultProxy* proxy;
        std::optional<SteadyTime> until{}; ///< end of its fault, if it has one
        bool isCutAtEnd = false; ///< what its connections have lost makes them useless
    };

    void spoil(Way& way);
    void strike(Way& way);
    static void mend(Way& way);
    [[nodiscard]] std::chrono::milliseconds pick(unsigned least, unsigned most);

    std::vector<std::unique_ptr<tests::FaultNetwork>> m_networks;
    std::vector<Way> m_ways;
    SteadyTime m_nextFault{};
    unsigned m_faults = 0;
    std::minstd_rand m_random;
};

} // namespace lockkeeper::bench
