// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/notifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

const QString kService = u"org.freedesktop.Notifications"_s;
const QString kPath = u"/org/freedesktop/Notifications"_s;

/// Without an address, libdbus would start a bus and block.
QDBusConnection sessionBus()
{
    const bool isThere = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + u"/bus"_s);
    return isThere ? QDBusConnection::sessionBus() : QDBusConnection(u"none"_s);
}

} // namespace

DesktopNotifier::DesktopNotifier(QObject* parent)
    : DesktopNotifier(sessionBus(), parent)
{ }

DesktopNotifier::DesktopNotifier(QDBusConnection bus, QObject* parent)
    : QObject(parent)
    , m_bus(std::move(bus))
{
    if (!m_bus.isConnected())
        return;
    m_bus.connect(kService, kPath, kService, u"ActionInvoked"_s, this, SLOT(open(uint, QString)));
    m_bus.connect(
        kService, kPath, kService, u"NotificationClosed"_s, this, SLOT(forget(uint, uint)));
}

void DesktopNotifier::notify(const Notification& notification)
{
    if (!m_bus.isConnected())
        return;
    constexpr uchar kNormal = 1;
    constexpr uchar kCritical = 2;
    const QVariantMap hints{
        {u"urgency"_s, QVariant::fromValue(notification.isUrgent ? kCritical : kNormal)},
        {u"desktop-entry"_s, u"lockkeeper"_s}};
    QStringList actions;
    if (notification.onOpened)
        actions << u"default"_s << tr("Show");
    QDBusMessage call = QDBusMessage::createMethodCall(kService, kPath, kService, u"Notify"_s);
    // Servers may parse markup.
    call.setArguments({u"Lockkeeper"_s, 0U, u"lockkeeper"_s, notification.title,
        notification.text.toHtmlEscaped(), actions, hints, -1});
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
        [this, watcher, onOpened = notification.onOpened] {
            const QDBusPendingReply<uint> reply = *watcher;
            if (!reply.isError() && onOpened)
                m_onOpened[reply.value()] = onOpened;
            watcher->deleteLater();
        });
}

void DesktopNotifier::open(uint id, const QString&)
{
    if (const auto found = m_onOpened.find(id); found != m_onOpened.end()) {
        const auto onOpened = found->second;
        onOpened();
    }
}

void DesktopNotifier::forget(uint id, uint)
{
    m_onOpened.erase(id);
}

} // namespace lockkeeper::ui
