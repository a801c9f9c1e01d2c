// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/link/login.h"

#include "tests/support/test_class.h"

namespace lockkeeper::tests::link_login_test {

using namespace lockkeeper::redis;

namespace {

const std::string kRunId(40, 'a');
const std::string kOtherRunId(40, 'b');
const MasterId kMaster("a");

Reply roleOf(std::vector<Reply> words)
{
    return Reply::array(std::move(words));
}

Reply master()
{
    return roleOf({Reply::string("master"), Reply::number(0)});
}

Reply replica()
{
    return roleOf({Reply::string("slave"), Reply::string("10.0.0.9"), Reply::number(6380)});
}

/// A server that has run for more than a day.
Reply infoOf(const std::string& runId, const std::string& more = {})
{
    return Reply::string("# Server\r\nrun_id:" + runId + "\r\nuptime_in_seconds:100000\r\n" + more);
}

Reply infoOf(const QByteArray& runId, const QByteArray& uptime)
{
    return Reply::string(
        ("run_id:" + runId + "\r\nuptime_in_seconds:" + uptime + "\r\n").toStdString());
}

tl::unexpected<Error> failed(ErrorClass kind, const std::string& text = {})
{
    return tl::make_unexpected(Error{kind, text, kMaster});
}

/// A login to one server, again and again.
struct Bench {
    explicit Bench(const std::string& url = "redis://127.0.0.1")
        : login(options, kMaster, Url::parse(url).value())
    { }
    /// Answers all commands; the refusal, if there is one.
    std::optional<Error> answer(const Result<Reply>& role, const Result<Reply>& info)
    {
        const auto& commands = login.commands();
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const std::string name = commands[i].arguments()[0];
            Result<Reply> reply = Reply::status("OK");
            if (name == "ROLE")
                reply = role;
            else if (name == "INFO")
                reply = info;
            if (auto refusal = login.refusal(i, std::move(reply), status))
                return refusal;
        }
        return std::nullopt;
    }
    bool hasJustForgotten(SteadyTime since) const { return status.forgotAt >= since; }

    ConnectionOptions options{.mustBeMaster = true};
    Login login;
    LinkStatus status;
};

} // namespace

class LinkLoginTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aServerHasForgottenWhatWasBeforeItsStart()
    {
        Bench bench;
        const SteadyTime before = BootClock::now();
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QVERIFY(bench.status.forgotAt);
        QVERIFY(*bench.status.forgotAt > before - 100'001s);
        QVERIFY(*bench.status.forgotAt < before - 99'000s);
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QVERIFY(!bench.hasJustForgotten(before));
        QVERIFY(!bench.status.restartedAt);
    }

    /// A client that was away must not hold a restart of then for one of now: with that of another
    /// master, it would seem that too many have forgotten.
    void aServerHasForgottenWhenItStarted_data()
    {
        QTest::addColumn<QByteArray>("lastRunId");
        QTest::addColumn<QByteArray>("uptime");
        QTest::addColumn<bool>("isResolved");
        QTest::addColumn<std::optional<std::chrono::seconds>>("ago");
        const auto row = [](const char* name, const char* lastRunId, const char* uptime,
                             std::optional<std::chrono::seconds> ago, bool isResolved = false) {
            QTest::newRow(name) << QByteArray(lastRunId) << QByteArray(uptime) << isResolved << ago;
        };
        row("first login", "", "40", 39s);
        row("the same server", "b", "40", 39s);
        row("restarted while nobody looked", "a", "40", 39s);
        row("restarted just now", "a", "0", 0s);
        row("another one that ran before", "a", "4000", 0s);
        row("another one that started after the last answer", "a", "40", 0s, true);
        row("another one that tells no uptime", "a", "", 0s);
        row("no uptime at the first login", "", "", std::nullopt);
        row("an impossible uptime", "", "9223372036854775807", std::nullopt);
        row("a negative uptime", "", "-5", std::nullopt);
    }

    void aServerHasForgottenWhenItStarted()
    {
        QFETCH(QByteArray, lastRunId);
        QFETCH(QByteArray, uptime);
        QFETCH(bool, isResolved);
        using Ago = std::optional<std::chrono::seconds>;
        QFETCH(Ago, ago);
        const SteadyTime now(100h);
        LinkStatus status;
        if (isResolved)
            status.address = "redis://10.0.0.2";
        // The last answer came a minute ago.
        readServerInfo(
            infoOf(QByteArray("b"), uptime), {lastRunId.toStdString(), now - 1min}, now, status);
        QCOMPARE(status.forgotAt.has_value(), ago.has_value());
        if (ago)
            QCOMPARE(status.forgotAt, std::optional(now - *ago));
        QCOMPARE(status.restartedAt.has_value(), lastRunId == "a" && !isResolved);
    }

    void anotherServerForgetsHoweverLongItHasRun()
    {
        Bench bench;
        const SteadyTime before = BootClock::now();
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QVERIFY(!bench.answer(master(), infoOf(kOtherRunId)));
        QVERIFY(bench.hasJustForgotten(before));
        QVERIFY(bench.status.restartedAt >= before);
        // What it has forgotten does not come back.
        QVERIFY(!bench.answer(master(), infoOf(kOtherRunId)));
        QVERIFY(bench.hasJustForgotten(before));
    }

    void aFailoverIsNoRestart()
    {
        Bench bench;
        const SteadyTime before = BootClock::now();
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        bench.status.address = "redis://10.0.0.2:6379";
        QVERIFY(!bench.answer(master(), infoOf(kOtherRunId)));
        QVERIFY(bench.hasJustForgotten(before));
        QVERIFY(!bench.status.restartedAt);
    }

    void aServerThatWasAReplicaHasForgotten()
    {
        Bench bench;
        const SteadyTime before = BootClock::now();
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        const auto refusal = bench.answer(replica(), infoOf(kRunId));
        QVERIFY(refusal);
        QCOMPARE(refusal->text, std::string("this server is a replica of 10.0.0.9:6380"));
        QVERIFY(!bench.hasJustForgotten(before));
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QVERIFY(bench.hasJustForgotten(before));
        // Once.
        bench.status.forgotAt.reset();
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QVERIFY(!bench.hasJustForgotten(before));
    }

    void aServerWithAnotherHistoryWasAReplica_data()
    {
        const auto row = columns<QByteArray, bool>();
        row("promoted", QByteArray(40, '1'), true);
        row("without replicas for an hour", QByteArray(40, '0'), false);
        row("an old server", "", false);
    }
    void aServerWithAnotherHistoryWasAReplica()
    {
        const auto [former, hasForgotten] = fetch<QByteArray, bool>();
        const auto history = [&](char id) {
            return "role:master\r\nmaster_replid:" + std::string(40, id) + "\r\n"
                + (former.isEmpty() ? "" : "master_replid2:" + former.toStdString() + "\r\n");
        };
        Bench bench;
        const SteadyTime before = BootClock::now();
        QVERIFY(!bench.login.isHistoryDue(before));
        QVERIFY(!bench.answer(master(), infoOf(kRunId, history('1'))));
        QVERIFY(bench.login.isHistoryDue(before));
        QVERIFY(!bench.login.isHistoryDue(before + 9ms));
        QVERIFY(bench.login.isHistoryDue(before + 10ms));
        QVERIFY(!bench.answer(master(), infoOf(kRunId, history('1'))));
        QVERIFY(!bench.hasJustForgotten(before));
        // At a login.
        QVERIFY(!bench.answer(master(), infoOf(kRunId, history('2'))));
        QCOMPARE(bench.hasJustForgotten(before), hasForgotten);
        // While it is connected.
        bench.status.forgotAt.reset();
        const SteadyTime now = before + 1h;
        QVERIFY(bench.login.isStillMaster(Reply::string(history('2')), now, bench.status));
        QCOMPARE(bench.status.forgotAt, std::nullopt);
        QVERIFY(bench.login.isStillMaster(Reply::string(history('3')), now, bench.status));
        QCOMPARE(bench.status.forgotAt, hasForgotten ? std::optional(now) : std::nullopt);
    }

    void aServerThatWasStartedHasForgottenSinceThen()
    {
        const std::string history = "master_replid2:" + std::string(40, '1') + "\r\nmaster_replid:";
        Bench bench;
        QVERIFY(!bench.answer(master(), infoOf(kRunId, history + std::string(40, '1') + "\r\n")));
        // A restarted master takes a new history as well. It counts from its start.
        const SteadyTime before = BootClock::now();
        bench.login.begin(before - 100h);
        QVERIFY(
            !bench.answer(master(), infoOf(kOtherRunId, history + std::string(40, '2') + "\r\n")));
        QVERIFY(!bench.hasJustForgotten(before));
    }

    void whoIsAReplicaIsNoMaster()
    {
        Bench bench;
        QVERIFY(!bench.login.isStillMaster(
            Reply::string("role:slave\r\nmaster_replid:1\r\n"), {}, bench.status));
    }

    void aServerMayHideItsIdentity()
    {
        Bench bench;
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        const SteadyTime before = BootClock::now();
        for (const Result<Reply>& info :
            {Result<Reply>(failed(ErrorClass::NoPermission)), Result<Reply>(Reply::nil()),
                Result<Reply>(Reply::string("# Server\r\nrun_id:\r\nuptime_in_seconds:?\r\n"))}) {
            QVERIFY(!bench.answer(master(), info));
            QVERIFY(!bench.status.runId);
            QVERIFY(!bench.status.uptime);
        }
        QVERIFY(!bench.hasJustForgotten(before));
        // It is compared with what was known before.
        QVERIFY(!bench.answer(master(), infoOf(kOtherRunId)));
        QVERIFY(bench.hasJustForgotten(before));
    }

    void onlyAMasterMayVote_data()
    {
        const auto row = columns<Reply, QByteArray>();
        row("master", master(), "");
        row("sentinel", roleOf({Reply::string("sentinel")}), "is a Sentinel");
        row("replica", replica(), "is a replica of 10.0.0.9:6380");
        row("half a replica", roleOf({Reply::string("slave")}), "does not say that it is a master");
        row("nothing", roleOf({}), "does not say that it is a master");
        row("no list", Reply::string("master"), "does not say that it is a master");
    }
    void onlyAMasterMayVote()
    {
        const auto [role, words] = fetch<Reply, QByteArray>();
        Bench bench;
        const auto refusal = bench.answer(role, infoOf(kRunId));
        QCOMPARE(refusal.has_value(), !words.isEmpty());
        if (refusal) {
            QCOMPARE(refusal->kind, ErrorClass::ReadOnly);
            QVERIFY2(refusal->text.find(words.toStdString()) != std::string::npos,
                refusal->text.c_str());
        }
        Bench watcher;
        watcher.options.mustBeMaster = false;
        QVERIFY(!watcher.answer(role, infoOf(kRunId)));
    }

    void aPartOfAClusterMayNotVote()
    {
        Bench bench;
        const auto refusal = bench.answer(master(), infoOf(kRunId, "redis_mode:cluster\r\n"));
        QCOMPARE(refusal.value().kind, ErrorClass::Unsupported);
        bench.options.mustBeMaster = false;
        QVERIFY(!bench.answer(master(), infoOf(kRunId, "redis_mode:cluster\r\n")));
    }

    void theLastReplyIsJudgedByWhoConnects()
    {
        Bench bench;
        bench.options.admission = [](const LinkStatus& status) {
            return std::optional(Error{ErrorClass::InvalidArgument, *status.runId, {}});
        };
        const auto refusal = bench.answer(master(), infoOf(kRunId));
        QCOMPARE(refusal.value().text, kRunId);
        QCOMPARE(refusal->master, kMaster);
    }

    void whatAServerRefusesEndsALoginIfItMatters_data()
    {
        using enum ErrorClass;
        columns<QString, int, bool, bool>();
        const auto row = [](const char* command, ErrorClass kind, bool mustBeMaster, bool isFatal) {
            QTest::addRow("%s %d %d", command, static_cast<int>(kind), mustBeMaster)
                << QString::fromLatin1(command) << static_cast<int>(kind) << mustBeMaster
                << isFatal;
        };
        row("AUTH", WrongPassword, false, true);
        row("SELECT", ServerError, false, true);
        row("CLIENT", NoPermission, true, false);
        row("CLIENT", AuthRequired, true, true);
        row("CLIENT", TooManyClients, false, true);
        row("ROLE", NoPermission, true, false);
        row("ROLE", Loading, true, true);
        row("ROLE", NoPermission, false, false);
        row("ROLE", ServerError, false, true);
        row("INFO", NoPermission, true, false);
        row("INFO", AuthRequired, true, true);
    }
    void whatAServerRefusesEndsALoginIfItMatters()
    {
        const auto [command, kind, mustBeMaster, isFatal] = fetch<QString, int, bool, bool>();
        const auto failure = classifyFailure(Command{command.toStdString()},
            {static_cast<ErrorClass>(kind), "no", kMaster}, mustBeMaster);
        QCOMPARE(failure == LoginFailure::Fatal, isFatal);
    }

    void aRoleThatMayNotBeAskedForIsForgotten()
    {
        Bench bench;
        QVERIFY(!bench.answer(master(), infoOf(kRunId)));
        QCOMPARE(bench.status.role, std::optional<std::string>("master"));
        QVERIFY(!bench.answer(failed(ErrorClass::NoPermission), infoOf(kRunId)));
        QCOMPARE(bench.status.role, std::nullopt);
    }

    void aPasswordThatTheServerRepeatsIsHidden()
    {
        const auto url = Url::parse("redis://ops:s3cret@127.0.0.1/2").value();
        QStringList sent;
        for (const Command& command : loginCommands(url, "me"))
            sent << QString::fromStdString(command.arguments()[0]);
        QCOMPARE(sent.join(QLatin1Char(' ')), QStringLiteral("AUTH SELECT CLIENT ROLE INFO"));
        Bench bench("redis://ops:s3cret@127.0.0.1");
        const auto refusal = bench.login.refusal(
            0, failed(ErrorClass::WrongPassword, "WRONGPASS ops s3cret"), bench.status);
        QCOMPARE(refusal.value().text, std::string("WRONGPASS ops ***"));
    }
};

LOCKKEEPER_TEST(LinkLoginTest)

} // namespace lockkeeper::tests::link_login_test

#include "link_login_test.moc"
