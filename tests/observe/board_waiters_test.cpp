// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/observe/board_bench.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::observe;

class BoardWaitersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitersOfAMasterThatWentAreCountedAnew()
    {
        BoardBench t(3);
        const auto lock = [&](std::size_t waiters) {
            return KeyReading{.key = "fair",
                .type = ValueType::Hash,
                .fields = {{"5e6c1bb1-5d0a-4b5f-9f4e-0c5f0c8ad2f1:7", "1"}},
                .queueLength = waiters,
                .ttl = 10min,
                .readAt = t.clock.now()};
        };
        const auto waiters
            = [&] { return t.board.find("fair")->unpackLock().queueLength.value_or(0); };
        (void)t.sweep({lock(0), lock(0), lock(2)});
        QCOMPARE(waiters(), std::size_t(2));
        const Error lost{ErrorClass::ConnectionLost, "gone", {}};
        t.board.failMaster(2, lost);
        QCOMPARE(t.board.takeUnconfirmed(10), std::vector<std::string>{"fair"});
        t.board.read(0, lock(0));
        t.board.read(1, lock(0));
        t.board.confirm("fair");
        QCOMPARE(waiters(), std::size_t(0));
        // Where no master answers, there is nobody to ask again and again.
        t.board.read(0, lock(1));
        t.board.failMaster(0, lost);
        t.board.failMaster(1, lost);
        (void)t.board.takeUnconfirmed(10);
        t.board.confirm("fair");
        QVERIFY(t.board.takeUnconfirmed(10).empty());
    }
};

LOCKKEEPER_TEST(BoardWaitersTest)
#include "board_waiters_test.moc"
