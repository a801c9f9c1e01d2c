// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/round.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::bench {

/// A mistake made on purpose, to show that the soak would notice it.
enum class Variant {
    None,
    NoCompareRelease, ///< the release script deletes whatever token is stored
    DelRelease, ///< a bare DEL in place of the release script
    HalfQuorum, ///< one vote less than a quorum is enough
    LateExtend, ///< leases last, and are extended, beyond their deadline
};

/// none, no-compare-release, del-release, half-quorum, late-extend.
[[nodiscard]] std::optional<Variant> variantFrom(std::string_view name) noexcept;

/// Makes the library make that mistake, by what it is given to work with: masters, clock and
/// scheduler. Outlives the clients that it was built into.
class Sabotage {
public:
    explicit Sabotage(Variant variant);
    ~Sabotage();

    /// For the client.
    [[nodiscard]] const Clock& clock() const noexcept;
    /// Before the client does anything.
    void buildInto(lock::LockContext& context);
    /// When that will be that the client's clock shows `time`.
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
