// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_change_queue.h"

namespace lockkeeper::ui {

void LockChangeQueue::add(std::shared_ptr<const observe::BoardUpdate> update, bool isLoading)
{
    const std::size_t count = countOf(*update);
    if (count == 0)
        return;
    m_count += count;
    m_waiting.push_back({std::move(update), isLoading});
}

LockChangeQueue::Change LockChangeQueue::take()
{
    // An update that was taken whole is dropped here, so that the last change stays valid.
    if (m_next == countOf(*m_waiting.front().update)) {
        m_waiting.pop_front();
        m_next = 0;
    }
    const auto& [update, isLoading] = m_waiting.front();
    const std::size_t place = m_next++;
    if (--m_count; place < update->changed.size())
        return {&update->changed[place], update->changed[place]->resource, isLoading};
    return {nullptr, update->gone[place - update->changed.size()], isLoading};
}

void LockChangeQueue::clear()
{
    m_waiting.clear();
    m_next = m_count = 0;
}

std::size_t LockChangeQueue::countOf(const observe::BoardUpdate& update)
{
    return update.changed.size() + update.gone.size();
}

} // namespace lockkeeper::ui
