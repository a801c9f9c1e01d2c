// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/notifier.h"

namespace lockkeeper::tests::desktop_notifier_test {

/// Stands in for the desktop's notification service.
class FakeService : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList titles;
    QStringList texts;

public Q_SLOTS:
    // NOLINTNEXTLINE(readability-identifier-naming): the service's names
    uint Notify(const QString&, uint, const QString&, const QString& title, const QString& text,
        const QStringList&, const QVariantMap&, int)
    {
        titles << title;
        texts << text;
        return static_cast<uint>(titles.size());
    }

Q_SIGNALS:
    // NOLINTNEXTLINE(readability-identifier-naming,readability-inconsistent-declaration-parameter-name)
    void ActionInvoked(uint id, const QString& action);
};

/// Against a bus of its own.
class DesktopNotifierTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(u"dbus-daemon"_s).isEmpty())
            QSKIP("there is no dbus-daemon");
        m_daemon.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        QVERIFY(m_daemon.waitForReadyRead());
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    }
    void cleanupTestCase()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }

    void aHostileTextIsNoMarkup()
    {
        FakeService service;
        serve(service);
        ui::DesktopNotifier notifier(QDBusConnection::connectToBus(m_address, u"client"_s));
        notifier.notify({.title = u"orders: Stale lock"_s, .text = u"<img src=x> is stale."_s});
        QTRY_COMPARE(service.titles, QStringList({u"orders: Stale lock"_s}));
        QCOMPARE(service.texts, QStringList({u"&lt;img src=x&gt; is stale."_s}));
    }

    void aClickIsAnswered()
    {
        FakeService service;
        serve(service);
        ui::DesktopNotifier notifier(QDBusConnection::connectToBus(m_address, u"client"_s));
        int opened = 0;
        notifier.notify({.title = u"a"_s, .text = u"b"_s, .onOpened = [&] { ++opened; }});
        QTRY_COMPARE(service.titles.size(), 1);
        // The id comes with the reply, the click after it on the same connection.
        QTRY_VERIFY((Q_EMIT service.ActionInvoked(1, u"default"_s), opened > 0));
    }

    void withoutABusNothingHappens()
    {
        ui::DesktopNotifier notifier{QDBusConnection(u"none"_s)};
        notifier.notify({.title = u"a"_s, .text = u"b"_s});
    }

private:
    void serve(FakeService& service)
    {
        auto bus = QDBusConnection::connectToBus(m_address, u"server"_s);
        bus.unregisterObject(u"/org/freedesktop/Notifications"_s);
        QVERIFY(bus.registerObject(u"/org/freedesktop/Notifications"_s, &service,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        bus.registerService(u"org.freedesktop.Notifications"_s);
    }

    QProcess m_daemon;
    QString m_address;
};

LOCKKEEPER_TEST(DesktopNotifierTest)

} // namespace lockkeeper::tests::desktop_notifier_test

#include "desktop_notifier_test.moc"
