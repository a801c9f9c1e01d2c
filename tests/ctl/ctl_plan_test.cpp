// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/process_identity.h"
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <set>

namespace lockkeeper::tests::ctl_plan_test {

namespace {

constexpr const char* kUuid = "5ccedab0-49f9-41f0-8f3a-0242ac110002";

/// The token of a process that has ended, on this machine under any name.
std::string deadToken(const std::string& host, int pid = 1)
{
    return "lk1:" + host + ":" + std::to_string(pid) + ":api:1750000000000:p" + lock::thisPlace()
        + "-1:" + std::string(40, 'a');
}

} // namespace

/// A plan for many locks, and what becomes of it, with real servers.
class CtlPlanTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_plan = m_home->filePath(u"plan.jsonl"_s);
        m_journal = m_home->filePath(u".local/state/lockkeeper/journal.jsonl"_s);
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
    }

    void theLocksOfAHolderAreFreed()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", deadToken("web-3"));
        set("job:3", deadToken("web-30"));
        const CtlResult made = plan({u"--holder"_s, u"web-3"_s});
        QVERIFY2(made.says(0, "2 locks to release\n2  safe to free\n"), made.told());
        QCOMPARE(QFile::permissions(m_plan) & ~(QFile::ReadUser | QFile::WriteUser),
            QFile::ReadOwner | QFile::WriteOwner);
        QVERIFY(exists("job:1")); // a plan sends nothing
        const CtlResult applied = apply();
        QCOMPARE(applied.output, QByteArray("2  freed\n"));
        QCOMPARE(applied.exitCode, 0);
        QCOMPARE(names(), (std::set<std::string>{"job:3"}));
    }

    void theCommandThatIsPrintedAppliesIt()
    {
        set("job:1", deadToken("web-3"));
        const QByteArray line = plan({u"--stale"_s}).outputLines().last();
        QVERIFY2(line.startsWith("read it, then: lockctl --master unix://"), line);
        const QString command = QString::fromUtf8(line.mid(line.indexOf("lockctl")));
        QCOMPARE(lockctl().runInShell(command + u" --yes"_s).exitCode, 0);
        QVERIFY(!exists("job:1"));
    }

    void whatIsSelectedStandsInTheFile_data()
    {
        const auto row = columns<QStringList, QStringList>();
        row("a host", words("--holder web-3"), QStringList{u"a:1"_s, u"b:1"_s, u"b:2"_s});
        row("a process", words("--holder web-3:1"), QStringList{u"a:1"_s, u"b:1"_s});
        row("names", words("--match b:*"), QStringList{u"b:1"_s, u"b:2"_s, u"b:3"_s});
        row("stale ones", QStringList{u"--stale"_s}, QStringList{u"a:1"_s, u"b:1"_s, u"b:2"_s});
        row("both", words("--holder web-3:1 --match b:*"), QStringList{u"b:1"_s});
    }
    void whatIsSelectedStandsInTheFile()
    {
        set("a:1", deadToken("web-3"));
        set("b:1", deadToken("web-3"));
        set("b:2", deadToken("web-3", 2));
        set("b:3", kUuid);
        const auto [selection, locks] = fetch<QStringList, QStringList>();
        QCOMPARE(plan(selection).exitCode, 0);
        QStringList planned;
        for (const QJsonObject& lock : plannedLocks())
            planned << lock["resource"_L1].toString();
        QCOMPARE(planned, locks);
    }

    void withoutSuchALockNothingIsWritten()
    {
        set("job:1", deadToken("web-3"));
        const CtlResult made = plan({u"--holder"_s, u"web-4"_s});
        QVERIFY2(made.fails(1, "no such lock"), made.told());
        QVERIFY(!QFile::exists(m_plan));
    }

    void aLockThatCanNotBeRevokedIsNamed()
    {
        set("lock:1", "1750000000");
        set("lock:2", kUuid);
        const CtlResult made = plan({u"--match"_s, u"lock:*"_s}, u"revoke"_s);
        QCOMPARE(made.exitCode, 0);
        QCOMPARE(made.errorLines().size(), 1);
        QVERIFY2(made.errors.startsWith("lockctl: lock:1: not in the plan: "), made.errors);
        QCOMPARE(plannedLocks().size(), 1);
    }

    void aLockThatAMasterWillRefuseIsNamed()
    {
        set("job:1", deadToken("web-3"));
        set("own:1", deadToken("web-3"));
        m_servers->command(
            1, {"ACL", "SETUSER", "default", "resetkeys", "~own:*", "%R~*", "-del", "+acl|dryrun"});
        CtlResult made = plan({u"--stale"_s});
        QVERIFY2(made.fails(64,
                     "lockctl: own:1: not in the plan: master b: the user lacks +del; to grant "
                     "it: ACL SETUSER default +del\n"),
            made.told());
        m_servers->command(1, {"ACL", "SETUSER", "default", "+del"});
        made = plan({u"--stale"_s});
        QCOMPARE(made.exitCode, 0);
        QVERIFY2(
            made.errors.startsWith("lockctl: job:1: not in the plan: master b: "), made.errors);
        QCOMPARE(plannedLocks().size(), 1);
        QCOMPARE(apply().exitCode, 0);
    }

    void anExistingFileIsLeftAlone()
    {
        set("job:1", deadToken("web-3"));
        write("mine");
        const CtlResult made = plan({u"--stale"_s});
        QCOMPARE(made.exitCode, 74);
        QCOMPARE(made.errorLines().size(), 1);
        QCOMPARE(planText(), QByteArray("mine"));
    }

    void theFileHasNoSecrets()
    {
        m_servers = std::make_unique<RedisServerFixture>(
            RedisServerOptions{.count = 1, .password = "canary"});
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        QVERIFY(!planText().contains("canary"));
        QVERIFY(!planText().contains(QByteArray(40, 'a')));
    }

    void whatIsNotProvenIsLeftOutUnlessItIsTicked()
    {
        set("job:1", kUuid);
        set("job:2", deadToken("web-3"));
        const CtlResult made = plan({u"--match"_s, u"job:*"_s});
        QVERIFY2(made.output.contains("1  not known     left out unless \"may_live\": true"),
            made.output);
        CtlResult applied = apply();
        QCOMPARE(applied.exitCode, 1);
        QCOMPARE(applied.output, QByteArray("1  freed\n1  may live\n"));
        QCOMPARE(names(), (std::set<std::string>{"job:1"}));
        write(planText().replace("\"may_live\":false", "\"may_live\":true"));
        applied = apply();
        QCOMPARE(applied.exitCode, 0);
        QCOMPARE(applied.output, QByteArray("2  freed  1 of them by an earlier run\n"));
        QCOMPARE(names(), std::set<std::string>());
    }

    void aRepeatableValueThatWasTakenAnewIsLeftAlone()
    {
        set("cron:1", "1");
        set("cron:2", "1");
        m_servers->commandAll({"PERSIST", "cron:2"});
        QCOMPARE(plan({u"--match"_s, u"cron:*"_s}).exitCode, 0);
        write(planText().replace("\"may_live\":false", "\"may_live\":true"));
        CtlResult applied = lockctl().run({u"apply"_s, m_plan, u"--dry-run"_s});
        QVERIFY2(applied.fails(0,
                     "warning: the next holder may store the same value (2 "
                     "locks): freed only if it expires when the plan says"),
            applied.told());
        QVERIFY2(applied.errors.contains("without a TTL nothing tells"), applied.errors);
        QVERIFY2(applied.output.contains("the next holder may store the same"), applied.output);
        m_servers->commandAll({"DEL", "cron:1"});
        set("cron:1", "1"); // the next holder
        applied = apply({u"--skip-changed"_s});
        QCOMPARE(applied.exitCode, 1);
        QCOMPARE(applied.output, QByteArray("1  freed\n1  changed\n"));
        QVERIFY2(applied.errors.contains("cron:1: changed: it was renewed, or taken by the next "
                                         "holder, since the plan was made"),
            applied.errors);
        QCOMPARE(names(), (std::set<std::string>{"cron:1"}));
    }

    void anAlteredLineIsNamedAndNothingIsDone()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", kUuid);
        QCOMPARE(plan({u"--match"_s, u"job:*"_s}).exitCode, 0);
        write(planText().replace("not-known", "safe-to-free"));
        const CtlResult applied = apply();
        QCOMPARE(applied.exitCode, 64);
        QVERIFY2(applied.errors.startsWith("lockctl: " + m_plan.toUtf8()
                     + ", line 3: was altered, or is of another plan: its seal does not fit; put "
                       "it back as it was made, or remove it\n"),
            applied.errors);
        QCOMPARE(names().size(), 2U);
        QVERIFY(!QFile::exists(m_journal));
    }

    void aLineThatWasRemovedStays()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        QByteArrayList lines = planText().split('\n');
        lines.removeAt(1);
        write(lines.join('\n'));
        QCOMPARE(apply().exitCode, 0);
        QCOMPARE(names(), (std::set<std::string>{"job:1"}));
    }

    void aLockThatChangedHandsEndsIt()
    {
        for (const char* name : {"job:1", "job:2", "job:3"})
            set(name, deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        set("job:2", kUuid);
        CtlResult applied = apply();
        QCOMPARE(applied.exitCode, 1);
        QCOMPARE(applied.output, QByteArray("1  freed\n1  changed\n1  not begun\n"));
        QVERIFY2(applied.errors.startsWith("lockctl: job:2: changed: the token "), applied.errors);
        applied = apply({u"--skip-changed"_s});
        QCOMPARE(applied.exitCode, 1);
        QCOMPARE(
            applied.output, QByteArray("2  freed    1 of them by an earlier run\n1  changed\n"));
        QCOMPARE(m_servers->command({"GET", "job:2"}).text, std::string(kUuid));
        QCOMPARE(names(), (std::set<std::string>{"job:2"}));
    }

    void aLockThatIsGoneIsNoSurprise()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        m_servers->commandAll({"DEL", "job:1"});
        const CtlResult applied = apply();
        QCOMPARE(applied.exitCode, 0);
        QCOMPARE(applied.output, QByteArray("1  freed\n1  gone already\n"));
    }

    void aKilledRunIsContinued()
    {
        constexpr int kLocks = 60;
        for (int i = 0; i < kLocks; ++i)
            set("job:" + std::to_string(i), deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const auto process = lockctl().start(
            {u"apply"_s, m_plan, u"--yes"_s, u"--reason"_s, u"night"_s, u"--rate"_s, u"50"_s});
        QTRY_VERIFY(names().size() < kLocks - 10);
        ::kill(static_cast<pid_t>(process->processId()), SIGKILL);
        QVERIFY(process->waitForFinished());
        const std::size_t left = names().size();
        QVERIFY(left > 0);
        QCOMPARE(apply({u"--rate"_s, u"1000"_s}).exitCode, 0);
        QCOMPARE(names(), std::set<std::string>());
        QMap<QString, int> results;
        QMap<QString, QString> resources;
        for (const QJsonObject& entry : journal()) {
            const QString id = entry["id"_L1].toString();
            if (entry["kind"_L1] == "intent"_L1) {
                QCOMPARE(entry["plan"_L1].toString(), header()["id"_L1].toString());
                resources[id] = entry["resource"_L1].toString();
            } else if (entry["kind"_L1] == "result"_L1) {
                ++results[resources[id]];
            }
        }
        QVERIFY(results.size() >= kLocks - 1); // the kill may have taken one result
        for (const int count : results)
            QCOMPARE(count, 1);
    }

    void anInterruptEndsItAfterTheLockAtHand()
    {
        for (int i = 0; i < 10; ++i)
            set("job:" + std::to_string(i), deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const auto process = lockctl().start(
            {u"apply"_s, m_plan, u"--yes"_s, u"--reason"_s, u"night"_s, u"--rate"_s, u"2"_s});
        QTRY_VERIFY(names().size() < 10);
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        QCOMPARE(waitForExit(*process), 1);
        const QByteArray output = process->readAllStandardOutput();
        QVERIFY2(output.contains("freed\n") && output.contains("not begun\n"), output);
        QVERIFY(!names().empty());
        const CtlResult report = lockctl().run("report --since 1h");
        const QByteArray result = "**Result:** "
            + QByteArray::number(10 - qsizetype(names().size())) + " of 10 locks freed, "
            + QByteArray::number(qsizetype(names().size())) + " not begun; it was stopped\n";
        QVERIFY2(report.output.contains(result), report.output);
    }

    void otherMastersAreRefused()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        RedisServerFixture others(3, {"SET", "job:1", deadToken("web-3")});
        const CtlResult applied = Lockctl(m_home->path(), urlsOf(others))
                                      .run({u"apply"_s, m_plan, u"--yes"_s, u"--reason"_s, u"x"_s});
        QVERIFY2(applied.fails(64, "the plan is of other masters"), applied.told());
        QCOMPARE(others.command({"EXISTS", "job:1"}).integer, 1);
    }

    void aReadOnlyDeploymentIsRefused()
    {
        set("job:1", deadToken("web-3"));
        const QString file = m_home->filePath(u"deployments.toml"_s);
        writeDeployment(file, *m_servers, "read_only = true\n");
        const Lockctl alone(m_home->path());
        const QStringList with{u"--config"_s, file};
        QCOMPARE(
            alone.run(with + QStringList{u"release"_s, u"--stale"_s, u"--plan"_s, m_plan}).exitCode,
            0);
        const CtlResult applied
            = alone.run(with + QStringList{u"apply"_s, m_plan, u"--yes"_s, u"--reason"_s, u"x"_s});
        QVERIFY2(applied.fails(64, "read-only"), applied.told());
        QVERIFY(exists("job:1"));
    }

    void hostileNamesAreFreedAndShownSafely()
    {
        const auto hostile = hostileNames(40);
        for (const std::string& name : hostile)
            set(name, deadToken("web-3"));
        QCOMPARE(plan({u"--holder"_s, u"web-3"_s}).exitCode, 0);
        for (const char c : planText())
            QVERIFY(c == '\n' || (c >= ' ' && c <= '~'));
        QCOMPARE(apply({u"--rate"_s, u"1000"_s}).exitCode, 0);
        QCOMPARE(names(), std::set<std::string>());
    }

    void whatIsNoPlanIsRefused_data()
    {
        const auto row = columns<qint64, QByteArray>();
        row("too large", qint64{100'000'000}, "is larger than");
        row("NULs", qint64{1'000'000}, "line 1: is no header of a plan");
        row("empty", qint64{0}, "line 1: is no header of a plan");
    }
    void whatIsNoPlanIsRefused()
    {
        const auto [zeros, says] = fetch<qint64, QByteArray>();
        QFile file(m_plan);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(zeros));
        file.close();
        const CtlResult applied = apply();
        QCOMPARE(applied.exitCode, 64);
        QVERIFY2(applied.errors.contains(says), applied.errors);
        QVERIFY(applied.errorLines().size() <= 2);
    }

    void aPlanThatOthersMayWriteToIsRefused()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        QVERIFY(QFile::setPermissions(m_plan, QFile::permissions(m_plan) | QFile::WriteOther));
        const CtlResult applied = apply();
        QVERIFY2(applied.fails(64, "others may write to it"), applied.told());
        QVERIFY(exists("job:1"));
    }

    void aReasonIsNeededAndSomebodyWhoConfirms()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const CtlResult without = lockctl().run({u"apply"_s, m_plan, u"--yes"_s});
        QVERIFY2(without.fails(64, "--reason is required"), without.told());
        const CtlResult unasked = lockctl().run({u"apply"_s, m_plan, u"--reason"_s, u"x"_s});
        QVERIFY2(unasked.fails(64, "add --yes"), unasked.told());
        QVERIFY(exists("job:1"));
    }

    void theReasonOfThePlanWillDo()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s, u"--reason"_s, u"pod was killed"_s}).exitCode, 0);
        QCOMPARE(lockctl().run({u"apply"_s, m_plan, u"--yes"_s}).exitCode, 0);
        QCOMPARE(journal().value(1)["reason"_L1].toString(), u"pod was killed"_s);
    }

    void onlyTheSentenceConfirms_data()
    {
        const auto row = columns<QString, int>();
        row("yes", "yes", 1);
        row("another number", "free 1 lock", 1);
        row("the sentence", "free 2 locks", 0);
    }
    void onlyTheSentenceConfirms()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const auto [typed, exitCode] = fetch<QString, int>();
        const CtlResult applied = lockctl().runInShell(
            u"echo '%1' | script -qec 'lockctl apply %2 --reason night' /dev/null"_s.arg(
                typed, m_plan));
        QVERIFY2(applied.says(exitCode, "Type: free 2 locks"), applied.told());
        QCOMPARE(names().empty(), exitCode == 0);
    }

    void aDryRunSendsNothing()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const CtlResult tried = lockctl().run({u"apply"_s, m_plan, u"--dry-run"_s});
        QCOMPARE(tried.exitCode, 0);
        QCOMPARE(tried.output, QByteArray("job:1  would be freed\n1  would be freed\n"));
        QVERIFY(exists("job:1"));
        QVERIFY(!QFile::exists(m_journal));
    }

    void aDryRunTellsWhatIsLeft()
    {
        set("job:1", deadToken("web-3"));
        set("job:2", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        const QByteArray whole = planText();
        write(whole.left(whole.lastIndexOf('\n', -2) + 1));
        QCOMPARE(apply().output, QByteArray("1  freed\n"));
        write(whole);
        const CtlResult tried = lockctl().run({u"apply"_s, m_plan, u"--dry-run"_s});
        QCOMPARE(tried.output,
            QByteArray("job:1  freed           by an earlier run\n"
                       "job:2  would be freed\n"
                       "1  would be freed  1 more are done, by an earlier run\n"));
    }

    void exitsAsAReleaseOfItsLockDoes()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}).exitCode, 0);
        for (const std::size_t master : {0U, 1U, 2U})
            m_servers->kill(master);
        const CtlResult applied = apply();
        QCOMPARE(applied.output, QByteArray("0  freed\n1  not reached\n"));
        QCOMPARE(applied.exitCode, 69);
    }

    void revokedLocksAreTombstones()
    {
        set("job:1", deadToken("web-3"));
        QCOMPARE(plan({u"--stale"_s}, u"revoke"_s).exitCode, 0);
        const CtlResult applied = apply();
        QCOMPARE(applied.output, QByteArray("1  revoked\n"));
        QVERIFY(m_servers->command({"GET", "job:1"}).text.starts_with("lk1-revoked:"));
        QCOMPARE(apply().output, QByteArray("1  revoked  1 of them by an earlier run\n"));
    }

    void repeatableValuesAreSeenTwiceInOneWait()
    {
        for (const char* name : {"lock:1", "lock:2", "lock:3"})
            set(name, "1");
        QCOMPARE(plan({u"--match"_s, u"lock:*"_s}).exitCode, 0);
        write(planText().replace("\"may_live\":false", "\"may_live\":true"));
        QCOMPARE(apply().output, QByteArray("3  freed\n"));
        QCOMPARE(names(), std::set<std::string>());
    }

    void programsGetOneObject()
    {
        set("job:1", deadToken("web-3"));
        const QJsonObject made = plan({u"--stale"_s, u"--json"_s}).json();
        QCOMPARE(made["safe_to_free"_L1].toInt(), 1);
        QCOMPARE(made["plan"_L1], header()["id"_L1]);
        const QJsonObject applied = apply({u"--json"_s}).json();
        QCOMPARE(applied["freed"_L1].toInt(), 1);
        QCOMPARE(applied["not_begun"_L1].toInt(), 0);
        QCOMPARE(applied["locks"_L1][0]["result"_L1].toString(), u"freed"_s);
    }

