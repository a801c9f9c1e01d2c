// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <optional>

namespace lockkeeper::redis {

class CommandQueue;
struct LinkStatus;

/// Decides when a connected master that owes replies counts as silent, and when a silent connection
/// is given up. A master is silent if a reply is overdue and none has come for `silentAfter`.
///
/// Lasts for one socket; reset() prepares it for the next one. Has no timer: its owner calls
/// begins() and isOver() at nextDeadline(). Thread: that of the event loop.
class Silence {
public:
    explicit Silence(std::chrono::milliseconds silentAfter)
        : m_silentAfter(silentAfter)
    { }

    /// True if the silence begins at `now`. `hasOverdue`: a reply has just become overdue. If it is
    /// too early to tell, another call is needed at suspectAt().
    [[nodiscard]] bool begins(
        SteadyTime now, bool hasOverdue, CommandQueue& queue, const LinkStatus& status);
    /// A reply has come.
    void end() noexcept { m_end.reset(); }
    /// True if the silence has lasted so long that the path may have failed without a notice.
    [[nodiscard]] bool isOver(SteadyTime now) const noexcept { return m_end && *m_end <= now; }
    void reset() noexcept;

    /// When the silence begins unless a reply comes before.
    [[nodiscard]] std::optional<SteadyTime> suspectAt() const noexcept { return m_suspectAt; }
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const noexcept;

private:
    const std::chrono::milliseconds m_silentAfter;
    std::optional<SteadyTime> m_suspectAt;
    std::optional<SteadyTime> m_end; ///< when a silent connection is given up
};

} // namespace lockkeeper::redis
