// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/change_permission.h"

#include <algorithm>

namespace lockkeeper::ui {

using std::chrono::milliseconds;

ChangePermission::ChangePermission(bool isReadOnly, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_isNeeded(isReadOnly)
    , m_clock(clock)
{ }

std::optional<milliseconds> ChangePermission::remaining() const
{
    if (!m_end)
        return std::nullopt;
    return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(*m_end - m_clock.now()));
}

void ChangePermission::allowFor(milliseconds time)
{
    if (!isOffered())
        return;
    const bool wasAllowed = isAllowed();
    m_end = m_clock.now() + time;
    if (!wasAllowed)
        Q_EMIT changed(true);
}

void ChangePermission::end()
{
    if (!m_end)
        return;
    m_end.reset();
    Q_EMIT changed(false);
}

void ChangePermission::tick()
{
    if (m_end && m_clock.now() >= *m_end)
        end();
}

} // namespace lockkeeper::ui
