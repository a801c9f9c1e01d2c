// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockkeeper::ctl {

/// Wakes a thread in poll(). Any thread may raise() it. Never blocks.
class WakeEvent {
public:
    WakeEvent();
    WakeEvent(const WakeEvent&) = delete;
    WakeEvent& operator=(const WakeEvent&) = delete;
    ~WakeEvent();

    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
    void raise() noexcept;
    void clear() noexcept;

private:
    int m_descriptor = -1;
};

/// Blocks until a descriptor is readable or in error, or the timeout (negative: none); a signal may
/// end it. True for each ready one. Standard output counts only if in error.
[[nodiscard]] std::vector<bool> waitFor(
    std::initializer_list<int> descriptors, int timeoutMilliseconds = -1);

} // namespace lockkeeper::ctl
