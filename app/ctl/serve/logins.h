// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/loop/mutex.h"
#include "core/result.h"

#include <map>
#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// Browsers that have shown the token, each known by a random cookie. Keeps hashes in memory.
/// Thread-safe.
class Logins {
public:
    static constexpr std::chrono::hours kLasts{12};
    /// Beyond it, the oldest ends.
    static constexpr std::size_t kMost = 1000;

    explicit Logins(const Clock& clock)
        : m_clock(clock)
    { }

    [[nodiscard]] Result<std::string> open();
    [[nodiscard]] bool isOpen(std::string_view id) const;
    void close(std::string_view id);

private:
    const Clock& m_clock;
    mutable Mutex m_mutex;
    std::map<std::string, SteadyTime, std::less<>> m_ends LK_GUARDED_BY(m_mutex); ///< by hash
};

} // namespace lockkeeper::ctl
