// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/traffic/change_learner.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::change_learner_test {

using namespace lockkeeper::observe;

namespace {

/// What one key stores, reading after reading, one each 100 ms.
class Stored {
public:
    explicit Stored(bool isFirstSweepOver = true)
    {
        if (isFirstSweepOver)
            m_learner.start();
    }
    Stored& value(const std::string& value, std::optional<std::chrono::milliseconds> ttl = 30s)
    {
        return read({.key = "k", .type = ValueType::String, .value = value, .ttl = ttl});
    }
    Stored& gone(std::chrono::milliseconds after = 100ms)
    {
        m_now += after - 100ms;
        return read({.key = "k", .type = ValueType::None});
    }
    Stored& start()
    {
        m_learner.start();
        return *this;
    }
    [[nodiscard]] HeardUse use() const
    {
        const auto names = m_learner.names();
        return names.empty() ? HeardUse() : names.front().use;
    }
    [[nodiscard]] bool isLock() const { return isChangedAsLock(use()); }

private:
    Stored& read(KeyReading reading)
    {
        m_now += 100ms;
        reading.readAt = m_now;
        m_learner.add(reading);
        return *this;
    }

    ChangeLearner m_learner;
    SteadyTime m_now = ManualClock().now();
};

} // namespace

class ChangeLearnerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatComesAgainAndIsDeletedEarlyMayBeALock()
    {
        Stored lock;
        lock.value("a").gone();
        QVERIFY(!lock.isLock()); // once is no habit
        lock.value("b").gone().value("c");
        QVERIFY(lock.isLock());
        QCOMPARE(lock.use(), (HeardUse{.taken = 3, .released = 2, .takenAgain = 2}));
    }

    void whatRunsOutIsNone()
    {
        Stored throttle;
        for (int i = 0; i < 4; ++i)
            throttle.value("1", 10s).gone(10s);
        QVERIFY(!throttle.isLock());
        QCOMPARE(throttle.use(), (HeardUse{.taken = 4}));
    }

    void whatChangesInPlaceIsNone()
    {
        Stored cache;
        for (int i = 0; i < 4; ++i)
            cache.value("a").value("b").gone();
        QVERIFY(!cache.isLock());
        QCOMPARE(cache.use().overwritten, std::size_t(4));
    }

    void aProlongedTtlIsARenewal()
    {
        QCOMPARE(Stored().value("a", 10s).value("a", 10s - 100ms).use().renewed, std::size_t(0));
        QCOMPARE(Stored().value("a", 10s).value("a", 20s).use().renewed, std::size_t(1));
        QCOMPARE(Stored().value("a", std::nullopt).value("a", 20s).use().renewed, std::size_t(0));
    }

    void whatWasThereBeforeWasTakenByNobody()
    {
        Stored before(false);
        before.value("a").start().gone();
        QCOMPARE(before.use(), HeardUse());
        before.value("b");
        QCOMPARE(before.use(), (HeardUse{.taken = 1, .takenAgain = 1}));
    }
};

LOCKKEEPER_TEST(ChangeLearnerTest)

} // namespace lockkeeper::tests::change_learner_test

#include "change_learner_test.moc"
