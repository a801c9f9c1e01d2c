// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/lock/lock_mutex.h"
#include "tests/support/locking.h"
#include "tests/support/test_class.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::exit_test {

using namespace lockkeeper::lock;

namespace {

std::ptrdiff_t threads()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
}

/// Takes and frees a lock.
bool useOnce(LockClient& client)
{
    auto outcome = client.acquire(
        Resource("r"), AcquireOptions{.ttl = Ttl::from(std::chrono::seconds(30)).value()});
    return outcome && std::holds_alternative<Lease>(*outcome);
}

/// In a static object that was made before any client: ends the process with 0 if `expected`
/// threads run when the program destroys its static objects.
struct LastWords {
    ~LastWords()
    {
        if (!expected)
            return;
        // The system lists a thread for a moment after it was joined.
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (threads() != *expected && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        _exit(threads() == *expected ? 0 : 3);
    }
    std::optional<std::ptrdiff_t> expected;
};

/// The exit code of a child process that does `what`, and then exits.
int exitCodeOf(const std::function<int()>& what)
{
    const pid_t child = fork();
    if (child == 0)
        std::exit(what());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

/// The end of the program, with locks' work under way. Each test forks before it has a client: the
/// child is a program of its own.
class ExitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
#ifdef LOCKKEEPER_HAS_TSAN
        QSKIP("ThreadSanitizer does not support threads in a child that was forked");
#endif
    }

    void noThreadIsLeftWhenStaticsAreDestroyed()
    {
        RedisServerFixture servers({.count = 3});
        QCOMPARE(exitCodeOf([&] {
            static LastWords last;
            LockClient client(servers.deployment(), Owner::thisProcess("test"));
            const bool isConnected = useOnce(client);
            servers.suspend(2);
            if (!isConnected || !useOnce(client))
                return 1;
            // The last release waits for the third's answer: the core outlives the client.
            last.expected = 1;
            return 0;
        }),
            0);
        servers.resume(2);
    }

    void aStaticClientIsUsedToItsEnd()
    {
        RedisServerFixture servers({.count = 3});
        QCOMPARE(exitCodeOf([&] {
            struct Uses {
                ~Uses() { _exit(client && useOnce(*client) ? 0 : 3); }
                std::unique_ptr<LockClient> client;
            };
            static Uses uses;
            uses.client
                = std::make_unique<LockClient>(servers.deployment(), Owner::thisProcess("test"));
            return useOnce(*uses.client) ? 0 : 1;
        }),
            0);
    }

    // The thread's own objects are destroyed before the static ones.

    void whatIsStaticIsReleased_data()
    {
        using Take = std::function<bool(const RedisServerFixture&)>;
        const auto row = columns<Take>();
        const auto hour = ttl(std::chrono::hours(1));
        row("a lease", [hour](const RedisServerFixture& servers) {
            static LockClient client = makeClient(servers);
            static const auto lease = leaseIn(client.acquire(Resource("r"), {.ttl = hour}));
            return lease.has_value();
        });
        row("a mutex", [hour](const RedisServerFixture& servers) {
            static LockClient client = makeClient(servers);
            static LockMutex mutex(client, Resource("r"), {.ttl = hour});
            mutex.lock();
            return mutex.isHeld();
        });
        row("a lease that is older than each client", [hour](const RedisServerFixture& servers) {
            static std::optional<Lease> lease;
            LockClient client = makeClient(servers);
            lease = leaseIn(client.acquire(Resource("r"), {.ttl = hour}));
            return lease.has_value();
        });
    }
    void whatIsStaticIsReleased()
    {
        const auto [take] = fetch<std::function<bool(const RedisServerFixture&)>>();
        RedisServerFixture servers({.count = 1});
        QCOMPARE(exitCodeOf([&] { return take(servers) ? 0 : 1; }), 0);
        QCOMPARE(countOnAll(servers, {"DBSIZE"}), 0);
    }
};

LOCKKEEPER_TEST(ExitTest)

} // namespace lockkeeper::tests::exit_test

#include "exit_test.moc"
