// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Several recorders of one PostgreSQL database, and what happens to their server.
#include "core/history/sql.h"
#include "tests/support/history_test.h"
#include "tests/support/test_class.h"

#include <array>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::postgres_recording_test {

using namespace lockkeeper::history;

namespace {

constexpr const char* kLong = "held all the time";
constexpr std::size_t kAll = 100'000;

struct Order {
    std::int64_t number = 0;
};
struct Answer {
    std::int64_t number = 0;
    bool isRecording = false;
};

std::string nameOf(std::int64_t number)
{
    return "r" + std::to_string(number);
}

/// Records a lock that came and went, and one that is held all the time.
void recordOrder(HistoryStore& store, std::int64_t number, std::uint64_t& generation)
{
    const auto at = std::chrono::milliseconds(number * 10);
    std::vector<Sighting> seen;
    if (std::exchange(generation, store.generation()) != store.generation()) {
        seen.push_back(heldBy(kLong, "a"));
        seen.back().mayPredateWatch = true;
    }
    seen.push_back(heldBy(nameOf(number), "a"));
    recordIn(store, batchAt(at, std::move(seen)));
    recordIn(store, batchAt(at + 5ms, {goneFrom(nameOf(number))}));
}

/// A recorder that does what is written into a pipe. Never returns.
[[noreturn]] void recordOrders(const Place& place, int orders, int answers)
{
    ManualClock clock;
    auto store = HistoryStore::open({.place = place, .interval = 1h}, clock);
    if (!store)
        ::_exit(1);
    std::uint64_t generation = 0;
    Order order;
    while (::read(orders, &order, sizeof order) == sizeof order) {
        clock.setWallNow(kHistoryWall + std::chrono::milliseconds(order.number * 10 + 5));
        recordOrder(**store, order.number, generation);
        (void)(*store)->flush();
        const Answer answer{order.number, (*store)->status().isRecording};
        if (::write(answers, &answer, sizeof answer) != sizeof answer)
            break;
    }
    ::_exit(0);
}

class ChildRecorder {
public:
    explicit ChildRecorder(const Place& place)
    {
        std::array<int, 2> orders{};
        std::array<int, 2> answers{};
        if (::pipe(orders.data()) != 0 || ::pipe(answers.data()) != 0)
            qFatal("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            ::close(orders[1]);
            recordOrders(place, orders[0], answers[1]);
        }
        ::close(orders[0]);
        ::close(answers[1]);
        m_orders = orders[1];
        m_answers = answers[0];
    }
    ChildRecorder(const ChildRecorder&) = delete;
    ChildRecorder& operator=(const ChildRecorder&) = delete;
    ~ChildRecorder()
    {
        signal(SIGKILL);
        (void)::waitpid(m_pid, nullptr, 0);
        ::close(m_orders);
        ::close(m_answers);
    }
    void signal(int number) const { (void)::kill(m_pid, number); }
    /// True: it was recorded by this one.
    bool record(std::int64_t number) const
    {
        const Order order{number};
        Answer answer;
        return ::write(m_orders, &order, sizeof order) == sizeof order
            && ::read(m_answers, &answer, sizeof answer) == sizeof answer && answer.isRecording;
    }

private:
    pid_t m_pid = -1;
    int m_orders = -1;
    int m_answers = -1;
};

} // namespace

class PostgresRecordingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!isPostgresInstalled())
            QSKIP(kNoPostgres);
    }
    void init()
    {
        m_place = PostgresFixture::shared().newPlace();
        m_notices.clear();
    }

    void aKilledLeaderIsReplacedAndNothingCountsTwice()
    {
        auto leader = std::make_unique<ChildRecorder>(m_place);
        QVERIFY(leader->record(1));
        const ChildRecorder other(m_place);
        std::set<std::int64_t> recorded{1};
        std::int64_t number = 2;
        for (; number < 30; ++number) {
            QVERIFY(leader->record(number));
            QVERIFY(!other.record(number));
            recorded.insert(number);
        }
        leader.reset(); // by SIGKILL
        recordUntilItLeads(other, number, recorded);
        expectRecorded(recorded);
    }

    /// It may be in the middle of anything: only the database can refuse it.
    void aPausedLeaderCanNotWriteAfterItWasReplaced()
    {
        const ChildRecorder paused(m_place);
        QVERIFY(paused.record(1));
        const ChildRecorder other(m_place);
        std::set<std::int64_t> recorded{1};
        std::int64_t number = 2;
        paused.signal(SIGSTOP);
        recordUntilItLeads(other, number, recorded);
        paused.signal(SIGCONT);
        QVERIFY(!paused.record(number + 1));
        QVERIFY(other.record(number + 2));
        recorded.insert(number + 2);
        QVERIFY(!paused.record(number + 3));
        expectRecorded(recorded);
    }

    /// Whatever it would write: numbers that are taken already are not what refuses it.
    void whoWasReplacedCanNotBeginATransaction()
    {
        const auto first = openSql(m_place, SqlAccess::Record);
        first->prepareToWrite();
        Transaction(*first).commit();
        PostgresFixture::shared().exec(m_place, "UPDATE recording SET lead_until = 0");
        const auto second = openSql(m_place, SqlAccess::Record);
        second->prepareToWrite();
        std::optional<SqlError::Kind> refused;
        try {
            Transaction(*first).commit();
        } catch (const SqlError& failure) {
            refused = failure.kind();
        }
        QCOMPARE(refused, std::optional(SqlError::Kind::Superseded));
        Transaction(*second).commit();
    }

    void aServerThatIsKilledLosesNothingThatWasAcknowledged()
    {
        PostgresFixture server;
        m_place = server.newPlace();
        const auto store = open();
        QVERIFY(store);
        std::uint64_t generation = 0;
        std::int64_t number = 0;
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 3000; ++i)
                recordOrder(*store, ++number, generation);
            std::thread writing([&] { (void)store->flush(); });
            server.kill();
            writing.join();
            // A backend outlives its killed parent for a moment; then nothing listens.
            QTRY_VERIFY((recordOrder(*store, ++number, generation), !store->flush()));
            QVERIFY(store->status().error);
            server.restart();
            QTRY_VERIFY_WITH_TIMEOUT(store->flush(), 30000);
        }
        QCOMPARE(store->status().dropped, std::uint64_t(0));
        std::set<std::int64_t> all;
        for (std::int64_t i = 1; i <= number; ++i)
            all.insert(i);
        expectRecorded(all);
        // One line each time it breaks, and one when it is written again.
        QVERIFY(m_notices.size() <= 12);
        QVERIFY(m_notices.back().find("written again") != std::string::npos);
    }

    /// A trigger refuses as a full disk does.
    void whatAFullDiskRefusesIsWrittenLater()
    {
        const auto store = open();
        QVERIFY(store);
        PostgresFixture& server = PostgresFixture::shared();
        server.exec(m_place,
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
            " 'No space left on device' USING ERRCODE = 'disk_full'; END $$;"
            "CREATE TRIGGER full_disk BEFORE INSERT ON intervals EXECUTE FUNCTION refuse()");
        std::uint64_t generation = 0;
        recordOrder(*store, 1, generation);
        QVERIFY(!store->flush());
        QVERIFY(!store->flush());
        QCOMPARE(m_notices.size(), std::size_t(1));
        QVERIFY(m_notices[0].find("No space left on device") != std::string::npos);
        server.exec(m_place, "DROP TRIGGER full_disk ON intervals");
        QVERIFY(store->flush());
        QCOMPARE(m_notices.size(), std::size_t(2));
        expectRecorded({1});
    }

    void aSchemaOfTheFutureIsLeftAlone()
    {
        QVERIFY(open()->flush());
        PostgresFixture& server = PostgresFixture::shared();
        server.exec(m_place, "UPDATE lockkeeper_history SET version = 99");
        const auto store = HistoryStore::open({.place = m_place}, m_clock);
        QVERIFY(!store);
        QCOMPARE(store.error().kind, ErrorClass::Unsupported);
        QCOMPARE(HistoryReader::open(m_place).error().kind, ErrorClass::Unsupported);
        server.exec(m_place, "UPDATE lockkeeper_history SET version = 1");
        QVERIFY(HistoryReader::open(m_place));
    }

    void aSchemaOfAnotherProgramIsLeftAlone()
    {
        PostgresFixture& server = PostgresFixture::shared();
        server.exec(
            m_place, "CREATE SCHEMA \"" + m_place.schema + "\"; CREATE TABLE orders (id BIGINT)");
        QCOMPARE(
            HistoryStore::open({.place = m_place}, m_clock).error().kind, ErrorClass::Unsupported);
    }

    void withoutARecordingNothingIsThere()
    {
        QCOMPARE(HistoryReader::open(m_place).error().kind, ErrorClass::System);
    }

    void noErrorHasThePassword()
    {
        auto server = config::HistoryServer::fromUrl("postgresql://u:s3cr3t@127.0.0.1:1/db");
        QVERIFY(server);
        QCOMPARE(server->url, std::string("postgresql://u@127.0.0.1:1/db"));
        const Place place(*server, "s");
        const auto store = HistoryStore::open({.place = place}, m_clock);
        QVERIFY(!store);
        QVERIFY(store.error().text.find("postgresql://u@127.0.0.1:1/db") != std::string::npos);
        QVERIFY(store.error().text.find("s3cr3t") == std::string::npos);
        for (const char* const url :
            {"postgresql://u@h/db?password=s3cr3t", "postgresql://u@h/db?p%61ssword=s3cr3t",
                "postgresql://u:s3/cr3t@h/db", "postgresql://u:s3%zzcr3t@h/db"}) {
            const auto refused = config::HistoryServer::fromUrl(url);
            QVERIFY(!refused);
            QVERIFY(refused.error().text.find("s3") == std::string::npos);
        }
    }

