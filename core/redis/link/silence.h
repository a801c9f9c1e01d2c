// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <optional>

namespace lockkeeper::redis {

class CommandQueue;
struct LinkStatus;

/// Decides when a link becomes Silent or Up, and when its connection is given up; sets the status.
/// For one socket; reset() for the next. Call judge() and isOver() at nextDeadline(). Thread: the
/// loop's.
class Silence {
public:
    Silence(std::chrono::milliseconds silentAfter, CommandQueue& commands, LinkStatus& status);

    /// Sets Silent, because of `noReply`, if the silence begins now. Too early to tell: call again
    /// at suspectAt(). `hasOverdue`: a reply is overdue since now.
    void judge(SteadyTime now, bool hasOverdue, const Error& noReply);
    void end() noexcept;
    /// So long that the path may have failed unnoticed.
    [[nodiscard]] bool isOver(SteadyTime now) const noexcept { return m_end && *m_end <= now; }
    void reset() noexcept;

    [[nodiscard]] std::optional<SteadyTime> suspectAt() const noexcept { return m_suspectAt; }
    [[nodiscard]] std::optional<SteadyTime> nextDeadline() const noexcept;

private:
    const std::chrono::milliseconds m_silentAfter;
    CommandQueue& m_commands;
    LinkStatus& m_status;
    std::optional<SteadyTime> m_suspectAt;
    std::optional<SteadyTime> m_end;
};

} // namespace lockkeeper::redis
