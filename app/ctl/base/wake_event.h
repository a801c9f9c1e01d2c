// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockkeeper::ctl {

/// Wakes a thread in poll(). Thread-safe. Never blocks.
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

/// Which descriptors are readable or in error; of standard output, only errors count. A signal may
/// end the wait. Negative: no timeout.
[[nodiscard]] std::vector<bool> waitFor(
    std::initializer_list<int> descriptors, int timeoutMilliseconds = -1);

} // namespace lockkeeper::ctl
