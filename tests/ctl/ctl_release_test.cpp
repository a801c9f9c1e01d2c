// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/process_identity.h"
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_release_test {

namespace {

const QString kDryRun = u"--dry-run"_s;
const QString kJson = u"--json"_s;
const QString kYes = u"--yes"_s;

QString tokenOf(const char* value)
{
    return QString::fromStdString(Fingerprint::ofString(value).shortHex());
}

QStringList releaseArguments(const QString& token, const QStringList& more = {})
{
    return QStringList{
               u"release"_s, u"orders:42"_s, u"--token"_s, token, u"--reason"_s, u"job is stuck"_s}
    + more;
}

} // namespace

class CtlReleaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_journal = m_home->filePath(u".local/state/lockkeeper/journal.jsonl"_s);
    }

    void releasesOnEveryMaster()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("a: released\nb: released\nc: released\n"));
        for (const auto& reply : servers.commandAll({"EXISTS", "orders:42"}))
            QCOMPARE(reply.integer, 0);
    }

    void writesItIntoTheJournalWithoutSecrets()
    {
        RedisServerFixture servers({.password = "canary"});
        servers.command({"SET", "orders:42", kValue});
        QCOMPARE(lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes})).exitCode, 0);
        const QByteArray journal = journalText();
        QCOMPARE(journal.count('\n'), 2);
        QVERIFY(journal.contains("job is stuck"));
        QVERIFY(journal.contains(tokenOf(kValue).toLatin1()));
        QVERIFY(!journal.contains(kValue));
        QVERIFY(!journal.contains("canary"));
    }

    void printsAnObjectWithOneOutcomePerMaster()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        servers.command(2, {"SET", "orders:42", kOtherValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes, kJson}));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object["quorum_freed"_L1].toBool(), true);
        const QJsonValue outcomes = object["outcomes"_L1];
        QCOMPARE(outcomes[0]["result"_L1].toString(), u"released"_s);
        QCOMPARE(outcomes[2]["result"_L1].toString(), u"another-holder"_s);
    }

    void leavesItAloneWhenTheFingerprintIsAnother()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kOtherValue), {kYes}));
        QCOMPARE(result.exitCode, 1);
        const QString line
            = u"lockctl: orders:42 has the token %1, not %2: nothing released\n"_s.arg(
                tokenOf(kValue), tokenOf(kOtherValue));
        QCOMPARE(result.errors, line.toUtf8());
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(!QFile::exists(m_journal));
    }

    void saysWhenItIsFree()
    {
        RedisServerFixture servers;
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errors,
            QByteArray(
                "lockctl: orders:42 is free: it is not stored in database 0: nothing released\n"));
    }

    void showsTheExactCommandsInADryRun()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        const CtlResult result
            = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kDryRun}));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output.count("redis-cli -s "), 3);
        QCOMPARE(result.output.count("redis.sha1hex"), 1);
        QCOMPARE(result.output.count("# 'a, b, c'\n"), 1);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        QVERIFY(!QFile::exists(m_journal));
    }

    void whatADryRunPrintsDoesItInEachShell_data()
    {
        const auto row = columns<QString, QString, int>();
        const QString uuid = QString::fromLatin1(kValue);
        row("plain", "orders:42", uuid, 1);
        row("with quotes", "it's \"mine\" \\ $HOME", uuid, 1);
        row("the expiry counts", "orders_lock", "1", 1);
        row("both", "it's_lock", "1", 3);
    }
    void whatADryRunPrintsDoesItInEachShell()
    {
        const auto [name, value, scripts] = fetch<QString, QString, int>();
        RedisServerFixture servers({.count = 3});
        const QString token
            = QString::fromStdString(Fingerprint::ofString(value.toStdString()).shortHex());
        for (const char* shell : {"dash", "bash", "zsh", "fish"}) {
            for (std::size_t i = 0; i < servers.size(); ++i)
                servers.command(i,
                    {"SET", name.toStdString(), value.toStdString(), "PX",
                        std::to_string(600'000 + 5000 * i)});
            const CtlResult result = lockctlFor(servers).run(
                {u"release"_s, name, u"--token"_s, token, kDryRun, u"--match"_s, u"*"_s});
            QVERIFY2(result.exitCode == 0, result.errors);
            QCOMPARE(result.output.count("redis.sha1hex"), scripts);
            const CtlResult pasted = lockctlFor(servers).paste(
                QString::fromLatin1(shell), result.output, m_home->path());
            for (const redis::Reply& reply : servers.commandAll({"EXISTS", name.toStdString()}))
                QVERIFY2(reply.integer == 0, (shell + (": " + pasted.errors)).constData());
        }
    }

    void asksForYesWithoutATerminal()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue)));
        QVERIFY2(result.fails(64, "--yes"), result.told());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void wantsMoreThanYesForWhatIsOnlyPossible()
    {
        constexpr char kUuid[] = "2dbe51a3-1935-49aa-8487-9e6813e0e168";
        RedisServerFixture servers(1, {"SET", "orders:42", kUuid, "EX", "900"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kUuid), {kYes}));
        QVERIFY2(result.fails(64, "only possibly a lock"), result.told());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
        // A pattern is the user's word.
        const QStringList named{u"--match"_s, u"orders:*"_s, kYes};
        QCOMPARE(lockctlFor(servers).run(releaseArguments(tokenOf(kUuid), named)).exitCode, 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
    }

    void releasesNoCounter()
    {
        RedisServerFixture servers(1, {"SET", "lock:orders", "17"});
        const CtlResult result = lockctlFor(servers).run({u"release"_s, u"lock:orders"_s,
            u"--token"_s, tokenOf("17"), u"--reason"_s, u"x"_s, u"--match"_s, u"*"_s, kYes});
        QVERIFY2(result.fails(64, "may be a counter"), result.told());
        QCOMPARE(servers.command({"EXISTS", "lock:orders"}).integer, 1);
    }

    void releasesNoAccountFlag()
    {
        RedisServerFixture servers(1, {"SET", "lock:anna@example.org", "1", "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run({u"release"_s, u"lock:anna@example.org"_s,
            u"--token"_s, tokenOf("1"), u"--reason"_s, u"x"_s, kYes});
        QVERIFY2(result.fails(64, "other data"), result.told());
        QCOMPARE(servers.command({"EXISTS", "lock:anna@example.org"}).integer, 1);
    }

    void exitsWith2WhenTheHolderKeepsItsQuorum()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue});
        servers.kill(0);
        servers.kill(1);
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QVERIFY2(result.fails(2, "it may still be held"), result.told());
        QVERIFY(result.output.contains("c: released"));
    }

    void exitsWith77WhenTheServerRefuses()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        servers.command({"ACL", "SETUSER", "default", "-eval"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QVERIFY2(result.says(77, "a: refused"), result.told());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void takesNoMissingAnswerForNo()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        servers.command({"CLIENT", "PAUSE", "60000", "WRITE"}); // it still answers to reads
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        QVERIFY2(result.says(69, "a: unknown"), result.told());
        QVERIFY2(result.errors.contains("may be free, or still be held"), result.errors);
    }

    void sendsNothingWithoutAJournal()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(
            tokenOf(kValue), {kYes, u"--journal"_s, u"/proc/nowhere/journal.jsonl"_s}));
        QVERIFY2(result.failsInOneLine(1, "/proc/nowhere"), result.told());
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
    }

    void goesOnWithAJournalThatWasChangedAndSaysSo()
    {
        RedisServerFixture servers;
        const auto release = [&] {
            servers.command({"SET", "orders:42", kValue});
            return lockctlFor(servers).run(releaseArguments(tokenOf(kValue), {kYes}));
        };
        QCOMPARE(release().errors, QByteArray());
        QCOMPARE(release().errors, QByteArray());
        QFile file(m_journal);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() - 200)); // in the last entry
        QCOMPARE(file.write("x"), qint64(1));
        file.close();
        const CtlResult result = release();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 0);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(
            result.errors.contains("was not whole before: line 4: it was changed"), result.errors);
    }

    void keepsHostileNamesOnOneLine()
    {
        RedisServerFixture servers;
        const std::string name = "a\nb\x1b[31m";
        servers.command({"SET", name, kValue});
        QStringList arguments = releaseArguments(tokenOf(kOtherValue), {kYes});
        arguments[1] = QString::fromStdString(name);
        CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(!result.errors.contains('\x1b'));
        arguments[3] = tokenOf(kValue);
        arguments.last() = kDryRun;
        result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains('\x1b'));
        QCOMPARE(result.outputLines().size(), 3); // what is known of the holder, master, command
    }

    void revokesOnEveryMasterAndSaysUntilWhen()
    {
        RedisServerFixture servers(3, {"SET", "orders:42", kValue, "PX", "60000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kYes});
        arguments[0] = u"revoke"_s;
        const CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("a: revoked\nb: revoked\nc: revoked\n"));
        QVERIFY(servers.command({"GET", "orders:42"}).text.ends_with(":job%20is%20stuck"));
        QVERIFY(servers.command({"PTTL", "orders:42"}).integer > 0);
        QVERIFY(journalText().contains("\"revoke\""));
        const CtlResult shown = lockctlFor(servers).run("show orders:42");
        QVERIFY2(shown.output.contains("revoked, free at 20"), shown.output);
        QVERIFY2(shown.output.contains("held for   not held\n"), shown.output);
        const CtlResult listed = lockctlFor(servers).run("list");
        QVERIFY2(listed.output.contains("\nrevoked "), listed.output);
    }

    void showsTheCommandsOfARevokeInADryRun()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "60000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kDryRun});
        arguments[0] = u"revoke"_s;
        CtlResult result = lockctlFor(servers).run(arguments);
        QVERIFY2(result.says(0, "KEEPTTL"), result.told());
        QVERIFY(result.output.contains("job%20is%20stuck"));
        arguments << kJson;
        result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.json()["action"_L1].toString(), u"revoke"_s);
        QCOMPARE(servers.command({"GET", "orders:42"}).text, std::string(kValue));
        QVERIFY(!QFile::exists(m_journal));
    }

    void aRevokeThatCutsTheLeaseSaysSo()
    {
        RedisServerFixture servers(1, {"SET", "orders:42", kValue, "PX", "20000000000000"});
        QStringList arguments = releaseArguments(tokenOf(kValue), {kDryRun});
        arguments[0] = u"revoke"_s;
        const CtlResult result = lockctlFor(servers).run(arguments);
        QVERIFY2(result.says(0,
                     "free in 1 d 00 h (max_lease), though the old lease lasts "
                     "for over 34 years: "),
            result.told());
    }

    void revokesNothingOfALibraryThatDoesNotCompare()
    {
        RedisServerFixture servers(1, {"SET", "orders_lock", "1", "PX", "60000"});
        const CtlResult result = lockctlFor(servers).run({u"revoke"_s, u"orders_lock"_s,
            u"--token"_s, tokenOf("1"), u"--reason"_s, u"x"_s, kYes});
        QVERIFY2(result.fails(64, "can't be revoked"), result.told());
        QCOMPARE(servers.command({"GET", "orders_lock"}).text, std::string("1"));
    }

    void saysWhetherItIsSafe()
    {
        RedisServerFixture servers;
        const std::string gone
            = "lk1:here:1:api:1750000000000:p" + lock::thisPlace() + "-1:" + std::string(40, 'a');
        servers.command({"SET", "orders:42", gone, "PX", "60000"});
        const QString token = tokenOf(gone.c_str());
        CtlResult result = lockctlFor(servers).run(releaseArguments(token, {kDryRun}));
        QVERIFY2(result.output.startsWith("# 'SAFE TO FREE: its process 1 has ended, and another "
                                          "one has its pid now (seen "),
            result.output);
        result = lockctlFor(servers).run("show orders:42 --json");
        const QJsonObject safety = result.json()["lock"_L1]["safety"_L1].toObject();
        QCOMPARE(safety["verdict"_L1].toString(), u"safe-to-free"_s);
        // The same token from another host proves nothing.
        const std::string elsewhere
            = "lk1:there:1:api:1750000000000:p0123456789abcdef-1:" + std::string(40, 'a');
        servers.command({"SET", "orders:42", elsewhere, "PX", "60000"});
        result = lockctlFor(servers).run("show orders:42");
        QVERIFY2(result.output.contains("NOT KNOWN: nothing tells whether the holder lives: its "
                                        "process 1 is of another host, boot or container"),
            result.output);
    }

    void refusesWhatIsNotALock()
    {
        RedisServerFixture servers(1, {"RPUSH", "orders:42", "job"});
        const CtlResult result = lockctlFor(servers).run(releaseArguments(tokenOf("job"), {kYes}));
        QVERIFY2(result.fails(1, "not a lock"), result.told());
        QCOMPARE(servers.command({"EXISTS", "orders:42"}).integer, 1);
    }

    void freesOneHolderOfASharedLock()
    {
        RedisServerFixture servers(3, {"SADD", "report.readers", kReader, kOtherReader});
        const QJsonObject shown = showOf(servers, u"report.readers"_s);
        const QJsonArray members = shown["members"_L1].toArray();
        QCOMPARE(members.size(), 2);
        QCOMPARE(members[0]["masters"_L1].toArray().size(), 3);
        const int first = members[0]["member"_L1].toString() == tokenOf(kReader) ? 0 : 1;
        QVERIFY(
            members[first]["command"_L1].toString().contains(u"--member "_s + tokenOf(kReader)));
        const QJsonValue holders = shown["lock"_L1]["holders"_L1];
        QCOMPARE(holders[first]["member"_L1].toString(), tokenOf(kReader));
        const QStringList arguments = memberArguments(tokenOf(kReader));
        const CtlResult dry = lockctlFor(servers).run(arguments + QStringList{kDryRun});
        QVERIFY(!dry.output.contains(kReader)); // it may be a secret
        const CtlResult result = lockctlFor(servers).run(arguments + words("--yes --json"));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject object = result.json();
        QCOMPARE(object["action"_L1].toString(), u"release-holder"_s);
        QCOMPARE(object["member"_L1].toString(), tokenOf(kReader));
        QVERIFY(object["token"_L1].toString() != tokenOf(kReader));
        for (const auto& reply : servers.commandAll({"SMEMBERS", "report.readers"})) {
            QCOMPARE(reply.elements.size(), std::size_t(1));
            QCOMPARE(reply.elements[0].text, std::string(kOtherReader));
        }
        QVERIFY(journalText().contains("\"lock_sha1\""));
    }

    void namesTheHoldersThatAreThereWhenAnotherIsMeant()
    {
        RedisServerFixture servers(1, {"SADD", "report.readers", kReader});
        const CtlResult result
            = lockctlFor(servers).run(memberArguments(tokenOf(kOtherReader)) + QStringList{kYes});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY(result.errors.contains("has no holder " + tokenOf(kOtherReader).toLatin1()));
        QCOMPARE(servers.command({"SCARD", "report.readers"}).integer, 1);
        // As a whole it is not released.
        const QString token
            = showOf(servers, u"report.readers"_s)["lock"_L1]["token"_L1].toString();
        const CtlResult whole = lockctlFor(servers).run({u"release"_s, u"report.readers"_s,
            u"--token"_s, token, u"--reason"_s, u"stuck"_s, kYes});
        QVERIFY2(whole.fails(64, "one by one"), whole.told());
    }

    void setsANumberThatAllShare()
    {
        RedisServerFixture servers;
        const std::string key = "9d2f/lockfiles/d41d8cd98f00b204e9800998ecf8427e";
        servers.command({"SET", key, "3", "EX", "3000"});
        const QStringList arguments{u"release"_s, QString::fromStdString(key), u"--token"_s,
            tokenOf("3"), u"--set-count"_s, u"2"_s, u"--reason"_s, u"stuck"_s, kYes};
        const CtlResult result = lockctlFor(servers).run(arguments);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(servers.command({"GET", key}).text, std::string("2"));
        QVERIFY(servers.command({"PTTL", key}).integer > 0);
        QVERIFY(journalText().contains("\"action\":\"set-count\""));
        QVERIFY(journalText().contains("\"count\":2"));
        QCOMPARE(lockctlFor(servers).run(arguments).exitCode, 1); // it is another number now
        QCOMPARE(servers.command({"GET", key}).text, std::string("2"));
    }

private:
    static constexpr const char* kReader = "web-1_4711_0123456789abcdef0123456789abcdef";
    static constexpr const char* kOtherReader = "web-2_12_fedcba9876543210fedcba9876543210";

    static QStringList memberArguments(const QString& member)
    {
        return {u"release"_s, u"report.readers"_s, u"--member"_s, member, u"--reason"_s,
            u"job is stuck"_s};
    }
    QJsonObject showOf(const RedisServerFixture& servers, const QString& name) const
    {
        return lockctlFor(servers).run({u"show"_s, name, kJson}).json();
    }
    Lockctl lockctlFor(const RedisServerFixture& servers) const
    {
        return Lockctl(m_home->path(), urlsOf(servers));
    }

    QByteArray journalText() const
    {
        QFile file(m_journal);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_journal;
};

LOCKKEEPER_TEST(CtlReleaseTest)

} // namespace lockkeeper::tests::ctl_release_test

#include "ctl_release_test.moc"
