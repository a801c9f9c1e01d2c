// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/touched_slots.h"

#include <QTimer>
#include <algorithm>
#include <utility>

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kMany = 2000;
constexpr int kMostRepeats = 3;

} // namespace

void TouchedSlots::add(const std::vector<int>& slots)
{
    m_slots.insert(m_slots.end(), slots.begin(), slots.end());
}

bool TouchedSlots::needsRepeat()
{
    if (m_slots.size() > kMany && m_repeats < kMostRepeats) {
        ++m_repeats;
        return true;
    }
    m_repeats = 0;
    return false;
}

std::vector<int> TouchedSlots::take()
{
    std::vector<int> slots = std::exchange(m_slots, {});
    if (slots.size() > kMany)
        handOut(std::exchange(slots, {}));
    return slots;
}

void TouchedSlots::handOut(std::vector<int> slots)
{
    QTimer::singleShot(0, this, [this, slots = std::move(slots)]() mutable {
        const auto rest
            = slots.begin() + static_cast<std::ptrdiff_t>(std::min(slots.size(), kMany));
        Q_EMIT due({slots.begin(), rest});
        slots.erase(slots.begin(), rest);
        if (!slots.empty())
            handOut(std::move(slots));
    });
}

} // namespace lockkeeper::ui
