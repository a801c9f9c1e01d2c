// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/change_guard.h"

#include "ui/bridge/change_permission.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/models/words/words.h"
#include "ui/pages/leases_page.h"
#include "ui/pages/locks_page.h"
#include "ui/widgets/labels.h"
#include "ui/window/header_strip.h"
#include "ui/window/window_actions.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QWidget>

class QLabel;
class QPushButton;

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

class ChangePermission;

/// Shows in the header whether a read-only deployment may be changed now, and for how long, with a
/// button that begins or ends it. Hidden if no permission is needed. `permission` must outlive it.
class ChangeSwitch final : public QWidget {
    Q_OBJECT
public:
    explicit ChangeSwitch(ChangePermission& permission, QWidget* parent = nullptr);

    /// What a click on the button does: emits allowRequested(), or ends the permission.
    void press();
    /// Call it regularly. Refreshes the remaining time.
    void tick();

Q_SIGNALS:
    /// The user wants to allow changes.
    void allowRequested();

private:
    void showState();

    ChangePermission& m_permission;
    QLabel* m_text;
    QPushButton* m_button;
};

ChangeSwitch::ChangeSwitch(ChangePermission& permission, QWidget* parent)
    : QWidget(parent)
    , m_permission(permission)
    , m_text(plainLabel({}, this))
    , m_button(new QPushButton(this))
{
    setObjectName(u"changeSwitch"_s);
    m_text->setObjectName(u"changesLabel"_s);
    m_button->setObjectName(u"changesButton"_s);
    m_button->setAutoDefault(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_text);
    layout->addWidget(m_button);
    setVisible(permission.isNeeded());
    m_button->setVisible(permission.isOffered());
    m_text->setToolTip(permission.refusal());
    connect(m_button, &QPushButton::clicked, this, &ChangeSwitch::press);
    connect(&permission, &ChangePermission::changed, this, &ChangeSwitch::showState);
    showState();
}

void ChangeSwitch::tick()
{
    if (m_permission.remaining())
        showState();
}

void ChangeSwitch::showState()
{
    const auto left = m_permission.remaining();
    m_text->setText(
        left ? tr("changes allowed, %1 left").arg(durationText(*left)) : tr("read-only"));
    m_text->setForegroundRole(left ? QPalette::WindowText : QPalette::PlaceholderText);
    QFont font = m_text->font();
    font.setBold(left.has_value());
    m_text->setFont(font);
    m_button->setText(left ? tr("End changes") : tr("Allow changes\u2026"));
    m_button->setAccessibleDescription(left
            ? tr("Makes this window read-only again and releases its leases")
            : tr("Asks for how long locks may be acquired and released from this window"));
    m_button->setToolTip(m_button->accessibleDescription());
}

void ChangeSwitch::press()
{
    if (m_permission.remaining())
        m_permission.end();
    else
        Q_EMIT allowRequested();
}

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

#include "change_guard.moc"
