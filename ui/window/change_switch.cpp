// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/change_switch.h"

#include "ui/bridge/change_permission.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

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

} // namespace lockkeeper::ui
