// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockkeeper::ctl {

/// An event that wakes a thread that waits in poll(). Thread-safe: any thread may call raise().
/// Never blocks.
class WakeEvent {
public:
    WakeEvent();
    WakeEvent(const WakeEvent&) = delete;
    WakeEvent& operator=(const WakeEvent&) = delete;
    ~WakeEvent();

    /// Readable from raise() until clear().
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
    void raise() noexcept;
    void clear() noexcept;

private:
    int m_descriptor = -1;
};

/// Blocks until one of `descriptors` is readable or has an error, or until the timeout. Returns
/// true for each that is. A negative timeout, in milliseconds, waits without a limit. A signal may
/// end the wait early. Of standard output only errors count.
[[nodiscard]] std::vector<bool> waitFor(
    std::initializer_list<int> descriptors, int timeoutMilliseconds = -1);

} // namespace lockkeeper::ctl
