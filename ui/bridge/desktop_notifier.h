// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/notifier.h"

#include <QDBusConnection>
#include <map>

namespace lockkeeper::ui {

/// Uses org.freedesktop.Notifications. Does nothing without a session bus. GUI thread only.
class DesktopNotifier final : public QObject, public Notifier {
    Q_OBJECT
public:
    /// Uses the session bus.
    explicit DesktopNotifier(QObject* parent = nullptr);
    explicit DesktopNotifier(QDBusConnection bus, QObject* parent = nullptr);

    void notify(const Notification& notification) override;

private Q_SLOTS:
    void open(uint id, const QString& action);
    void forget(uint id, uint reason);

private:
    QDBusConnection m_bus;
    std::map<uint, std::function<void()>> m_onOpened; ///< by the service's id
};

} // namespace lockkeeper::ui
