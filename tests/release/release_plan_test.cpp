// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/plan.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_plan_test {

using namespace lockkeeper::release;

namespace {

config::Deployment threeMasters()
{
    return config::deploymentFromUrls("prod",
        {"redis://ops:s3cret-pw@10.0.0.1", "redis://10.0.0.2:6380/4", "unix:///run/redis.sock"})
        .value();
}

// Held by `value` on a and b; c is free.
observe::LockEntry heldEntry(const std::string& resource, const std::string& value)
{
    observe::LockEntry entry;
    entry.resource = Resource(resource);
    entry.type = observe::ValueType::String;
    entry.packedLock = observe::PackedLock(
        observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .format = "redis-py"});
    const Fingerprint token = Fingerprint::ofString(value);
    for (const char* master : {"a", "b"})
        entry.votes.push_back({MasterId(master), observe::VoteState::Held, token});
    entry.votes.push_back({MasterId("c"), observe::VoteState::Free});
    return entry;
}

Plan planFor(const observe::LockEntry& entry)
{
    return planRelease(threeMasters(), entry, entry.countVotes().token.value()).value();
}

observe::Tombstone tombstone(const std::string& reason)
{
    return {.by = "ada b", .at = WallTime(std::chrono::seconds(1)), .reason = reason};
}

std::vector<std::string> argumentsOf(const Plan& plan)
{
    return releaseCommand(plan, plan.masters.front()).arguments();
}

QString line(const Plan& plan, std::size_t master)
{
    return QString::fromStdString(
        asRedisCliLine(plan.masters[master], releaseCommand(plan, plan.masters[master])));
}

} // namespace

class ReleasePlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWithNoRoomBesideThemInAClusterAreRefused()
    {
        config::Deployment deployment = threeMasters();
        const auto isFit = [&deployment](const char* name) {
            return checkBeside(deployment, Resource(name)).has_value();
        };
        QVERIFY(isFit("lock:order:{}"));
        deployment.masters[0].clusterSeeds.push_back(deployment.masters[0].url);
        for (const char* name : {"lock:order:1", "lock:{order}:1", "a{", "{a}}"})
            QVERIFY2(isFit(name), name);
        for (const char* name : {"lock:order:{}", "a}b", "{}{a}"})
            QVERIFY2(!isFit(name), name);
    }

    void aUuidThatIsRenewedIsNoRegistrys()
    {
        auto entry = heldEntry("orders:42", "7c9e6679-7425-40de-944b-e07fc1f90ae7");
        entry.packedLock
            = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Unclear,
                .format = "redlock-rb",
                .alternatives = {"aioredlock", "Spring"}});
        QVERIFY(planFor(entry).isValueShared);
        entry.renewals.count = 1;
        QVERIFY(!planFor(entry).isValueShared);
        entry.packedLock = observe::PackedLock(
            observe::DecodedLock{.scope = observe::ValueScope::Shared, .format = "unknown"});
        QVERIFY(planFor(entry).isValueShared);
    }
    void asksEveryMasterToCompareTheWholeFingerprint()
    {
        const Plan plan = planFor(heldEntry("orders:42", "token"));
        QCOMPARE(plan.masters.size(), std::size_t(3));
        QCOMPARE(plan.quorum, std::size_t(2));
        const auto arguments = argumentsOf(plan);
        QCOMPARE(arguments.size(), std::size_t(7));
        QCOMPARE(arguments[0], std::string("EVAL"));
        QCOMPARE(arguments[3], std::string("orders:42"));
        QCOMPARE(arguments[4], std::string("string"));
        QCOMPARE(arguments[5], Fingerprint::ofString("token").hex());
        QCOMPARE(arguments[6], std::string("any")); // its expiry tells nothing in addition
    }

    void theQuorumIsThatOfAllMastersWhoeverHoldsOrAnswers()
    {
        observe::LockEntry entry;
        entry.resource = Resource("orders:42");
        entry.type = observe::ValueType::String;
        entry.packedLock = observe::PackedLock(
            observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .format = "redis-py"});
        const Fingerprint token = Fingerprint::ofString("token");
        entry.votes.push_back({MasterId("a"), observe::VoteState::Held, token});
        entry.votes.push_back({MasterId("b"), observe::VoteState::NoAnswer});
        entry.votes.push_back({MasterId("c"), observe::VoteState::NoAnswer});
        const Plan plan = planRelease(threeMasters(), entry, token).value();
        QCOMPARE(plan.quorum, std::size_t(2));
        QCOMPARE(plan.masters.size(), std::size_t(3));
    }

    void neverPlansTheTokenItself()
    {
        const Plan plan = planFor(heldEntry("orders:42", "the-token-in-clear"));
        for (std::size_t i = 0; i < plan.masters.size(); ++i)
            QVERIFY(!line(plan, i).contains(QLatin1String("the-token-in-clear")));
    }

    void showsNoPasswords()
    {
        const Plan plan = planFor(heldEntry("orders:42", "token"));
        for (std::size_t i = 0; i < plan.masters.size(); ++i) {
            QVERIFY(!line(plan, i).contains(QLatin1String("s3cret-pw")));
            QVERIFY(plan.masters[i].url.find("s3cret-pw") == std::string::npos);
        }
    }

    void carriesTheWakeUpOfTheFormat()
    {
        observe::LockEntry entry = heldEntry("job", "token");
        entry.packedLock = observe::PackedLock(observe::DecodedLock{
            .scope = observe::ValueScope::Acquisition,
            .wakeUp = observe::WakeUp{.channel = "redisson_lock__channel:{job}", .message = "0"}});
        const auto arguments = argumentsOf(planFor(entry));
        QCOMPARE(arguments.at(7), std::string("redisson_lock__channel:{job}"));
        QCOMPARE(arguments.at(8), std::string("0"));
    }

    void refusesATokenThatNoVoteHas()
    {
        const auto plan = planRelease(
            threeMasters(), heldEntry("orders:42", "token"), Fingerprint::ofString("another"));
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorClass::InvalidArgument);
    }

    void refusesAFormatThatIsViewOnly()
    {
        observe::LockEntry entry = heldEntry("orders:42", "token");
        entry.packedLock = observe::PackedLock(
            observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .isReleasable = false});
        const auto plan = planRelease(threeMasters(), entry, *entry.countVotes().token);
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorClass::Unsupported);
    }

    void refusesATypeThatItCanNotCompare()
    {
        observe::LockEntry entry = heldEntry("orders:42", "token");
        entry.type = observe::ValueType::Other;
        const auto plan = planRelease(threeMasters(), entry, *entry.countVotes().token);
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorClass::Unsupported);
    }

    void plansARevokeWithItsTombstone()
    {
        const observe::LockEntry entry = heldEntry("orders:42", "token");
        const auto plan
            = planRevoke(threeMasters(), entry, *entry.countVotes().token, tombstone("a: b"));
        QVERIFY(plan.has_value());
        const auto arguments = argumentsOf(*plan);
        QCOMPARE(arguments.at(5), Fingerprint::ofString("token").hex());
        QCOMPARE(arguments.at(7), std::string("lk1-revoked:ada%20b:1000:a%3A%20b"));
        QCOMPARE(arguments.at(8), std::string("86400000"));
        const Plan other = withReason(*plan, "c", WallTime(std::chrono::seconds(2)));
        QCOMPARE(argumentsOf(other).at(7), std::string("lk1-revoked:ada%20b:2000:c"));
    }

    void anotherReasonDoesNotChangeARelease()
    {
        const Plan plan = planFor(heldEntry("orders:42", "token"));
        QCOMPARE(argumentsOf(withReason(plan, "x", WallTime(std::chrono::seconds(2)))),
            argumentsOf(plan));
    }

    void aTombstoneIsShortHoweverLongTheReason()
    {
        const std::string text = observe::tombstoneText(tombstone(std::string(100'000, '\n')));
        QVERIFY(text.size() < 1024);
    }

    void revokesOnlyWhatItsLibraryCompares_data()
    {
        const auto row = columns<QByteArray, QByteArray, bool>();
        row("ours", "lk1", "", true);
        row("Redisson", "redisson", "", true);
        row("all compare", "redlock-rb", "Spring", true);
        row("one does not", "redlock-rb", "asynq", false);
        row("value is read", "setnx-timestamp", "", false);
        row("does not compare", "RQ", "", false);
        row("nobody's", "unknown", "", false);
        row("your own", "billing", "", false);
        row("tombstone", "lk1-revoked", "", false);
    }
    void revokesOnlyWhatItsLibraryCompares()
    {
        const auto [format, alternative, isRevocable] = fetch<QByteArray, QByteArray, bool>();
        observe::LockEntry entry = heldEntry("orders:42", "token");
        observe::DecodedLock lock{
            .scope = observe::ValueScope::Acquisition, .format = format.toStdString()};
        if (!alternative.isEmpty())
            lock.alternatives = {alternative.toStdString()};
        entry.packedLock = observe::PackedLock(lock);
        const auto plan
            = planRevoke(threeMasters(), entry, *entry.countVotes().token, tombstone("x"));
        QCOMPARE(plan.has_value(), isRevocable);
        if (!isRevocable)
            QCOMPARE(plan.error().kind, ErrorClass::Unsupported);
    }

    void eachFormatSaysItselfWhetherItCanBeRevoked()
    {
        std::size_t revocable = 0;
        for (const auto* formats : {&observe::builtinFormats(), &observe::hintOnlyFormats()}) {
            for (const observe::FormatPtr& format : *formats) {
                observe::LockEntry entry = heldEntry("orders:42", "token");
                entry.packedLock = observe::PackedLock(observe::DecodedLock{
                    .scope = observe::ValueScope::Acquisition, .format = format->name});
                const auto plan
                    = planRevoke(threeMasters(), entry, *entry.countVotes().token, tombstone("x"));
                QVERIFY2(plan.has_value() == format->isRevocable, format->name.c_str());
                QVERIFY2(format->isReleasable || !format->isRevocable, format->name.c_str());
                revocable += format->isRevocable ? 1 : 0;
            }
        }
        QVERIFY(revocable > 0);
    }

    void namesTheServerAsRedisCliTakesIt()
    {
        const Plan plan = planFor(heldEntry("orders:42", "token"));
        QVERIFY(line(plan, 0).startsWith(
            QLatin1String("redis-cli -h 10.0.0.1 -p 6379 --user ops --askpass EVAL ")));
        QVERIFY(
            line(plan, 1).startsWith(QLatin1String("redis-cli -h 10.0.0.2 -p 6380 -n 4 EVAL ")));
        QVERIFY(line(plan, 2).startsWith(QLatin1String("redis-cli -s /run/redis.sock EVAL ")));
    }

    void neverLeavesTlsOut()
    {
        const auto deployment = config::deploymentFromUrls("test",
            {"rediss://10.0.0.1?ca=/ca.pem&cert=/own.pem", "redis://10.0.0.2", "redis://10.0.0.3"});
        const observe::LockEntry entry = heldEntry("orders:42", "token");
        const auto plan = planRelease(*deployment, entry, *entry.countVotes().token);
        QVERIFY(plan.has_value());
        QVERIFY(line(*plan, 0).startsWith(
            QLatin1String("redis-cli -h 10.0.0.1 -p 6379 --tls --cacert "
                          "/ca.pem --cert /own.pem --key /own.pem EVAL ")));
    }

    void asksAGroupAndAClusterWhereToSendIt()
    {
        config::Deployment deployment = threeMasters();
        deployment.masters[0].sentinel = config::SentinelGroup{
            "my master", {redis::Url::parse("redis://10.2.0.1:26379").value()}};
        deployment.masters[1].clusterSeeds = {deployment.masters[1].url};
        const auto masters = mastersOf(deployment);
        const QString asking = QStringLiteral("\"$(redis-cli -h 10.2.0.1 -p 26379 SENTINEL "
                                              "get-master-addr-by-name 'my master' | sed -n %1)\"");
        const redis::Command ping{"PING"};
        QCOMPARE(QString::fromStdString(asRedisCliLine(masters[0], ping)),
            QStringLiteral("redis-cli -h %1 -p %2 --user ops --askpass PING")
                .arg(asking.arg(QStringLiteral("1p")), asking.arg(QStringLiteral("2p"))));
        QCOMPARE(asRedisCliLine(masters[1], ping),
            std::string("redis-cli -h 10.0.0.2 -p 6380 -c -n 4 PING"));
    }

    void namesAKeyOfItsOwn()
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"rediss://10.0.0.1:6379/0?cert=/own.pem&key=/own.key"});
        QCOMPARE(asRedisCliLine(mastersOf(*deployment).front(), redis::Command{"PING"}),
            std::string("redis-cli -h 10.0.0.1 -p 6379 --tls --cert /own.pem --key /own.key PING"));
    }

    void quotesNamesForTheShell()
    {
        const Plan plan = planFor(heldEntry("it's $HOME; `id`", "token"));
        QVERIFY(line(plan, 1).contains(QLatin1String(" 'it'\\''s $HOME; `id`' string ")));
    }

    void keepsBytesThatATerminalShouldNotSeeOutOfTheLine_data()
    {
        const auto row = columns<QByteArray, QString>();
        row("newline", "a\nb", argument("a\\012b"));
        row("escape", QByteArray("\x1b[31m"), argument("\\033\\13331m"));
        row("not UTF-8", QByteArray("\xff"), argument("\\377"));
        row("bidi", QByteArray("\xe2\x80\xae"), argument("\\342\\200\\256"));
        // No argument of a command can hold these.
        const QString piped = QStringLiteral("printf '%s\\n' '\"EVAL\" \"local kind = ");
        row("NUL", QByteArray("a\0b", 3), piped);
        row("newline at the end", "a\n", piped);
    }
    void keepsBytesThatATerminalShouldNotSeeOutOfTheLine()
    {
        const auto [name, written] = fetch<QByteArray, QString>();
        const QString text = line(planFor(heldEntry(name.toStdString(), "token")), 2);
        QVERIFY2(text.contains(written), qPrintable(text));
        QVERIFY(text.contains(QLatin1String("redis-cli -s /run/redis.sock")));
        const bool isPrintable = std::all_of(
            text.begin(), text.end(), [](QChar c) { return c >= u' ' && c < u'\x7f'; });
        QVERIFY(isPrintable);
    }

    void showsABackslashAsItIs()
    {
        const QString text = line(planFor(heldEntry("a\\b", "token")), 2);
        QVERIFY(text.contains(QLatin1String(" 1 'a'\\\\'b' string ")));
    }

private:
    static QString argument(const char* octal)
    {
        return QStringLiteral(" 1 \"$(printf '%1')\" string ").arg(QLatin1String(octal));
    }
};

LOCKKEEPER_TEST(ReleasePlanTest)

} // namespace lockkeeper::tests::release_plan_test

#include "release_plan_test.moc"
