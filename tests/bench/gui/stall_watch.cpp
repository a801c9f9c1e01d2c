// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/stall_watch.h"

#include "tests/bench/measure.h"

#include <algorithm>
#include <ctime>

namespace lockkeeper::bench {
namespace {

double ownMilliseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

} // namespace

StallWatch::StallWatch()
{
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
    m_timer.start(std::chrono::milliseconds(1));
    reset();
}

void StallWatch::reset()
{
    m_gaps.clear();
    m_ownMax = 0;
    m_latest = std::chrono::steady_clock::now();
    m_latestOwn = ownMilliseconds();
}

void StallWatch::look()
{
    const auto now = std::chrono::steady_clock::now();
    const double own = ownMilliseconds();
    m_gaps.push_back(std::chrono::duration<double, std::milli>(now - m_latest).count());
    m_ownMax = std::max(m_ownMax, own - m_latestOwn);
    m_latest = now;
    m_latestOwn = own;
}

double StallWatch::percentile(double part) const
{
    return bench::percentile(m_gaps, part);
}

} // namespace lockkeeper::bench
