// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/command_stats.h"
#include "tests/support/sentinel_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_deployment_test {

class CtlDeploymentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        QVERIFY(QDir(m_home.path()).mkpath(u".config/lockkeeper"_s));
        std::string masters;
        for (const std::string& url : m_servers->urls())
            masters += '"' + url + "\", ";
        const std::string orders
            = "[[deployment]]\nname = \"orders\"\nread_only = false\nmasters = [" + masters
            + "]\npatterns = [\"orders:*\"]\n";
        const std::string frozen
            = "[[deployment]]\nname = \"frozen\"\nmasters = [" + masters + "]\n";
        write(u".config/lockkeeper/deployments.toml"_s, orders + frozen);
        write(u"one.toml"_s, orders);
        write(u"broken.toml"_s, orders + "[[deployment]]\nname = \"bad\"\n");
    }

    void namesADeploymentOfTheUsersFile()
    {
        const CtlResult taken = run("--deployment orders acquire orders:1 --ttl 60s");
        QVERIFY2(taken.exitCode == 0, taken.errors);
        QVERIFY(run("--deployment orders acquire other:1 --ttl 60s").exitCode == 0);
        const CtlResult result = run("--deployment orders --json list");
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()[u"deployment"_s].toString(), u"orders"_s);
        QVERIFY(!result.lock(u"orders:1"_s).isEmpty());
        QVERIFY(result.lock(u"other:1"_s).isEmpty());
        const CtlResult other = run("--deployment orders --json --match other:* list");
        QVERIFY(!other.lock(u"other:1"_s).isEmpty());
        QVERIFY(other.lock(u"orders:1"_s).isEmpty());
    }

    /// The program of the deployment knows one pod that ended, and one that runs.
    void whetherTheHolderLivesIsAskedFromTheDeploymentsProgram()
    {
        QFile program(path(u"is-alive"_s));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\nread question\ncase $question in\n"
                      "*worker-7f*) echo '{\"state\":\"gone\",\"source\":\"Kubernetes\",'"
                      "'\"reason\":\"pod worker-7f ended 02:58\"}' ;;\n"
                      "*worker-8a*) echo '{\"state\":\"alive\",\"source\":\"Kubernetes\"}' ;;\n"
                      "*) exit 3 ;;\nesac\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        write(u"asks.toml"_s,
            "[[deployment]]\nname = \"asks\"\nread_only = false\nmasters = [\""
                + m_servers->urls().front() + "\"]\n[deployment.liveness]\ncommand = [\""
                + program.fileName().toStdString()
                + "\"]\n[[deployment.format]]\nname = 'ours'\nkeys = 'ours:*'\n"
                  "value = '(?<host>[^:]+):(?<pid>\\d+)'\n");
        const auto show = [this](const char* host, const char* key = "ours:asked") {
            m_servers->command(0, {"SET", key, std::string(host) + ":4711"});
            return ctl().run(
                {u"--config"_s, path(u"asks.toml"_s), u"--json"_s, u"show"_s, QLatin1String(key)});
        };
        const auto safetyOf = [](const CtlResult& shown) {
            const auto release = shown.json()["releases"_L1][0];
            return release["safety"_L1]["text"_L1].toString();
        };
        QVERIFY2(safetyOf(show("worker-7f"))
                     .startsWith("SAFE TO FREE: pod worker-7f ended 02:58 (Kubernetes, "_L1),
            qPrintable(safetyOf(show("worker-7f"))));
        QVERIFY2(safetyOf(show("worker-8a")).startsWith("ALIVE: its holder lives (Kubernetes, "_L1),
            qPrintable(safetyOf(show("worker-8a"))));
        QVERIFY2(safetyOf(show("worker-9")).contains("is-alive ended with code 3 (is-alive, "_L1),
            qPrintable(safetyOf(show("worker-9"))));
        // Nobody has said that it is a host.
        const QString guess = safetyOf(show("worker-7f", "lock:asked"));
        QVERIFY2(guess.startsWith("NOT KNOWN: "_L1), qPrintable(guess));
        m_servers->command(0, {"DEL", "lock:asked", "ours:asked"});
    }

    void theNameMayBeLeftOutWhereTheFileHasOnlyOne()
    {
        const CtlResult result
            = ctl().run({u"--config"_s, path(u"one.toml"_s), u"--json"_s, u"list"_s});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()[u"deployment"_s].toString(), u"orders"_s);
    }

    void aLineNamesItsMastersOrRefusesOthers_data()
    {
        const auto row = columns<bool, int>();
        row("no login: names the masters", false, 0);
        row("a login: refuses other masters", true, 64);
    }
    void aLineNamesItsMastersOrRefusesOthers()
    {
        const auto [hasLogin, elsewhere] = fetch<bool, int>();
        RedisServerFixture here({.password = hasLogin ? "s3cret" : ""});
        RedisServerFixture production;
        for (RedisServerFixture* servers : {&here, &production})
            servers->command({"SET", "lock:a", "1", "PX", "60000"});
        const Lockctl lockctl(m_home.path(), tests::urlsOf(here));
        const CtlResult shown = lockctl.run(words("show lock:a --json"));
        const QString line
            = shown.json()["releases"_L1][0]["command"_L1].toString() + u" --reason x"_s;
        QVERIFY2(!line.contains("s3cret"_L1), qPrintable(line));
        QCOMPARE(lockctl.runInShell(line).exitCode, 0);
        const CtlResult pasted = Lockctl(m_home.path(), tests::urlsOf(production)).runInShell(line);
        QCOMPARE(pasted.exitCode, elsewhere);
        QVERIFY(!pasted.output.contains(urlsOf(production).first().section(u'/', 2).toUtf8()));
        QCOMPARE(pasted.errorLines().size(), hasLogin ? 1 : 0);
        QVERIFY(!hasLogin || pasted.errors.contains("--expect-deployment wants: nothing was done"));
    }

    void aLineOfAFileRefusesOtherMasters()
    {
        QCOMPARE(run("--deployment orders acquire orders:5 --ttl 60s").exitCode, 0);
        const CtlResult shown = run("--deployment orders --json show orders:5");
        const QString line = shown.json()["releases"_L1][0]["command"_L1].toString();
        QCOMPARE(ctl().runInShell(line).exitCode, 0);
        RedisServerFixture production;
        QTemporaryDir elsewhere;
        QVERIFY(QDir(elsewhere.path()).mkpath(u".config/lockkeeper"_s));
        QFile file(elsewhere.filePath(u".config/lockkeeper/deployments.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString("[[deployment]]\nname = \"orders\"\nmasters = [\""
            + production.urls().front() + "\"]\n"));
        file.close();
        QCOMPARE(Lockctl(elsewhere.path()).runInShell(line).exitCode, 64);
    }

    void showsACommandForTheSameDeployment()
    {
        QCOMPARE(run("--deployment orders acquire stuck:1 --ttl 60s").exitCode, 0);
        const CtlResult shown = run("--deployment orders --match stuck:* --json show stuck:1");
        const QString command = shown.json()["releases"_L1][0]["command"_L1].toString();
        const CtlResult dryRun = ctl().runInShell(command);
        QVERIFY2(dryRun.exitCode == 0, dryRun.errors);
        QVERIFY(dryRun.output.contains("redis-cli"));
    }

    void aReadOnlyDeploymentIsOnlyLookedAt()
    {
        QCOMPARE(run("--deployment frozen list").exitCode, 0);
        for (const char* command : {"acquire r --ttl 3s", "run r -- true",
                 "release r --token 12345678 --reason x --yes"}) {
            const CtlResult result = ctl().run(words("--deployment frozen") + words(command));
            QVERIFY2(result.failsInOneLine(64, "read_only = false"), result.told());
        }
    }

    void whateverIsAskedOfAReadOnlyDeploymentOnlyReads()
    {
        m_servers->commandAll({"SET", "lock:seen", "5ccedab049f911f08f3a0242ac110002"});
        resetCommandStats(*m_servers);
        for (const char* command : {"list", "check", "metrics", "export --csv", "kinds --all",
                 "show lock:seen", "whois lock:seen", "acquire r --ttl 3s", "run r -- true",
                 "release lock:seen --token 12345678 --reason x --yes"})
            (void)ctl().run(words("--deployment frozen") + words(command));
        const auto seen = commandsSeen(*m_servers);
        QVERIFY(seen.contains("scan") && seen.contains("client|list"));
        const auto changes = changesAmong(*m_servers, seen);
        QVERIFY2(changes.empty(), changes.empty() ? "" : changes.begin()->c_str());
    }

    void showsNoWayToReleaseWhatIsReadOnly()
    {
        m_servers->command({"SET", "lock:frozen", "5ccedab049f911f08f3a0242ac110002"});
        const CtlResult result = run("--deployment frozen --json show lock:frozen");
        const QJsonValue way = result.json()["releases"_L1][0];
        QVERIFY2(way["command"_L1].isNull(), result.output);
        QVERIFY(way["reason"_L1].toString().contains("read-only"_L1));
    }

    void whatIsBrokenIsToldAndTheRestWorks()
    {
        const QStringList config{u"--config"_s, path(u"broken.toml"_s)};
        const CtlResult named = ctl().run(config + words("--deployment orders list"));
        QVERIFY2(named.failsInOneLine(0, "deployment 'bad': has no masters"), named.told());
        const CtlResult unnamed = ctl().run(config + words("list"));
        QCOMPARE(unnamed.exitCode, 64);
    }

    void aWrongFormatIsToldAndNothingIsShownWithoutIt()
    {
        const std::string masters
            = "read_only = false\nmasters = [\"" + m_servers->urls()[0] + "\"]\n";
        const std::string head = "[[deployment]]\nname = \"orders\"\n" + masters;
        write(u"hint.toml"_s, head + "format_hints = { \"o:*\" = \"redis-yp\" }\n");
        write(u"own.toml"_s, head + "[[deployment.format]]\nname = \"redis-py\"\nkeys = \"o:*\"\n");
        const std::pair<const char*, const char*> kFaults[]
            = {{"hint.toml",
                   "hint.toml:5: deployment 'orders': there is no lock format 'redis-yp'; "
                   "did you mean 'redis-py'?"},
                {"own.toml",
                    "own.toml:5: deployment 'orders', format: has the name of a built-in format; "
                    "rename it"}};
        for (const auto& [file, fault] : kFaults) {
            for (const char* command : {"list", "watch", "show o:1", "whois o:1", "check",
                     "release o:1 --token 12345678 --dry-run"}) {
                const CtlResult result = ctl().run(
                    QStringList{u"--config"_s, path(QString::fromLatin1(file))} + words(command));
                const bool isCheck = QLatin1String(command) == "check"_L1;
                QCOMPARE(result.exitCode, isCheck ? 3 : 64);
                QVERIFY2(result.errors.contains(fault), result.errors);
            }
        }
    }

    void aHashOfTheUsersOwnTellsItsHolders()
    {
        write(u"hash.toml"_s,
            "[[deployment]]\nname = \"orders\"\nmasters = [\"" + m_servers->urls()[0]
                + "\"]\npatterns = [\"batch:*\"]\n[[deployment.format]]\nname = \"batch\"\n"
                  "keys = \"batch:*\"\ntype = \"hash\"\nvalue = '(?<host>[^/]+)/(?<pid>\\d+)'\n");
        m_servers->command(0, {"HSET", "batch:7", "web-1/4711", "1"});
        m_servers->command(0, {"HSET", "batch:8", "note", "web-1/4711"});
        const CtlResult result
            = ctl().run({u"--config"_s, path(u"hash.toml"_s), u"--json"_s, u"list"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
        const QJsonObject lock = result.lock(u"batch:7"_s);
        QCOMPARE(lock[u"format"_s].toString(), u"batch"_s);
        QCOMPARE(lock[u"holder"_s][u"pid"_s].toInt(), 4711);
        QVERIFY(result.lock(u"batch:8"_s).isEmpty());
    }

    void aSentinelGroupIsOneVoter()
    {
        SentinelFixture group;
        write(u"group.toml"_s,
            "[[deployment]]\nname = \"group\"\nread_only = false\n[[deployment.sentinel]]\n"
            "group = \"orders\"\nsentinels = [\""
                + group.sentinelUrl() + "\"]\n");
        worksWith(u"group.toml"_s);
        QCOMPARE(group.servers().command({"EXISTS", "lock:one"}).integer, std::int64_t(1));
    }

    void aClusterIsOneVoter()
    {
        ClusterFixture cluster;
        write(u"cluster.toml"_s,
            "[[deployment]]\nname = \"cluster\"\nread_only = false\n[deployment.cluster]\n"
            "seeds = [\""
                + cluster.url(1) + "\"]\n");
        worksWith(u"cluster.toml"_s);
    }

private:
    /// The commands that take, show and free locks.
    void worksWith(const QString& file) const
    {
        const QStringList config{u"--config"_s, path(file)};
        const CtlResult taken = ctl().run(config + words("acquire lock:one --ttl 60s"));
        QVERIFY2(taken.exitCode == 0, taken.errors);
        QCOMPARE(ctl().run(config + words("run lock:two -- true")).exitCode, 0);
        const CtlResult listed = ctl().run(config + words("--json list"));
        QVERIFY2(listed.exitCode == 0, listed.errors);
        const QJsonObject lock = listed.lock(u"lock:one"_s);
        QCOMPARE(lock[u"verdict"_s].toString(), u"held"_s);
        const CtlResult contended = ctl().run(config + words("acquire lock:one --ttl 60s"));
        QCOMPARE(contended.exitCode, 1);
        const CtlResult freed
            = ctl().run(config + words("release lock:one --reason x --dry-run --token")
                + QStringList{lock[u"token"_s].toString()});
        QVERIFY2(freed.exitCode == 0, freed.errors);
        const CtlResult pasted = ctl().runInShell(QString::fromUtf8(freed.output));
        QVERIFY2(
            pasted.output == "1\n", (freed.output + pasted.output + pasted.errors).constData());
        QCOMPARE(ctl().run(config + words("acquire lock:one --ttl 60s")).exitCode, 0);
    }
    void write(const QString& name, const std::string& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.c_str());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    QString path(const QString& name) const { return m_home.filePath(name); }
    Lockctl ctl() const { return Lockctl(m_home.path()); }
    CtlResult run(const char* arguments) const { return ctl().run(words(arguments)); }

    QTemporaryDir m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
};

LOCKKEEPER_TEST(CtlDeploymentTest)

} // namespace lockkeeper::tests::ctl_deployment_test

#include "ctl_deployment_test.moc"
