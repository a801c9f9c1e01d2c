// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <chrono>
#include <vector>

namespace lockkeeper::bench {

/// Measures for how long the GUI thread does not return to its event loop: the time between two
/// events of a timer of one millisecond. Other programs that take the processor away count, too;
/// ownMax() leaves them out. GUI thread only.
class StallWatch {
public:
    StallWatch();

    void stop() { m_timer.stop(); }
    /// Forgets what was measured.
    void reset();
    /// Times between two events, in milliseconds.
    [[nodiscard]] double percentile(double part) const;
    [[nodiscard]] double max() const { return percentile(1); }
    /// The longest processor time of this thread between two events.
    [[nodiscard]] double ownMax() const noexcept { return m_ownMax; }

private:
    void look();

    QTimer m_timer;
    std::chrono::steady_clock::time_point m_latest;
    double m_latestOwn = 0;
    double m_ownMax = 0;
    std::vector<double> m_gaps;
};

} // namespace lockkeeper::bench
