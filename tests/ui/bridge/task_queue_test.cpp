// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/bridge/task_queue.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace lockkeeper::tests::task_queue_test {

using ui::TaskQueue;

class TaskQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tasksRunOneAfterTheOtherInTheirOrder()
    {
        std::vector<int> order;
        std::atomic<int> running = 0;
        bool isAlone = true;
        std::promise<void> done;
        TaskQueue queue;
        for (int i = 0; i < 1000; ++i) {
            queue.post([&, i] {
                isAlone = ++running == 1 && isAlone;
                order.push_back(i);
                --running;
                if (i == 999)
                    done.set_value();
            });
        }
        done.get_future().wait();
        QVERIFY(isAlone);
        QCOMPARE(order.size(), std::size_t{1000});
        QVERIFY(std::ranges::is_sorted(order));
    }

    void queuesDoNotWaitForEachOther()
    {
        std::promise<void> gate;
        const auto opened = gate.get_future().share();
        std::vector<std::unique_ptr<TaskQueue>> blocked;
        for (int i = 0; i < 20; ++i) {
            blocked.push_back(std::make_unique<TaskQueue>());
            blocked.back()->post([opened] { opened.wait(); });
        }
        std::promise<void> done;
        TaskQueue queue;
        queue.post([&] { done.set_value(); });
        done.get_future().wait();
        gate.set_value();
    }

    void resultIsToldOnTheThreadOfTheContext()
    {
        TaskQueue queue;
        std::optional<std::thread::id> worker;
        std::optional<std::thread::id> told;
        queue.run(
            this, [] { return std::this_thread::get_id(); },
            [&](std::thread::id id) {
                worker = id;
                told = std::this_thread::get_id();
            });
        QTRY_VERIFY(told);
        QCOMPARE(*told, std::this_thread::get_id());
        QVERIFY(*worker != *told);
    }

    void endWaitsForTheRunningTask()
    {
        std::promise<void> begun;
        std::promise<void> gate;
        std::atomic<bool> hasEnded = false;
        auto queue = std::make_unique<TaskQueue>();
        queue->post([&] {
            begun.set_value();
            gate.get_future().wait();
            hasEnded = true;
        });
        begun.get_future().wait();
        std::thread opener([&] { gate.set_value(); });
        queue.reset();
        const bool hasWaited = hasEnded;
        opener.join();
        QVERIFY(hasWaited);
    }

    void whatMustNotBeLostIsRunAtTheEnd()
    {
        std::promise<void> gate;
        int written = 0;
        auto queue = std::make_unique<TaskQueue>(TaskQueue::AtEnd::RunAll);
        queue->post([&] { gate.get_future().wait(); });
        for (int i = 0; i < 100; ++i)
            queue->post([&] { ++written; });
        gate.set_value();
        queue.reset();
        QCOMPARE(written, 100);
    }

    void resultForAnObjectThatIsGoneIsDropped()
    {
        TaskQueue queue;
        bool isTold = false;
        auto context = std::make_unique<QObject>();
        std::promise<void> gate;
        std::promise<void> done;
        queue.run(
            context.get(),
            [&] {
                gate.get_future().wait();
                return 0;
            },
            [&](int /*result*/) { isTold = true; });
        queue.post([&] { done.set_value(); });
        gate.set_value();
        done.get_future().wait();
        context.reset();
        QCoreApplication::processEvents();
        QVERIFY(!isTold);
    }
};

LOCKKEEPER_TEST(TaskQueueTest)

} // namespace lockkeeper::tests::task_queue_test

#include "task_queue_test.moc"
