// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/alerts/alert_rules.h"

namespace lockkeeper::tests::lease_ends_test {

class LeaseEndsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_ends = {};
        m_own.clear();
    }

    void theEndIsToldBeforeAndWhenItComes()
    {
        add(leaseOf(40s));
        QCOMPARE(told(29s), QStringList());
        QCOMPARE(told(30s), QStringList({u"Your lease on a ends in 10 s: nobody renews it."_s}));
        QCOMPARE(told(31s), QStringList());
        QCOMPARE(
            told(40s), QStringList({u"Your lease on a has ended: others can take the lock."_s}));
        QCOMPARE(told(50s), QStringList());
    }

    void ofALongLeaseTheLastMinuteIsTold()
    {
        add(leaseOf(1h));
        QCOMPARE(told(1h - 61s), QStringList());
        QCOMPARE(told(1h - 60s).size(), 1);
    }

    void ofAShortLeaseOnlyTheEndIsTold()
    {
        add(leaseOf(8s));
        QCOMPARE(told(7s), QStringList());
        QCOMPARE(told(8s).size(), 1);
    }

    void whatIsRenewedOrReleasedIsNotTold()
    {
        ui::LeaseInfo renewed = leaseOf(40s);
        renewed.isRenewed = true;
        add(renewed);
        QCOMPARE(told(50s), QStringList());
        add(leaseOf(40s));
        m_own.back().state = ui::LeaseStatus::Released;
        QCOMPARE(told(50s), QStringList());
    }

    void anExtendedLeaseEndsAnew()
    {
        add(leaseOf(40s));
        QCOMPARE(told(30s).size(), 1);
        m_own.back().lease.deadline = SteadyTime(80s);
        QCOMPARE(told(41s), QStringList());
        QCOMPARE(told(70s).size(), 1);
    }

    void ofALockThatWasLeftTheEndIsTold()
    {
        m_ends.addLeft(leaseOf(40s));
        QCOMPARE(told(29s), QStringList());
        QCOMPARE(told(30s).size(), 1);
        QCOMPARE(told(40s).size(), 1);
        QCOMPARE(told(50s), QStringList());
    }

private:
    void add(const ui::LeaseInfo& lease) { m_own.push_back({lease}); }
    [[nodiscard]] static ui::LeaseInfo leaseOf(std::chrono::milliseconds ttl)
    {
        return {.id = 1, .resource = Resource("a"), .deadline = SteadyTime(ttl), .ttl = ttl};
    }
    [[nodiscard]] QStringList told(std::chrono::milliseconds at)
    {
        QStringList texts;
        for (const ui::Alert& alert : m_ends.take(m_own, SteadyTime(at)))
            texts << ui::alertText(alert);
        return texts;
    }

    ui::LeaseEnds m_ends;
    std::vector<ui::OwnLeaseRow> m_own;
};

LOCKKEEPER_TEST(LeaseEndsTest)

} // namespace lockkeeper::tests::lease_ends_test

#include "lease_ends_test.moc"
