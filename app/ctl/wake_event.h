// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace lockkeeper::ctl {

/// Lets any thread wake a thread that waits in poll(). Never blocks.
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

/// Waits until one of `descriptors` can be read or is broken; true for each that is. A negative
/// timeout waits for as long as it takes.
[[nodiscard]] std::vector<bool> waitFor(
    std::initializer_list<int> descriptors, int timeoutMilliseconds = -1);

} // namespace lockkeeper::ctl
