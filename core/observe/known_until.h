// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/freshness.h"

#include <algorithm>

namespace lockkeeper::observe {

/// Until when all changes of one master were noticed. Not thread-safe.
class KnownUntil {
public:
    /// There is a new connection: what was read before holds no more.
    void login() noexcept { m_freshness.since = SteadyTime::max(); }
    /// All keys that were read at `since` or later are known as of `until`; the next time will be
    /// told `patience` later at the latest, and some seconds for reading what has changed.
    void note(SteadyTime since, SteadyTime until, SteadyTime::duration patience = {}) noexcept
    {
        constexpr std::chrono::seconds kForReading{5};
        m_freshness.since = since;
        m_freshness.until = std::max(m_freshness.until, until);
        m_patience = kForReading + patience;
    }
    /// Of a master that does not answer, nothing more will be known.
    [[nodiscard]] Freshness freshness(bool isUp) const noexcept
    {
        Freshness freshness = m_freshness;
        if (isUp && freshness.until != SteadyTime::min())
            freshness.until += m_patience;
        return freshness;
    }

private:
    Freshness m_freshness; ///< as it would be if the master stopped answering now
    SteadyTime::duration m_patience{};
};

} // namespace lockkeeper::observe
