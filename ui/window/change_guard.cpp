// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/change_guard.h"

#include "ui/bridge/change_permission.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/pages/leases_page.h"
#include "ui/pages/locks_page.h"
#include "ui/window/change_switch.h"
#include "ui/window/header_strip.h"
#include "ui/window/window_actions.h"

namespace lockkeeper::ui {

ChangeGuard::ChangeGuard(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_switch(new ChangeSwitch(parts.permission, &parts.header))
{
    m_parts.header.addBesideBadge(m_switch);
    m_parts.actions.changes->setVisible(m_parts.permission.isOffered());
    connect(m_parts.actions.changes, &QAction::triggered, m_switch, &ChangeSwitch::press);
    connect(m_switch, &ChangeSwitch::allowRequested, &m_parts.dialogs, &LockDialogs::allowChanges);
    connect(&m_parts.permission, &ChangePermission::changed, this, &ChangeGuard::apply);
    apply();
}

void ChangeGuard::tick()
{
    m_switch->tick();
}

void ChangeGuard::apply()
{
    const bool isReadOnly = !m_parts.permission.isAllowed();
    const QString& refusal = m_parts.permission.refusal();
    m_parts.actions.setReadOnly(isReadOnly, refusal);
    m_parts.locks.setReadOnly(isReadOnly, refusal);
    m_parts.leases.setReadOnly(isReadOnly, refusal);
}

} // namespace lockkeeper::ui
