// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_client.h"
#include "core/lock/scheme.h"
#include "core/release/execute.h"
#include "core/release/journal_entry.h"
#include "core/release/lock_snapshot.h"
#include "core/release/steal.h"
#include "tests/support/locking.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <thread>

namespace lockkeeper::tests::release_steal_test {

using namespace lockkeeper::release;

namespace {

const Resource kOrders("orders:42");
constexpr const char* kField = "123e4567-e89b-42d3-a456-426614174000:7";
constexpr const char* kReason = "the job is stuck";

observe::LockEntryPtr entryOf(const config::Deployment& deployment, const Resource& resource)
{
    const observe::LocalProcessProbe processes;
    const auto look = readLock(deployment, resource, kClock, processes);
    return look ? look->entry : nullptr;
}

lock::AcquireOptions forAMinute()
{
    return {.ttl = ttl(60s), .isRenewed = false};
}

lock::AcquireOptions fenced()
{
    auto options = forAMinute();
    options.isFenced = true;
    return options;
}

Result<Plan> planFor(
    const config::Deployment& deployment, const lock::AcquireOptions& options = forAMinute())
{
    const auto entry = entryOf(deployment, kOrders);
    if (!entry)
        return fail(ErrorClass::InvalidArgument, "no such lock");
    return planSteal(deployment, *entry, *entry->countVotes().token,
        {.by = "ada", .at = kClock.wallNow(), .reason = kReason}, options);
}

/// What a steal came to.
struct Stolen {
    Report report;
    std::optional<lock::Lease> lease{};
    Result<void> failure{}; ///< of the acquire
};

/// Steals by the plan. `between` runs when the lock is revoked and not taken yet.
Result<Stolen> carryOut(const config::Deployment& deployment, const Plan& plan,
    lock::LockClient& client, Journal& journal, lock::AcquireOptions options,
    const std::function<void()>& between = {})
{
    Stolen stolen;
    const auto take = [&](const Report& revoked) {
        if (between)
            between();
        auto outcome
            = client.acquire(plan.resource, stealOptions(plan, revoked, options, kClock.now()));
        if (!outcome) {
            stolen.failure = tl::make_unexpected(outcome.error());
            return Taken{};
        }
        const bool isContended = std::holds_alternative<lock::Contended>(*outcome);
        stolen.lease = leaseIn(std::move(outcome));
        if (!stolen.lease)
            return Taken{isContended ? AcquireResult::Contended : AcquireResult::NoQuorum};
        return Taken{AcquireResult::Acquired, stolen.lease->fingerprint()};
    };
    auto report = executeSteal(deployment, plan, kReason, journal, kClock, take);
    if (!report)
        return tl::make_unexpected(report.error());
    stolen.report = std::move(*report);
    return stolen;
}

/// For ten minutes.
void hold(RedisServerFixture& servers, bool isHash)
{
    if (isHash)
        servers.commandAll({"HSET", "orders:42", kField, "2"});
    else
        servers.commandAll({"SET", "orders:42", kValue});
    servers.commandAll({"PEXPIRE", "orders:42", "600000"});
}

/// Masters where a user acts, of whom `rule` takes a right.
config::Deployment asUserWithout(RedisServerFixture& servers, const char* rule)
{
    servers.commandAll({"ACL", "SETUSER", "ops", "on", ">pw", "~*", "&*", "+@all", rule});
    config::Deployment deployment = servers.deployment();
    for (auto& master : deployment.masters) {
        master.url.user = "ops";
        master.url.password = Secret("pw");
    }
    return deployment;
}

} // namespace

class ReleaseStealTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
        auto journal = Journal::open(m_file, kClock);
        QVERIFY(journal.has_value());
        m_journal.emplace(std::move(*journal));
    }

    void takesTheLockOnAllMasters_data()
    {
        const auto row = columns<int, bool>();
        row("one master", 1, false);
        row("three masters", 3, false);
        row("a lock without a TTL", 3, true);
    }
    void takesTheLockOnAllMasters()
    {
        const auto [masters, isEndless] = fetch<int, bool>();
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        servers.commandAll({"SET", "orders:42", kValue});
        if (!isEndless)
            servers.commandAll({"PEXPIRE", "orders:42", "600000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen.has_value());
        QVERIFY(stolen->lease.has_value());
        QVERIFY(stolen->lease->isHeld());
        for (std::size_t i = 0; i < servers.size(); ++i) {
            QTRY_VERIFY(servers.command(i, {"GET", "orders:42"}).text.starts_with("lk1:"));
            const auto left = servers.command(i, {"PTTL", "orders:42"}).integer;
            QVERIFY2(left > 60'000, std::to_string(left).c_str());
        }
        QVERIFY(stolen->lease->extend(ttl(60s)).has_value());
    }

    void isOneDeedOfTheJournal()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        const auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        const auto entries = journalled();
        QCOMPARE(entries.size(), std::size_t(2));
        const auto& intent = std::get<JournalIntent>(entries[0]);
        QCOMPARE(intent.action, std::string("steal"));
        QCOMPARE(intent.reason, std::string(kReason));
        QCOMPARE(intent.tokenSha1, Fingerprint::ofString(kValue).hex());
        const auto& result = std::get<JournalResult>(entries[1]);
        QCOMPARE(result.id, intent.id);
        QCOMPARE(result.outcomes.size(), std::size_t(3));
        QCOMPARE(result.outcomes[0].result, std::string("revoked"));
        QCOMPARE(result.acquired, std::string("acquired"));
        QCOMPARE(result.tokenSha1, stolen->lease->fingerprint().hex());
    }

    void theHolderLearnsOfItsLoss()
    {
        RedisServerFixture servers({.count = 3});
        lock::LockClient holder = makeClient(servers);
        auto held = leaseIn(holder.acquire(kOrders, {.ttl = ttl(60s), .isRenewed = false}));
        QVERIFY(held.has_value());
        QTRY_COMPARE(countOnAll(servers, {"EXISTS", "orders:42"}), 3);
        lock::LockClient thief = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        const auto stolen = carryOut(servers.deployment(), *plan, thief, *m_journal, forAMinute());
        QVERIFY(stolen->lease.has_value());
        const auto extended = held->extend(ttl(60s));
        QVERIFY(!extended.has_value());
        QCOMPARE(extended.error().kind, ErrorClass::LeaseLost);
        QVERIFY(!held->isHeld());
        held->release();
        QVERIFY(stolen->lease->isHeld());
        QCOMPARE(countOnAll(servers, {"EXISTS", "orders:42"}), 3);
    }

    void givesAHigherFencingNumber()
    {
        RedisServerFixture servers({.count = 3});
        lock::LockClient holder = makeClient(servers);
        std::uint64_t last = 0;
        std::optional<lock::Lease> before;
        for (int turn = 0; turn < 3; ++turn) {
            auto held = leaseIn(holder.acquire(kOrders, fenced()));
            QVERIFY(held.has_value());
            QVERIFY(held->fencingToken()->value > last);
            last = held->fencingToken()->value;
            QTRY_COMPARE(countOnAll(servers, {"EXISTS", "orders:42"}), 3);
            // A master that knows only an older number.
            servers.command(static_cast<std::size_t>(turn), {"DEL", "lk:fence:{orders:42}"});
            const auto plan = planFor(servers.deployment(), fenced());
            auto stolen = carryOut(servers.deployment(), *plan, holder, *m_journal, fenced());
            QVERIFY(stolen->lease.has_value());
            QVERIFY(stolen->lease->fencingToken()->value > last);
            last = stolen->lease->fencingToken()->value;
            stolen->lease->release();
            servers.commandAll({"DEL", "orders:42"}); // the tombstone
        }
    }

    void masterThatCouldNotBeRevokedDoesNotCount()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        servers.kill(2);
        const auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen->lease.has_value());
        QCOMPARE(stolen->report.count(MasterResult::Revoked), std::size_t(2));
        QCOMPARE(stolen->lease->margin().stored, std::size_t(2));
    }

    /// One of three masters answers: revoked there, the holder would still have its quorum.
    void doesNotTakeWhatTheHolderKeeps()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        servers.kill(1);
        servers.kill(2);
        const auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(!stolen.has_value());
        QCOMPARE(stolen.error().kind, ErrorClass::NoQuorum);
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(journalled().empty());
    }

    void takesWhatTheHolderHasLeft()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        servers.command(0, {"DEL", "orders:42"});
        servers.command(1, {"DEL", "orders:42"});
        const auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen->lease.has_value());
        QCOMPARE(stolen->report.count(MasterResult::Revoked), std::size_t(1));
        for (std::size_t i = 0; i < servers.size(); ++i)
            QTRY_VERIFY(servers.command(i, {"GET", "orders:42"}).text.starts_with("lk1:"));
    }

    void anotherHoldersLockIsLeftAlone()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        servers.commandAll({"SET", "orders:42", "another", "PX", "60000"});
        const auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen->report.hasHolderChanged);
        QVERIFY(!stolen->report.taken);
        for (std::size_t i = 0; i < servers.size(); ++i)
            QCOMPARE(servers.command(i, {"GET", "orders:42"}).text, std::string("another"));
    }

    void putsTheTombstoneBackIfItFails_data()
    {
        QTest::addColumn<bool>("isFenced");
        QTest::newRow("plain") << false;
        QTest::newRow("fenced") << true;
    }
    /// Two masters go when the lock is revoked: the third one takes the token, which is too few.
    void putsTheTombstoneBackIfItFails()
    {
        QFETCH(bool, isFenced);
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto options = isFenced ? fenced() : forAMinute();
        const auto plan = planFor(servers.deployment(), options);
        const auto stolen
            = carryOut(servers.deployment(), *plan, client, *m_journal, options, [&servers] {
                  servers.kill(1);
                  servers.kill(2);
              });
        QVERIFY(!stolen->lease);
        QCOMPARE(stolen->report.count(MasterResult::Revoked), std::size_t(3));
        QVERIFY(stolen->report.taken->result == AcquireResult::NoQuorum);
        QCOMPARE(std::get<JournalResult>(journalled().back()).acquired, std::string("no-quorum"));
        QTRY_COMPARE(
            servers.command({"GET", "orders:42"}).text, observe::tombstoneText(plan->tombstone));
        const auto left = servers.command({"PTTL", "orders:42"}).integer;
        QVERIFY2(left > 0 && left <= 60'000, std::to_string(left).c_str());
        // The tombstone keeps its time, though the lock was to be taken for longer or shorter.
        QVERIFY2(left > 30'000, std::to_string(left).c_str());
    }

    /// The holder has left one master, where the token is taken from again, without a tombstone.
    void leavesNothingWhereNothingWas()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        servers.command(0, {"DEL", "orders:42"});
        const auto stolen
            = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute(), [&servers] {
                  servers.kill(1);
                  servers.kill(2);
              });
        QVERIFY(!stolen->lease);
        QTRY_COMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void anEarlyReleasePutsTheTombstoneBack_data()
    {
        const auto row = columns<int, bool>();
        row("one master", 1, false);
        row("three masters", 3, false);
        row("Redisson", 1, true);
    }
    /// The former holder may work until its lease has ended: until then nobody else gets the lock.
    void anEarlyReleasePutsTheTombstoneBack()
    {
        const auto [masters, isHash] = fetch<int, bool>();
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        hold(servers, isHash);
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen->lease.has_value());
        stolen->lease->release();
        const auto isBackOnAll = [&] {
            const auto entry = entryOf(servers.deployment(), kOrders);
            return entry && entry->packedLock.isTombstone()
                && std::ranges::all_of(
                    entry->votes, [](const observe::Vote& vote) { return vote.token.has_value(); });
        };
        QTRY_VERIFY(isBackOnAll());
        for (const redis::Reply& left : servers.commandAll({"PTTL", "orders:42"}))
            QVERIFY2(left.integer > 500'000 && left.integer <= 600'000,
                std::to_string(left.integer).c_str());
        const auto next = client.acquire(kOrders, forAMinute());
        QVERIFY(next && std::holds_alternative<lock::Contended>(*next));
    }

    void whoLacksARightRevokesNothing_data()
    {
        const auto row = columns<bool, QByteArray, QByteArray>();
        for (const char* command : {"exists", "getrange", "incr", "pexpire", "type"})
            QTest::addRow("a string, without %s", command)
                << false << QByteArray("-").append(command) << QByteArray("+").append(command);
        row("a string, without the counter", false, "resetkeys ~orders:*", "~lk:fence:*");
        for (const char* command : {"exists", "hexists", "hlen", "hincrby", "pexpire"})
            QTest::addRow("a hash, without %s", command)
                << true << QByteArray("-").append(command) << QByteArray("+").append(command);
    }
    void whoLacksARightRevokesNothing()
    {
        const auto [isHash, rule, named] = fetch<bool, QByteArray, QByteArray>();
        RedisServerFixture servers;
        hold(servers, isHash);
        const auto deployment = asUserWithout(servers, "+ping");
        for (const QByteArray& one : rule.split(' '))
            servers.command({"ACL", "SETUSER", "ops", one.toStdString()});
        lock::LockClient client(deployment, lock::Owner::thisProcess("thief"), kClock);
        const auto options = isHash ? forAMinute() : fenced();
        const auto plan = planFor(deployment, options);
        QVERIFY(plan.has_value());
        const auto stolen = carryOut(deployment, *plan, client, *m_journal, options);
        QVERIFY(!stolen->lease);
        QVERIFY(!stolen->report.taken);
        QCOMPARE(stolen->report.outcomes[0].result, MasterResult::Refused);
        const std::string& text = stolen->report.outcomes[0].error->text;
        QVERIFY2(text.find(named.toStdString()) != std::string::npos, text.c_str());
        QVERIFY2(text.find("ACL SETUSER ops") != std::string::npos, text.c_str());
        if (isHash)
            QCOMPARE(servers.command({"HGETALL", "orders:42"}).elements.size(), std::size_t(2));
        else
            QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(servers.command({"PTTL", "orders:42"}).integer > 500'000);
    }

    void takingNeedsNoMoreThanWasTried_data()
    {
        QTest::addColumn<bool>("isHash");
        QTest::newRow("a string") << false;
        QTest::newRow("a hash") << true;
    }
    void takingNeedsNoMoreThanWasTried()
    {
        QFETCH(bool, isHash);
        RedisServerFixture servers({.count = isHash ? 1U : 3U});
        hold(servers, isHash);
        const auto deployment = asUserWithout(servers, "-evalsha");
        lock::LockClient client(deployment, lock::Owner::thisProcess("thief"), kClock);
        const auto options = isHash ? forAMinute() : fenced();
        const auto plan = planFor(deployment, options);
        const auto stolen = carryOut(deployment, *plan, client, *m_journal, options);
        QVERIFY(stolen->lease.has_value());
    }

    /// The last command of a revoke is refused: what was tried before has left nothing.
    void rehearsingChangesNothing()
    {
        RedisServerFixture servers;
        hold(servers, true);
        const auto deployment = asUserWithout(servers, "-hset");
        const auto plan = planFor(deployment);
        lock::LockClient client(deployment, lock::Owner::thisProcess("thief"), kClock);
        const auto stolen = carryOut(deployment, *plan, client, *m_journal, forAMinute());
        QCOMPARE(stolen->report.outcomes[0].result, MasterResult::Refused);
        const auto left = servers.command({"HGETALL", "orders:42"});
        QCOMPARE(left.elements.size(), std::size_t(2));
        QCOMPARE(left.elements[0].text, std::string(kField));
        QCOMPARE(left.elements[1].text, std::string("2"));
        QVERIFY(servers.command({"PTTL", "orders:42"}).integer > 500'000);
    }

    /// Whoever replaced the tombstone, such as another steal, has the lock.
    void replacesNoOtherTombstone()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "60000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        auto twin = *plan;
        twin.tombstone.id = "0123456789abcdef";
        const std::string other = observe::tombstoneText(twin.tombstone);
        const auto stolen
            = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute(), [&] {
                  servers.command({"SET", "orders:42", other, "PX", "60000"});
              });
        QVERIFY(!stolen->lease);
        QVERIFY(stolen->report.taken->result == AcquireResult::Contended);
        QCOMPARE(servers.command({"GET", "orders:42"}).text, other);
    }

    void takesAHashOfRedisson()
    {
        RedisServerFixture servers(1, {"HSET", "orders:42", kField, "2"});
        servers.command({"PEXPIRE", "orders:42", "600000"});
        lock::LockClient client = makeClient(servers);
        const auto plan = planFor(servers.deployment());
        QVERIFY(plan.has_value());
        auto stolen = carryOut(servers.deployment(), *plan, client, *m_journal, forAMinute());
        QVERIFY(stolen->lease.has_value());
        QCOMPARE(servers.command({"HLEN", "orders:42"}).integer, 1);
        QCOMPARE(servers.command({"HEXISTS", "orders:42", kField}).integer, 0);
        const auto left = servers.command({"PTTL", "orders:42"}).integer;
        QVERIFY2(left > 60'000, std::to_string(left).c_str());
        QCOMPARE(entryOf(servers.deployment(), kOrders)->packedLock.formatName(),
            std::string("redisson"));
        QVERIFY(stolen->lease->extend(ttl(60s)).has_value());
    }

    void refusesWhatItCannotTake()
    {
        RedisServerFixture servers(3, {"HSET", "orders:42", kField, "2"});
        const auto ofSeveral = planFor(servers.deployment());
        QVERIFY(!ofSeveral.has_value());
        QCOMPARE(ofSeveral.error().kind, ErrorClass::Unsupported);
        servers.commandAll({"DEL", "orders:42"});
        servers.commandAll({"SET", "orders:42", "lk1-revoked:ada:1700000000000:", "PX", "60000"});
        const auto ofTombstone = planFor(servers.deployment());
        QVERIFY(!ofTombstone.has_value());
        QVERIFY(ofTombstone.error().text.find("revoked already") != std::string::npos);
        servers.commandAll({"SET", "orders:42", kValue, "PX", "60000"});
        const auto ofHardlyAnyTime = planFor(servers.deployment(), {.ttl = ttl(1ms)});
        QVERIFY(!ofHardlyAnyTime.has_value());
        QCOMPARE(ofHardlyAnyTime.error().kind, ErrorClass::InvalidArgument);
    }

private:
    [[nodiscard]] std::vector<JournalEntry> journalled() const
    {
        QFile file(QString::fromStdString(m_file.string()));
        std::vector<JournalEntry> entries;
        if (!file.open(QIODevice::ReadOnly))
            return entries;
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (auto entry = parseJournalEntry(line.toStdString()))
                entries.push_back(std::move(*entry));
        }
        return entries;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    std::optional<Journal> m_journal;
};

LOCKKEEPER_TEST(ReleaseStealTest)

} // namespace lockkeeper::tests::release_steal_test

#include "release_steal_test.moc"