private:
    /// The killed or paused one is waited for, some seconds.
    void recordUntilItLeads(
        const ChildRecorder& recorder, std::int64_t& number, std::set<std::int64_t>& recorded)
    {
        bool isLeading = false;
        const auto tryNext = [&] { return isLeading = isLeading || recorder.record(++number); };
        QTRY_VERIFY_WITH_TIMEOUT(tryNext(), 30000);
        // What came while it began to lead was perhaps not seen.
        for (int i = 0; i < 20; ++i) {
            QVERIFY(recorder.record(++number));
            recorded.insert(number);
        }
    }

    /// The numbers, the lock that is held all the time, and at most the one of a change of leaders.
    void expectRecorded(const std::set<std::int64_t>& numbers) const
    {
        const auto reader = HistoryReader::open(m_place);
        QVERIFY(reader);
        const auto all = reader->longestHeld({}, kAll);
        QVERIFY(all);
        std::map<std::string, int> found;
        for (const Interval& interval : *all)
            ++found[interval.resource.value()];
        for (const auto& [name, count] : found)
            QVERIFY2(count == 1, name.c_str());
        for (const std::int64_t number : numbers)
            QVERIFY2(found.erase(nameOf(number)) == 1, nameOf(number).c_str());
        QCOMPARE(found.erase(kLong), std::size_t(1));
        QVERIFY(found.size() <= 1);
    }

    std::unique_ptr<HistoryStore> open()
    {
        auto store = HistoryStore::open(
            {.place = m_place,
                .interval = 1h,
                .onNotice = [this](const auto& text) { m_notices.push_back(text); }},
            m_clock);
        return store ? std::move(*store) : nullptr;
    }

    ManualClock m_clock;
    Place m_place;
    std::vector<std::string> m_notices;
};

LOCKKEEPER_TEST(PostgresRecordingTest)

} // namespace lockkeeper::tests::postgres_recording_test

#include "postgres_recording_test.moc"
