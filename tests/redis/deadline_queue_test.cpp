// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/link/command_queue.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::deadline_queue_test {

namespace {

class Queue : public redis::DeadlineQueue<int> {
public:
    std::vector<int> overdue(SteadyTime now)
    {
        std::vector<int> taken;
        takeOverdue(now, [&](int item) { taken.push_back(item); });
        return taken;
    }
};

constexpr SteadyTime kStart{1h};

} // namespace

class DeadlineQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsOutEachItemOnceWhenItIsDue()
    {
        Queue queue;
        queue.push(1, kStart + 1s);
        queue.push(2, kStart + 2s);
        QCOMPARE(queue.overdue(kStart), std::vector<int>());
        QCOMPARE(queue.nextDeadline(), std::optional(kStart + 1s));
        QCOMPARE(queue.overdue(kStart + 1s), std::vector<int>({1}));
        QCOMPARE(queue.overdue(kStart + 1s), std::vector<int>());
        QCOMPARE(queue.nextDeadline(), std::optional(kStart + 2s));
        QCOMPARE(queue.overdue(kStart + 3s), std::vector<int>({2}));
        QCOMPARE(queue.nextDeadline(), std::nullopt);
        QCOMPARE(queue.size(), std::size_t(2));
    }

    void findsAnItemThatIsDueBeforeThoseInFrontOfIt()
    {
        Queue queue;
        queue.push(1, kStart + 20s);
        queue.push(2, kStart + 1s);
        queue.push(3, kStart + 30s);
        QCOMPARE(queue.nextDeadline(), std::optional(kStart + 1s));
        QCOMPARE(queue.overdue(kStart + 1s), std::vector<int>({2}));
        QCOMPARE(queue.pop(), 1);
        QCOMPARE(queue.pop(), 2);
        QCOMPARE(queue.nextDeadline(), std::optional(kStart + 30s));
    }

    void forgetsWhatHasLeft()
    {
        Queue queue;
        queue.push(1, kStart + 20s);
        queue.push(2, kStart + 1s);
        QCOMPARE(queue.pop(), 1);
        QCOMPARE(queue.pop(), 2);
        QVERIFY(queue.isEmpty());
        QCOMPARE(queue.nextDeadline(), std::nullopt);
        QCOMPARE(queue.overdue(kStart + 1h), std::vector<int>());
        queue.push(3, kStart + 1s);
        QCOMPARE(queue.takeAll().size(), std::size_t(1));
        QCOMPARE(queue.overdue(kStart + 1h), std::vector<int>());
        QVERIFY(queue.isEmpty());
    }

    void agreesWithAPlainSearch()
    {
        struct Plain {
            int item;
            SteadyTime deadline;
            bool isTaken = false;
        };
        Queue queue;
        std::deque<Plain> plain;
        std::minstd_rand random(7);
        SteadyTime now = kStart;
        for (int item = 0; item < 20'000; ++item) {
            const auto dice = random() % 8;
            if (dice < 5) {
                const SteadyTime deadline = now + std::chrono::milliseconds(random() % 50);
                queue.push(item, deadline);
                plain.push_back({item, deadline});
            } else if (dice < 7 && !plain.empty()) {
                QCOMPARE(queue.pop(), plain.front().item);
                plain.pop_front();
            } else {
                now += std::chrono::milliseconds(random() % 20);
                std::vector<int> expected;
                for (Plain& entry : plain) {
                    if (!entry.isTaken && entry.deadline <= now) {
                        entry.isTaken = true;
                        expected.push_back(entry.item);
                    }
                }
                std::vector<int> taken = queue.overdue(now);
                std::sort(taken.begin(), taken.end());
                QCOMPARE(taken, expected);
                std::optional<SteadyTime> next;
                for (const Plain& entry : plain) {
                    if (!entry.isTaken && (!next || entry.deadline < *next))
                        next = entry.deadline;
                }
                QCOMPARE(queue.nextDeadline(), next);
            }
            QCOMPARE(queue.size(), plain.size());
        }
    }
};

LOCKKEEPER_TEST(DeadlineQueueTest)

} // namespace lockkeeper::tests::deadline_queue_test

#include "deadline_queue_test.moc"