private:
    Lockctl lockctl() const { return Lockctl(m_home->path(), urlsOf(*m_servers)); }

    CtlResult plan(const QStringList& selection, const QString& action = u"release"_s) const
    {
        return lockctl().run(QStringList{action} + selection + QStringList{u"--plan"_s, m_plan});
    }
    CtlResult apply(const QStringList& more = {}) const
    {
        return lockctl().run(
            QStringList{u"apply"_s, m_plan, u"--yes"_s, u"--reason"_s, u"night"_s} + more);
    }

    void set(const std::string& name, const std::string& value)
    {
        m_servers->commandAll({"SET", name, value, "PX", "600000"});
    }
    bool exists(const char* name) { return m_servers->command({"EXISTS", name}).integer == 1; }
    /// What any server stores.
    std::set<std::string> names()
    {
        std::set<std::string> found;
        for (const auto& reply : m_servers->commandAll({"KEYS", "*"})) {
            for (const auto& name : reply.elements)
                found.insert(name.text);
        }
        return found;
    }

    QByteArray planText() const
    {
        QFile file(m_plan);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& text) const
    {
        QFile file(m_plan);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static QList<QJsonObject> objectsIn(const QString& path)
    {
        QList<QJsonObject> objects;
        QFile file(path);
        if (file.open(QIODevice::ReadOnly)) {
            while (!file.atEnd())
                objects << QJsonDocument::fromJson(file.readLine()).object();
        }
        return objects;
    }
    QList<QJsonObject> journal() const { return objectsIn(m_journal); }
    QJsonObject header() const { return objectsIn(m_plan).value(0); }
    QList<QJsonObject> plannedLocks() const { return objectsIn(m_plan).mid(1); }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_plan;
    QString m_journal;
    std::unique_ptr<RedisServerFixture> m_servers;
};

LOCKKEEPER_TEST(CtlPlanTest)

} // namespace lockkeeper::tests::ctl_plan_test

#include "ctl_plan_test.moc"
