// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_rows.h"

#include <algorithm>

namespace lockkeeper::ui {

LockRows::LockRows()
    : m_index(0, Hash{&m_rows}, IsSame{&m_rows})
{ }

int LockRows::find(const Resource& resource) const
{
    const auto found = m_index.find(std::string_view(resource.value()));
    return found == m_index.end() ? -1 : *found;
}

void LockRows::reserve(std::size_t count)
{
    if (count <= m_rows.capacity())
        return;
    count = std::max(count, 2 * m_rows.capacity());
    m_rows.reserve(count);
    m_isThere.reserve(count);
    m_index.reserve(count);
}

int LockRows::add(LockRow row)
{
    row.id = ++m_latestId;
    int slot = slotEnd();
    if (m_free.empty()) {
        m_rows.emplace_back();
        m_isThere.push_back(false);
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    m_rows[static_cast<std::size_t>(slot)] = std::move(row);
    m_isThere[static_cast<std::size_t>(slot)] = true;
    m_index.insert(slot);
    return slot;
}

void LockRows::remove(int slot)
{
    m_index.erase(slot);
    m_isThere[static_cast<std::size_t>(slot)] = false;
    m_removed.push_back(slot);
}

void LockRows::recycle()
{
    for (const int slot : m_removed)
        (*this)[slot] = {};
    m_free.insert(m_free.end(), m_removed.begin(), m_removed.end());
    m_removed.clear();
}

} // namespace lockkeeper::ui
