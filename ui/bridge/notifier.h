// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QString>
#include <functional>
#include <map>

namespace lockkeeper::ui {

struct Notification {
    QString title;
    QString text;
    bool isUrgent = false;
    std::function<void()> onOpened{};
};

class Notifier {
public:
    Notifier() = default;
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;
    virtual ~Notifier() = default;

    /// Ignores failures: the window shows the message too.
    virtual void notify(const Notification& notification) = 0;
};

/// org.freedesktop.Notifications. Does nothing without a session bus.
class DesktopNotifier final : public QObject, public Notifier {
    Q_OBJECT
public:
    explicit DesktopNotifier(QObject* parent = nullptr);
    explicit DesktopNotifier(QDBusConnection bus, QObject* parent = nullptr);

    void notify(const Notification& notification) override;

private Q_SLOTS:
    void open(uint id, const QString& action);
    void forget(uint id, uint reason);

private:
    QDBusConnection m_bus;
    std::map<uint, std::function<void()>> m_onOpened;
};

} // namespace lockkeeper::ui
