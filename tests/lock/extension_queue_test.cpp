// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lease_state.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::extension_queue_test {

using namespace lockkeeper::lock;

namespace {

ExtensionRequest requestOf(std::chrono::milliseconds ttl)
{
    return {Ttl::from(ttl).value(), std::nullopt, [](const Result<void>&) {}, SteadyTime::max()};
}

} // namespace

class ExtensionQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIdleQueueKeepsNothing()
    {
        ExtensionQueue queue;
        QVERIFY(queue.push(requestOf(1s)).has_value());
        QVERIFY(!queue.next().has_value());
    }

    void oneRunsAtATimeAndInOrder()
    {
        ExtensionQueue queue;
        queue.begin();
        QVERIFY(!queue.push(requestOf(1s)).has_value());
        QVERIFY(!queue.push(requestOf(2s)).has_value());
        QVERIFY(!queue.next().has_value());
        queue.finish();
        QCOMPARE(queue.next()->ttl.value(), 1000ms);
        queue.begin();
        QVERIFY(!queue.next().has_value());
        queue.finish();
        QCOMPARE(queue.next()->ttl.value(), 2000ms);
        QVERIFY(!queue.next().has_value());
    }

    void whatNeverBeganMakesNobodyWait()
    {
        ExtensionQueue queue;
        queue.begin();
        QVERIFY(!queue.push(requestOf(1s)).has_value());
        QVERIFY(!queue.push(requestOf(2s)).has_value());
        queue.finish();
        QVERIFY(queue.next().has_value()); // it failed at once
        QCOMPARE(queue.next()->ttl.value(), 2000ms);
        QVERIFY(!queue.isBusy());
    }
};

LOCKKEEPER_TEST(ExtensionQueueTest)

} // namespace lockkeeper::tests::extension_queue_test

#include "extension_queue_test.moc"
