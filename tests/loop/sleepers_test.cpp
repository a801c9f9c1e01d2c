// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/driver_policy.h"
#include "tests/support/test_class.h"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace lockkeeper::tests::sleepers_test {

/// What fails here hangs: the test's time limit ends it.
class SleepersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void doesNotSleepIfAnybodyWasWokenSince()
    {
        Sleepers sleepers;
        const auto ticket = sleepers.ticket();
        sleepers.wake(1);
        sleepers.sleep(ticket, 2);
        QVERIFY(sleepers.ticket() != ticket);
    }

    void wakesAllThatItNames()
    {
        static constexpr std::size_t kThreads = 8;
        Sleepers sleepers;
        std::array<std::atomic<bool>, kThreads> mayGo{};
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < kThreads; ++i)
            threads.emplace_back([&, i] {
                while (true) {
                    const auto ticket = sleepers.ticket();
                    if (mayGo[i])
                        return;
                    sleepers.sleep(ticket, Sleepers::Bits{1} << i);
                }
            });
        const auto endOf = [&](std::size_t first) {
            Sleepers::Bits bits = 0;
            for (std::size_t i = first; i < kThreads; i += 2) {
                mayGo[i] = true;
                bits |= Sleepers::Bits{1} << i;
            }
            sleepers.wake(bits);
            for (std::size_t i = first; i < kThreads; i += 2)
                threads[i].join();
        };
        endOf(0);
        endOf(1);
    }
};

LOCKKEEPER_TEST(SleepersTest)

} // namespace lockkeeper::tests::sleepers_test

#include "sleepers_test.moc"
