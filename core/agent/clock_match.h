// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::agent {

/// How far this host's steady clock is ahead of another host's, for times that the other host
/// sends. An estimate is never later than the truth by more than the drift of two clocks: what
/// comes late over the network looks old, not present. Not thread-safe.
///
/// In whole milliseconds: a time that the sender has rounded to one stays whole.
class ClockMatch {
public:
    using Offset = std::chrono::milliseconds;
    /// Two clocks that NTP adjusts drift apart by this part of the time at most.
    static constexpr int kDriftParts = 1000;

    /// The first message of a connection: the sender's clock was read between `asked` and
    /// `received`.
    ClockMatch(SteadyTime sent, SteadyTime asked, SteadyTime received)
        : m_offset(between(sent, asked + (received - asked) / 2))
        , m_since(received)
    { }

    /// Another message that was sent at `sent`, by the sender's clock.
    void note(SteadyTime sent, SteadyTime received)
    {
        const Offset seen = between(sent, received);
        m_late = std::max(seen - offset(received), Offset::zero());
        if (seen > offset(received))
            return;
        m_offset = seen;
        m_since = received;
    }
    /// To be added to the sender's times.
    [[nodiscard]] Offset offset(SteadyTime now) const
    {
        return m_offset
            + std::chrono::duration_cast<Offset>(
                std::max(now - m_since, SteadyTime::duration::zero()) / kDriftParts);
    }
    /// How much longer than others the latest message was under way.
    [[nodiscard]] Offset late() const noexcept { return m_late; }

private:
    static Offset between(SteadyTime sent, SteadyTime received)
    {
        return std::chrono::floor<Offset>(received - sent);
    }

    Offset m_offset; ///< at m_since
    SteadyTime m_since;
    Offset m_late{0};
};

} // namespace lockkeeper::agent
