// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_reader.h"
#include "core/history/recorder.h"
#include "core/lock/lock_client.h"
#include "core/observe/watcher.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <thread>

namespace lockkeeper::tests::wait_recording_test {

namespace {

constexpr int kPatience = 20'000;

lock::AcquireOptions options(std::chrono::milliseconds wait, std::stop_token stop = {})
{
    return {.ttl = lock::Ttl::from(60s).value(), .wait = wait, .stop = std::move(stop)};
}

} // namespace

/// Real waiters on real servers, recorded into a real history.
class WaitRecordingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWaitIsRecordedFromItsBeginningToItsEnd()
    {
        const RedisServerFixture servers({.count = 3});
        const QTemporaryDir directory;
        const auto file = std::filesystem::path(directory.path().toStdString()) / "d.sqlite";
        const SystemClock clock;
        const observe::LocalProcessProbe processes;
        auto store = history::HistoryStore::open({.place = file}, clock);
        QVERIFY(store);
        history::Recorder recorder(**store, clock);
        std::atomic<bool> isSwept{false};
        const observe::Watcher watcher(
            servers.deployment(), clock, processes, [&](const observe::BoardUpdate& update) {
                (void)recorder.record(update);
                isSwept = isSwept || update.isComplete;
            });
        QTRY_VERIFY_WITH_TIMEOUT(isSwept, kPatience);
        lock::LockClient holder(servers.deployment(), lock::Owner::thisProcess("holder"));
        auto outcome = holder.acquire(Resource("r"), options(0s));
        QVERIFY(outcome && std::holds_alternative<lock::Lease>(*outcome));
        const auto waits = [&] {
            (void)(*store)->flush();
            const auto reader = history::HistoryReader::open(file);
            return reader ? reader->waits({}, 10).value_or(std::vector<history::WaitRecord>())
                          : std::vector<history::WaitRecord>();
        };
        std::jthread waiting([&](std::stop_token stop) {
            lock::LockClient client(servers.deployment(), lock::Owner::thisProcess("waiter"));
            (void)client.acquire(Resource("r"), options(1h, std::move(stop)));
        });
        QTRY_COMPARE_WITH_TIMEOUT(waits().size(), std::size_t(1), kPatience);
        QCOMPARE(waits().at(0).resource, Resource("r"));
        QCOMPARE(waits().at(0).waiter.app, std::optional<std::string>("waiter"));
        QCOMPARE(waits().at(0).waiter.pid, std::optional(QCoreApplication::applicationPid()));
        QVERIFY(!waits().at(0).endedAt);
        waiting.request_stop();
        waiting.join();
        QTRY_VERIFY_WITH_TIMEOUT(waits().at(0).endedAt, kPatience);
        QCOMPARE(waits().size(), std::size_t(1));
        QVERIFY(waits().at(0).from < *waits().at(0).endedAt);
    }
};

LOCKKEEPER_TEST(WaitRecordingTest)

} // namespace lockkeeper::tests::wait_recording_test

#include "wait_recording_test.moc"
