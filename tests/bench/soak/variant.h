// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/round.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::bench {

/// A mistake that is made on purpose, to show that the soak notices it.
enum class Variant {
    None,
    NoCompareRelease, ///< the release script deletes whatever token is stored
    DelRelease, ///< a bare DEL in place of the release script
    HalfQuorum, ///< one vote less than a quorum is enough
    LateExtend, ///< leases last, and are extended, beyond their deadline
    NoQuarantine, ///< (SoakOptions::isForgetful) a master that may have forgotten locks votes
    AnyOrder, ///< (SoakOptions::isOrdered) threads take their locks in any order
};

/// The variant of a name: none, no-compare-release, del-release, half-quorum, late-extend,
/// no-quarantine or any-order. Nullopt for other names.
[[nodiscard]] std::optional<Variant> variantFrom(std::string_view name) noexcept;

/// Makes the library make a variant's mistake, by replacing the masters, the clock and the
/// scheduler that it works with. Must outlive the clients that it was built into.
class Sabotage {
public:
    explicit Sabotage(Variant variant);
    ~Sabotage();

    /// The clock to create the client with.
    [[nodiscard]] const Clock& clock() const noexcept;
    /// Replaces the masters and the scheduler of a client's context. Call it before the client does
    /// anything.
    void buildInto(lock::LockContext& context);
    /// The real time at which the client's clock shows `time`.
    [[nodiscard]] SteadyTime realTimeOf(SteadyTime time) const noexcept;

private:
    class SlowClock;
    class SlowScheduler;
    class LiarsTransport;
    class RewritingTransport;

    Variant m_variant;
    SystemClock m_systemClock;
    std::unique_ptr<SlowClock> m_slowClock;
    std::unique_ptr<Scheduler> m_scheduler;
    std::vector<std::unique_ptr<redis::Transport>> m_transports;
};

} // namespace lockkeeper::bench
