// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "ui/bridge/change_permission.h"

namespace lockkeeper::tests::change_permission_test {

using ui::ChangePermission;

class ChangePermissionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWritableDeploymentNeedsNone()
    {
        ChangePermission permission(false, m_clock);
        QVERIFY(!permission.isNeeded());
        QVERIFY(permission.isAllowed());
        permission.allowFor(5min);
        QVERIFY(!permission.remaining());
        permission.end();
        QVERIFY(permission.isAllowed());
    }

    void aReadOnlyOneIsReadOnlyUntilAllowed()
    {
        ChangePermission permission(true, m_clock);
        QVERIFY(permission.isNeeded());
        QVERIFY(!permission.isAllowed());
        QVERIFY(!permission.remaining());
    }

    void itEndsWithItsTime()
    {
        ChangePermission permission(true, m_clock);
        const QSignalSpy changed(&permission, &ChangePermission::changed);
        permission.allowFor(5min);
        QVERIFY(permission.isAllowed());
        m_clock.advance(5min - 1ms);
        permission.tick();
        QVERIFY(permission.isAllowed());
        QCOMPARE(*permission.remaining(), 1ms);
        m_clock.advance(1ms);
        permission.tick();
        QVERIFY(!permission.isAllowed());
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed.at(0).at(0).toBool(), true);
        QCOMPARE(changed.at(1).at(0).toBool(), false);
    }

    void allowingAgainBeginsTheTimeAnew()
    {
        ChangePermission permission(true, m_clock);
        permission.allowFor(5min);
        m_clock.advance(4min);
        const QSignalSpy changed(&permission, &ChangePermission::changed);
        permission.allowFor(15min);
        QCOMPARE(*permission.remaining(), 15min);
        QCOMPARE(changed.size(), 0);
    }

    void itIsEndedOnDemandOnce()
    {
        ChangePermission permission(true, m_clock);
        permission.allowFor(60min);
        const QSignalSpy changed(&permission, &ChangePermission::changed);
        permission.end();
        permission.end();
        QCOMPARE(changed.size(), 1);
        QVERIFY(!permission.isAllowed());
    }

private:
    ManualClock m_clock;
};

LOCKKEEPER_TEST(ChangePermissionTest)

} // namespace lockkeeper::tests::change_permission_test

#include "change_permission_test.moc"
