// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <optional>

namespace lockkeeper::redis {

class CommandQueue;
struct LinkStatus;

/// Decides when a link that is Up becomes Silent and when it is Up again, and sets its status; also
/// when a silent connection is given up. A master is silent if a reply is overdue and none has come
/// for `silentAfter`.
///
/// Lasts for one socket; reset() prepares it for the next one. Has no timer: its owner calls
/// judge() and isOver() at nextDeadline(). Thread: that of the event loop.
class Silence {
public:
    /// `commands` and `status` are the link's; they must outlive this object.
    Silence(std::chrono::milliseconds silentAfter, CommandQueue& commands, LinkStatus& status);

    /// Makes the link Silent, with `noReply` as the reason, if the silence begins at `now`. If it
    /// is too early to tell, another call is needed at suspectAt(). `hasOverdue`: a reply has just
    /// become overdue.
    void judge(SteadyTime now, bool hasOverdue, const Error& noReply);
    /// A reply has come from a master that is Silent: the link is Up again.
    void end() noexcept;
    /// True if the silence has lasted so long that the path may have failed without a notice.
    [[nodiscard]] bool isOver(SteadyTime now) const noexcept { return m_end && *m_end <= now; }
    void reset() noexcept;

    /// When the silence begins unless a reply comes before.
    [[nodiscard]] std::optional<SteadyTime> suspectAt() const noexcept { return m_suspectAt; }
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const noexcept;

private:
    const std::chrono::milliseconds m_silentAfter;
    CommandQueue& m_commands;
    LinkStatus& m_status;
    std::optional<SteadyTime> m_suspectAt;
    std::optional<SteadyTime> m_end; ///< when a silent connection is given up
};

} // namespace lockkeeper::redis
