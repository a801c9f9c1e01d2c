// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/child_process.h"
#include "core/lock/zookeeper_client.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::zookeeper_exclusion_test {

using namespace lockkeeper::lock;

namespace {

constexpr const char* kPath = "/race/orders";

/// How often each of them takes the lock. More by hand: LOCKKEEPER_RACE_TURNS.
int turnsOfEach()
{
    bool isNumber = false;
    const int turns = qEnvironmentVariable("LOCKKEEPER_RACE_TURNS").toInt(&isNumber);
    return isNumber ? turns : 40;
}

/// Those of our clients, each with a session of its own, who take the lock by turns. While one has
/// it, there is a file `inside`; a file of another is an overlap.
class Contenders {
public:
    Contenders(const ZooKeeperFixture& server, std::filesystem::path folder, int number)
        : m_server(server)
        , m_inside(folder / "inside")
    {
        for (int i = 0; i < number; ++i)
            m_threads.emplace_back([this] { take(); });
    }
    ~Contenders() { join(); }
    Contenders(const Contenders&) = delete;
    Contenders& operator=(const Contenders&) = delete;

    void join()
    {
        for (auto& thread : m_threads)
            thread.join();
        m_threads.clear();
    }
    [[nodiscard]] int turns() const { return m_turns; }
    [[nodiscard]] int overlaps() const { return m_overlaps; }
    [[nodiscard]] int smallerFences() const { return m_smallerFences; }
    [[nodiscard]] int failures() const { return m_failures; }

private:
    void take()
    {
        lock::ZooKeeperClient client(config::deploymentFromUrls("test", {m_server.url()}).value(),
            Owner::thisProcess("test"), {.timeout = 10s});
        for (int turn = 0; turn < turnsOfEach(); ++turn) {
            const auto outcome = client.acquire(kPath, {.wait = 5min});
            const auto* const lease = outcome ? std::get_if<Lease>(&*outcome) : nullptr;
            lease != nullptr ? work(*lease) : void(++m_failures);
        }
    }
    void work(const Lease& lease)
    {
        const int file = ::open(m_inside.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (file < 0) {
            ++m_overlaps;
            return;
        }
        const std::uint64_t fence = lease.fencingToken()->value;
        if (m_fence.exchange(fence) >= fence)
            ++m_smallerFences;
        ::close(file);
        std::this_thread::sleep_for(1ms); // its work
        ++m_turns;
        std::filesystem::remove(m_inside);
    }

    const ZooKeeperFixture& m_server;
    const std::filesystem::path m_inside;
    std::vector<std::thread> m_threads;
    std::atomic<int> m_turns{0};
    std::atomic<int> m_overlaps{0};
    std::atomic<int> m_smallerFences{0};
    std::atomic<int> m_failures{0};
    std::atomic<std::uint64_t> m_fence{0};
};

/// The number in a file that a program makes at its end; -1: there is none yet.
int numberIn(const std::filesystem::path& file)
{
    std::ifstream in(file);
    int number = -1;
    in >> number;
    return number;
}

} // namespace

/// Whether two ever hold one lock: ours, and those of other libraries.
class ZookeeperExclusionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
    }

    void oursExcludeEachOther()
    {
        ZooKeeperFixture server;
        const PrivateDirectory folder;
        Contenders ours(server, folder.path(), 4);
        ours.join();
        report("ours", ours);
        QCOMPARE(ours.turns(), 4 * turnsOfEach());
    }

    void oursAndCuratorsExcludeEachOther()
    {
        const auto curator = curatorContender();
        if (!curator)
            QSKIP(kNoCurator);
        race(*curator, "curator");
    }

    void oursAndKazoosExcludeEachOther()
    {
        if (!isKazooInstalled())
            QSKIP(kNoKazoo);
        race(kazooContender(), "kazoo");
    }

private:
    /// Two of ours against one of another library.
    static void race(const sandbox::Program& other, const std::string& name)
    {
        ZooKeeperFixture server;
        const PrivateDirectory folder;
        sandbox::Program call = other;
        for (const std::string& word : {"127.0.0.1:" + std::to_string(server.port()),
                 std::string(kPath), folder.path().string(), std::to_string(turnsOfEach())})
            call.arguments.push_back(word);
        auto process = sandbox::ChildProcess::start(call);
        QVERIFY(process.has_value());
        QTRY_VERIFY_WITH_TIMEOUT(
            std::filesystem::exists(folder.path() / ("ready." + name)), 60'000);
        Contenders ours(server, folder.path(), 2);
        ours.join();
        const auto done = folder.path() / ("done." + name);
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(done), 300'000);
        report(name.c_str(), ours);
        QCOMPARE(numberIn(done), 0);
        QCOMPARE(ours.turns(), 2 * turnsOfEach());
    }

    static void report(const char* against, const Contenders& ours)
    {
        qInfo("against %s: %d turns of ours, %d overlaps, %d smaller fencing tokens, %d failures",
            against, ours.turns(), ours.overlaps(), ours.smallerFences(), ours.failures());
        QCOMPARE(ours.overlaps(), 0);
        QCOMPARE(ours.smallerFences(), 0);
        QCOMPARE(ours.failures(), 0);
    }
};

LOCKKEEPER_TEST(ZookeeperExclusionTest)

} // namespace lockkeeper::tests::zookeeper_exclusion_test

#include "zookeeper_exclusion_test.moc"
