// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timeline/time_scale.h"

#include <algorithm>

namespace lockkeeper::ui {

using Span = WallTime::duration;

namespace {
constexpr int kFarSpans = 16;
} // namespace

void TimeScale::setWidth(int pixels) noexcept
{
    m_width = std::max(pixels, 1);
}

double TimeScale::xOf(WallTime time) const noexcept
{
    // Far beyond what is shown, the difference could overflow.
    const WallTime near
        = std::clamp(time, m_from - kFarSpans * m_span, m_from + kFarSpans * m_span);
    return static_cast<double>((near - m_from).count()) / static_cast<double>(m_span.count())
        * m_width;
}

WallTime TimeScale::timeAt(double x) const noexcept
{
    return m_from + Span(static_cast<Span::rep>(static_cast<double>(m_span.count()) * x / m_width));
}

void TimeScale::show(history::Window window) noexcept
{
    m_span = std::clamp<Span>(window.to - window.from, kShortest, kLongest);
    m_from = window.to - m_span;
}

void TimeScale::zoom(double factor, double x) noexcept
{
    const WallTime fixed = timeAt(x);
    const double wanted = static_cast<double>(m_span.count()) * factor;
    m_span = Span(
        static_cast<Span::rep>(std::clamp(wanted, static_cast<double>(Span(kShortest).count()),
            static_cast<double>(Span(kLongest).count()))));
    m_from
        = fixed - Span(static_cast<Span::rep>(static_cast<double>(m_span.count()) * x / m_width));
}

void TimeScale::pan(double pixels) noexcept
{
    m_from = timeAt(pixels);
}

} // namespace lockkeeper::ui
