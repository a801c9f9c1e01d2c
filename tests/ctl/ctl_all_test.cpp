// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/exposition.h"
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"
#include "tests/support/zookeeper_fixture.h"

#include <csignal>

namespace lockkeeper::tests::ctl_all_test {

namespace {

/// An entry of a deployments file.
std::string entry(
    const std::string& name, const std::vector<std::string>& urls, const std::string& keys = {})
{
    std::string text = "[[deployment]]\nname = '" + name + "'\nmasters = [";
    for (const std::string& url : urls)
        text += "'" + url + "', ";
    return text + "]\n" + keys;
}

/// What is said of a deployment in an answer with several.
QJsonObject part(const CtlResult& result, const QString& deployment)
{
    for (const QJsonValue one : result.json()[u"deployments"].toArray()) {
        if (one[u"deployment"].toString() == deployment)
            return one.toObject();
    }
    return {};
}

QStringList namesOf(const CtlResult& result)
{
    QStringList names;
    for (const QJsonValue one : result.json()[u"deployments"].toArray())
        names += one[u"deployment"].toString();
    return names;
}

} // namespace

/// --all, over a file with deployments that are fine, in trouble, and dead.
class CtlAllTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_dead.kill(0);
        m_fine.commandAll({"SET", "lock:b", kValue, "PX", "600000"});
        m_stuck.command({"SET", "lock:z", kValue});
        m_stuck.command({"SET", "lock:a", kValue, "PX", "600000"});
        write(u"three.toml"_s, fine() + stuck() + dead());
        write(u"two.toml"_s, fine() + stuck());
    }

    void listShowsTheLocksOfEachAndThoseWithProblemsFirst()
    {
        const CtlResult result = run(u"two.toml"_s, "list");
        QVERIFY2(result.exitCode == 0 && result.errors.isEmpty(), result.errors);
        const auto lines = result.outputLines();
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[0].startsWith("DEPLOYMENT  VERDICT"), result.output);
        QVERIFY2(
            lines[1].startsWith("stuck       held") && lines[1].contains("lock:z"), result.output);
        QVERIFY2(
            lines[2].startsWith("fine        held") && lines[2].contains("lock:b"), result.output);
        QVERIFY2(
            lines[3].startsWith("stuck       held") && lines[3].contains("lock:a"), result.output);
        const auto stale = run(u"two.toml"_s, "list --stale").outputLines();
        QCOMPARE(stale.size(), 2);
        QCOMPARE(stale[1], lines[1]);
        const CtlResult matched = run(u"two.toml"_s, "--match lock:b list");
        QCOMPARE(matched.outputLines().size(), 2);
    }

    void aDeploymentThatIsDeadHasALineAndStopsNoOther()
    {
        const CtlResult result = run(u"three.toml"_s, "list");
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.outputLines().size(), 4);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.startsWith("lockctl: dead: master a (unix://"), result.errors);
    }

    void listAsJsonHasWhatIsPrintedOfEach()
    {
        const CtlResult all = run(u"three.toml"_s, "--json list");
        QCOMPARE(all.exitCode, 2);
        QCOMPARE(namesOf(all), (QStringList{u"fine"_s, u"stuck"_s, u"dead"_s}));
        QCOMPARE(all.json()[u"complete"], QJsonValue(false));
        QCOMPARE(run(u"two.toml"_s, "--json list").json()[u"complete"], QJsonValue(true));
        const QStringList one{u"--config"_s, path(u"three.toml"_s), u"--deployment"_s, u"stuck"_s};
        const QJsonObject alone = ctl().run(one + words(u"--json list"_s)).json();
        const QJsonObject among = part(all, u"stuck"_s);
        QCOMPARE(among.keys(), alone.keys());
        QCOMPARE(among[u"locks"].toArray().size(), 2);
        QCOMPARE(among[u"locks"][1][u"stale"][0][u"kind"].toString(), u"never-expires"_s);
    }

    void theExitCodeIsThatOfAll_data()
    {
        const auto row = columns<QString, QString, int>();
        row("all answer", "fine stuck", "list", 0);
        row("some answer", "fine dead", "list", 2);
        row("some can be opened", "fine unopened", "list", 2);
        row("none answers", "dead dead2", "list", 69);
        row("all refuse", "refusing refusing2", "list", 77);
        row("none answers, for several reasons", "dead refusing unopened", "list", 69);
        row("masters: all tell", "fine stuck", "masters", 0);
        row("masters: some tell", "fine dead", "masters", 2);
        row("deadlocks: none", "fine stuck", "deadlocks", 0);
        row("deadlocks: some are not known", "fine dead", "deadlocks", 2);
        row("check: all are fine", "fine", "check", 0);
        row("check: one warns", "fine stuck", "check", 1);
        row("check: unknown is worse than fine", "fine unopened", "check", 3);
        row("check: a warning is worse than unknown", "fine unopened stuck", "check", 1);
        row("check: critical is the worst", "unopened stuck dead", "check", 2);
    }
    void theExitCodeIsThatOfAll()
    {
        const auto [deployments, command, exitCode] = fetch<QString, QString, int>();
        RedisServerFixture refusing({.password = "s3cret"});
        const std::string refused
            = "unix://" + QString::fromStdString(refusing.urls()[0]).section(u'@', 1).toStdString();
        const std::map<QString, std::string> entries{{u"fine"_s, fine()}, {u"stuck"_s, stuck()},
            {u"dead"_s, dead()}, {u"dead2"_s, entry("dead2", m_dead.urls())},
            {u"refusing"_s, entry("refusing", {refused})},
            {u"refusing2"_s, entry("refusing2", {refused})}, {u"unopened"_s, unopened()}};
        std::string text;
        for (const QString& name : words(deployments))
            text += entries.at(name);
        write(u"some.toml"_s, text);
        const CtlResult result = run(u"some.toml"_s, command);
        QVERIFY2(result.exitCode == exitCode, result.output + result.errors);
    }

    void whatOneDoesNotTellIsNotKnownOfAll()
    {
        const RedisServerFixture silent(1, {"ACL", "SETUSER", "default", "-pubsub"});
        write(u"silent.toml"_s, fine() + entry("silent", silent.urls()));
        const QByteArray check = run(u"silent.toml"_s, "check").output;
        QVERIFY2(check.contains(" deadlocks=U;") && check.contains(" waiting=U;"), check);
    }

    void whatCantBeOpenedIsNamedAndTheOthersAreShown()
    {
        write(u"broken.toml"_s,
            unopened() + fine() + "[[deployment]]\nname = 'bad'\n" + entry("fine", m_stuck.urls()));
        const CtlResult result = run(u"broken.toml"_s, "list");
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.outputLines().size(), 2);
        const auto errors = result.errorLines();
        QCOMPARE(errors.size(), 3);
        QVERIFY2(errors[0].startsWith("lockctl: unopened: ")
                && errors[0].contains("there is no such file; create it, 0600"),
            errors[0]);
        QVERIFY2(errors[1].startsWith("lockctl: bad: ") && errors[1].contains("has no masters"),
            errors[1]);
        QVERIFY2(errors[2].startsWith("lockctl: fine: ")
                && errors[2].contains("has the name of another one"),
            errors[2]);
        const CtlResult json = run(u"broken.toml"_s, "--json list");
        QVERIFY(part(json, u"unopened"_s)[u"error"].toString().contains(u"password_file"_s));
        QVERIFY(part(json, u"bad"_s)[u"error"].toString().contains(u"has no masters"_s));
        QVERIFY(!part(json, u"fine"_s).contains(u"error"_s));
        const QJsonObject checked = part(run(u"broken.toml"_s, "--json check"), u"bad"_s);
        QCOMPARE(checked[u"status"].toString(), u"UNKNOWN"_s);
        QCOMPARE(checked[u"exit_code"], QJsonValue(3));
    }

    void eachHasItsOwnPassword()
    {
        RedisServerFixture first({.password = "first"});
        RedisServerFixture second({.password = "second"});
        for (RedisServerFixture* servers : {&first, &second})
            servers->command({"SET", "lock:own", kValue, "PX", "600000"});
        const auto url = [](const RedisServerFixture& servers) {
            return "unix://"
                + QString::fromStdString(servers.urls()[0]).section(u'@', 1).toStdString();
        };
        write(u"second.password"_s, "second\n");
        write(u"secrets.toml"_s,
            entry("first", {url(first)}, "password_env = 'FIRST_PASSWORD'\n")
                + entry("second", {url(second)}, "password_file = 'second.password'\n"));
        Lockctl lockctl = ctl();
        lockctl.setVariable(u"FIRST_PASSWORD"_s, u"first"_s);
        const CtlResult result
            = lockctl.run({u"--config"_s, path(u"secrets.toml"_s), u"--all"_s, u"list"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.outputLines().size(), 3);
    }

    void anEmptyTableTellsWhatThereIs()
    {
        RedisServerFixture empty(1, {"SET", "session:1", "x"});
        write(u"empty.toml"_s,
            entry("one", empty.urls()) + entry("two", {empty.urls()[0] + "?db=1"}));
        QCOMPARE(run(u"empty.toml"_s, "list").output, QByteArray("no locks found (1 other key)\n"));
        write(u"half.toml"_s, entry("one", empty.urls()) + dead());
        QCOMPARE(run(u"half.toml"_s, "list").output,
            QByteArray("no locks seen, but not all masters were read (1 other key)\n"));
        write(u"stale.toml"_s, entry("one", empty.urls()) + fine());
        QCOMPARE(run(u"stale.toml"_s, "list --stale").output,
            QByteArray("no stale locks found (1 lock, 1 other key)\n"));
        QCOMPARE(run(u"half.toml"_s, "deadlocks").output,
            QByteArray("whether there is a deadlock is not known\n"));
    }

    void possibleLocksAreTold()
    {
        RedisServerFixture servers(
            1, {"SET", "thing:1", "c0a80164-7b1c-4f3e-9d2a-5b6c7d8e9f01", "PX", "600000"});
        write(u"possible.toml"_s, entry("maybe", servers.urls()) + fine());
        const CtlResult told = run(u"possible.toml"_s, "list");
        QCOMPARE(told.outputLines().size(), 2);
        const QByteArray line = told.errors.trimmed();
        QVERIFY2(line.startsWith("lockctl: keys that may be locks are in 1 deployment: lockctl "),
            told.errors);
        const QString pasted
            = QString::fromUtf8(line).section(u": "_s, 2).section(u" shows"_s, 0, 0);
        const CtlResult shown = ctl().runInShell(pasted);
        QVERIFY2(shown.output.contains("thing:1"), shown.output + shown.errors);
        QVERIFY2(shown.output.contains("possible: a UUID"), shown.output);
    }

    void checkIsOneLineThatNamesTheWorst()
    {
        write(u"check.toml"_s, fine() + stuck() + unopened() + dead());
        const CtlResult result = run(u"check.toml"_s, "check");
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.outputLines().size(), 1);
        const QByteArray line = result.outputLines()[0];
        QVERIFY2(
            line.startsWith("LOCKS CRITICAL - 4 deployments: 1 CRITICAL, 1 WARNING, 1 UNKNOWN, "
                            "1 OK; dead CRITICAL: no quorum: 0 of 1 masters answered"),
            line);
        QVERIFY2(line.contains("; stuck WARNING: 1 stale: lock:z ("), line);
        QVERIFY2(line.contains("; unopened UNKNOWN: "), line);
        QCOMPARE(line.count('|'), 1);
        QVERIFY2(line.contains(" | deployments=4;;;0 deployments_critical=1;;;0;4 "
                               "deployments_warning=1;;;0;4 deployments_unknown=1;;;0;4 "
                               "deployments_ok=1;;;0;4 masters=4;;;0;5 locks=3;;;0 stale=1;;;0 "),
            line);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.startsWith("lockctl: unopened: "), result.errors);
        const CtlResult fineOnly = run(u"two.toml"_s, "check --warn-stale 1");
        QCOMPARE(fineOnly.exitCode, 0);
        QVERIFY2(fineOnly.output.startsWith("LOCKS OK - 2 deployments: 2 OK | deployments=2;;;0 "),
            fineOnly.output);
    }

    void checkAsJsonHasEachTheWorstFirst()
    {
        const CtlResult result = run(u"three.toml"_s, "--json check");
        QCOMPARE(result.json()[u"status"].toString(), u"CRITICAL"_s);
        QCOMPARE(result.json()[u"exit_code"], QJsonValue(2));
        QCOMPARE(namesOf(result), (QStringList{u"dead"_s, u"stuck"_s, u"fine"_s}));
        const QStringList one{u"--config"_s, path(u"three.toml"_s), u"--deployment"_s, u"stuck"_s};
        QJsonObject alone = ctl().run(one + words(u"--json check"_s)).json();
        QJsonObject among = part(result, u"stuck"_s);
        QCOMPARE(among.take(u"deployment"), QJsonValue(u"stuck"_s));
        QVERIFY(alone.take(u"sweep_ms").isDouble() && among.take(u"sweep_ms").isDouble());
        QCOMPARE(among, alone);
    }

    void checkWithNothingToLookAtIsUnknown()
    {
        const CtlResult result = run(u"none.toml"_s, "check");
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.output.startsWith("LOCKS UNKNOWN - "), result.output);
    }

    void mastersNamesTheDeploymentOfEach()
    {
        const CtlResult result = run(u"three.toml"_s, "masters");
        QByteArrayList heads;
        for (const QByteArray& line : result.outputLines()) {
            if (!line.startsWith(' '))
                heads += line.split(' ').first() + line.mid(line.indexOf("  "), 3);
        }
        QCOMPARE(heads, (QByteArrayList{"fine  a", "fine  b", "fine  c", "stuck  a", "dead  a"}));
        const CtlResult json = run(u"three.toml"_s, "--json masters");
        QCOMPARE(namesOf(json), (QStringList{u"fine"_s, u"stuck"_s, u"dead"_s}));
        QCOMPARE(part(json, u"fine"_s)[u"masters"].toArray().size(), 3);
        QCOMPARE(json.json()[u"complete"], QJsonValue(false));
        QCOMPARE(run(u"two.toml"_s, "--json masters").json()[u"complete"], QJsonValue(true));
    }

    void anEnsembleIsLookedAtAmongThem()
    {
        if (!isZooKeeperInstalled())
            QSKIP(kNoZooKeeper);
        ZooKeeperFixture server;
        write(u"mixed.toml"_s, fine() + entry("ensemble", {server.url()}));
        const CtlResult listed = run(u"mixed.toml"_s, "--json list");
        QVERIFY2(listed.exitCode == 0, listed.errors);
        QCOMPARE(listed.json()[u"complete"], QJsonValue(true));
        QCOMPARE(part(listed, u"ensemble"_s)[u"masters"][0][u"state"].toString(), u"up"_s);
        QCOMPARE(run(u"mixed.toml"_s, "check").exitCode, 0);
        // `masters` is for Redis: the ensemble has a line, and is no failure.
        const CtlResult masters = run(u"mixed.toml"_s, "masters");
        QCOMPARE(masters.exitCode, 0);
        QVERIFY2(masters.errors.startsWith("lockctl: ensemble: this command is for Redis; "),
            masters.errors);
        QCOMPARE(run(u"mixed.toml"_s, "--json masters").json()[u"complete"], QJsonValue(true));
        const auto watch = start(u"mixed.toml"_s, "--json watch");
        QVERIFY(waitForLine(*watch, [](const QJsonObject& line) {
            return line[u"deployment"].toString() == u"ensemble"_s
                && line[u"masters"][0][u"complete"].toBool();
        }));
    }

    void watchPrintsTheChangesOfEachUntilInterrupted()
    {
        RedisServerFixture other(1, {"SET", "lock:o", kValue, "PX", "600000"});
        write(u"watch.toml"_s,
            entry("other", other.urls()) + dead() + entry("fine", m_fine.urls()) + unopened());
        const auto watch = start(u"watch.toml"_s, "watch");
        QSet<QString> seen;
        const auto isNamed = [](const QJsonObject& line, const char* lock) {
            const QJsonArray locks = line[u"changed"].toArray();
            return std::ranges::any_of(locks, [&](const QJsonValue& one) {
                return one[u"resource"].toString() == QLatin1String(lock);
            });
        };
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const QString name = line[u"deployment"].toString();
            const bool isWhole = line[u"masters"][0][u"pushed"].toBool();
            if ((name == u"other"_s && isWhole)
                || (name == u"fine"_s && line[u"masters"][2][u"pushed"].toBool())
                || (name == u"dead"_s && line[u"masters"][0][u"state"].toString() == u"down"_s))
                seen += name;
            return seen.size() == 3;
        }));
        other.command({"SET", "lock:new", kValue, "PX", "600000"});
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            return line[u"deployment"].toString() == u"other"_s && isNamed(line, "lock:new");
        }));
        ::kill(static_cast<pid_t>(watch->processId()), SIGINT);
        QCOMPARE(waitForExit(*watch), 0);
        const QByteArray errors = watch->readAllStandardError();
        QVERIFY2(errors.contains("lockctl: dead: master a (unix://"), errors);
        QVERIFY2(errors.contains("lockctl: unopened: "), errors);
    }

    void watchEndsIfNoneCanBeWatched()
    {
        write(u"own.toml"_s,
            entry("wrong", m_fine.urls(),
                "[[deployment.format]]\nname = 'f'\nkeys = 'o:*'\ntype = 'nonsense'\n")
                + unopened());
        const CtlResult result = run(u"own.toml"_s, "watch");
        QCOMPARE(result.exitCode, 64);
        QVERIFY(result.output.isEmpty());
    }

    void eachTellsItsOwnEvents()
    {
        const auto watch = ctl().start(allOf(u"two.toml"_s)
            + words(u"watch --json --on stale -- /bin/sh -c"_s)
            + QStringList{u"read -r event; printf '%s %s\\n' \"$LOCKKEEPER_DEPLOYMENT\" \"$event\" "
                          ">>\"$0\""_s,
                path(u"told"_s)});
        const auto told = [&] {
            QFile file(path(u"told"_s));
            QSet<QString> names;
            for (const QByteArray& line :
                file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QByteArrayList()) {
                const qsizetype end = line.indexOf(' ');
                const auto event = QJsonDocument::fromJson(line.mid(end + 1)).object();
                if (event[u"deployment"_s].toString().toUtf8() == line.first(std::max(end, 0LL)))
                    names += event[u"deployment"_s].toString() + u' '
                        + event[u"resource"_s].toString();
            }
            return names;
        };
        m_fine.command({"SET", "lock:endless", kValue});
        QTRY_VERIFY_WITH_TIMEOUT(told().contains(u"fine lock:endless"_s), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(told().contains(u"stuck lock:z"_s), 20'000);
        m_fine.command({"DEL", "lock:endless"});
        ::kill(static_cast<pid_t>(watch->processId()), SIGTERM);
        QCOMPARE(waitForExit(*watch), 0);
    }

    void watchRecordsEachIntoItsOwnHistory()
    {
        const auto watch = start(u"two.toml"_s, "watch --record --json");
        const QStringList one{u"--config"_s, path(u"two.toml"_s), u"--deployment"_s};
        const auto isRecorded = [&](const QString& name, const QString& lock) {
            const CtlResult told = ctl().run(one + QStringList{name, u"history"_s, lock});
            return told.exitCode == 0 && told.output.contains(" held ");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRecorded(u"fine"_s, u"lock:b"_s), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(isRecorded(u"stuck"_s, u"lock:z"_s), 20'000);
        QVERIFY(!isRecorded(u"fine"_s, u"lock:z"_s));
        ::kill(static_cast<pid_t>(watch->processId()), SIGTERM);
        QCOMPARE(waitForExit(*watch), 0);
    }

    void serveAnswersForEachAndForAll()
    {
        write(u"served.toml"_s, fine() + stuck() + dead() + unopened());
        const auto serve = start(u"served.toml"_s, "serve --json --listen 127.0.0.1:0");
        const quint16 port = portOf(*serve);
        const auto json = [&](const QByteArray& path) {
            return QJsonDocument::fromJson(httpGet(port, path).body).object();
        };
        QTRY_COMPARE(json("/deployments/fine/locks")[u"locks"].toArray().size(), 1);
        QTRY_COMPARE(json("/deployments/stuck/locks")[u"locks"].toArray().size(), 2);
        QMap<QString, QJsonObject> told;
        for (const QJsonValue one : json("/deployments")[u"deployments"].toArray())
            told[one[u"deployment"].toString()] = one.toObject();
        QCOMPARE(told.keys(), (QStringList{u"dead"_s, u"fine"_s, u"stuck"_s, u"unopened"_s}));
        QCOMPARE(told[u"fine"_s][u"healthy"], QJsonValue(true));
        QCOMPARE(told[u"fine"_s][u"path"].toString(), u"/deployments/fine/"_s);
        QCOMPARE(told[u"stuck"_s][u"locks"], QJsonValue(2));
        QVERIFY(told[u"unopened"_s][u"health"].toString().contains(u"password_file"_s));
        QTRY_VERIFY(
            httpGet(port, "/deployments/dead/healthz").body.startsWith("no quorum: 0 of 1"));
        QCOMPARE(httpGet(port, "/deployments/fine/healthz").status, 200);
        const HttpAnswer health = httpGet(port, "/healthz");
        QCOMPARE(health.status, 503);
        const auto lines = health.body.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("dead: no quorum: "), health.body);
        QVERIFY2(lines[1].startsWith("unopened: "), health.body);
        HttpConnection events(port);
        events.get("/deployments/fine/events");
        QVERIFY(events.readUntil([](const QByteArray& all) { return all.contains("lock:b"); }));
        QVERIFY(!events.received().contains("lock:z"));
        for (const char* unknown : {"/locks", "/board", "/events", "/deployments/",
                 "/deployments/x/", "/deployments/fine/metrics", "/deployments/fin/locks", "/"})
            QVERIFY2(httpGet(port, unknown).status == 404, unknown);
        QCOMPARE(httpGet(port, "/deployments/unopened/locks").status, 503);
        ::kill(static_cast<pid_t>(serve->processId()), SIGTERM);
        QCOMPARE(waitForExit(*serve), 0);
        const QByteArray errors = serve->readAllStandardError();
        QVERIFY2(errors.contains("lockctl: unopened: "), errors);
        QVERIFY2(errors.contains("lockctl: dead: master a (unix://"), errors);
    }

    void theMetricsOfAllHaveOneHeadEach()
    {
        write(u"served.toml"_s, fine() + stuck() + dead() + unopened());
        const auto serve = start(u"served.toml"_s, "serve --json --listen 127.0.0.1:0 --per-lock");
        const quint16 port = portOf(*serve);
        QByteArray text;
        const auto has = [&](const char* sample) { return text.contains(sample); };
        QTRY_VERIFY2(
            (text = httpGet(port, "/metrics").body,
                has("\nlockkeeper_locks{deployment=\"fine\",verdict=\"held\"} 1\n")
                    && has("\nlockkeeper_stale_locks{deployment=\"stuck\"} 1\n")
                    && has("\nlockkeeper_master_up{deployment=\"dead\",master=\"a\"} 0\n")),
            text);
        QCOMPARE(faultIn(text), QByteArray());
        QVERIFY(has("\nlockkeeper_watched{deployment=\"unopened\"} 0\n"));
        QCOMPARE(text.count("{deployment=\"unopened\""), 1);
        QVERIFY(has("\nlockkeeper_lock_votes{deployment=\"fine\",resource=\"lock:b\"} 3\n"));
        QVERIFY(!has("lockkeeper_locks{deployment=\"dead\""));
    }

    void serveWatchesAgainWhatHadTooManyKeys()
    {
        RedisServerFixture large(
            1, {"EVAL", "for i = 1, 100001 do redis.call('SET', 'k' .. i, 'x') end", "0"});
        write(u"large.toml"_s, fine() + entry("large", large.urls()));
        const auto serve = start(u"large.toml"_s, "serve --json --listen 127.0.0.1:0");
        const quint16 port = portOf(*serve);
        const auto isWatched = [port](const char* number) {
            const QByteArray line = "lockkeeper_watched{deployment=\"large\"} ";
            return httpGet(port, "/metrics").body.contains(line + number + '\n');
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWatched("0"), 30'000);
        large.command({"FLUSHALL"});
        large.command({"SET", "lock:large", kValue, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(isWatched("1"), 30'000);
        QTRY_VERIFY(httpGet(port, "/deployments/large/locks").body.contains("lock:large"));
    }

    void serveTellsNobodyTheNamesWithoutTheToken()
    {
        write(u"served.toml"_s, fine() + stuck());
        const QByteArray token = "0123456789abcdef-and-more";
        write(u"token"_s, token.toStdString());
        const auto serve = ctl().start(allOf(u"served.toml"_s)
            + QStringList{u"serve"_s, u"--json"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--board"_s,
                u"--token-file"_s, path(u"token"_s)});
        const quint16 port = portOf(*serve);
        for (const char* secret : {"/metrics", "/healthz", "/deployments", "/deployments/fine",
                 "/deployments/fine/locks", "/deployments/none/locks", "/page/en/deployments"})
            QVERIFY2(httpGet(port, secret).status == 401, secret);
        const HttpAnswer known = httpGet(port, "/deployments/fine/");
        QCOMPARE(known.status, 200);
        QCOMPARE(known.body, httpGet(port, "/deployments/none/").body);
        QVERIFY(!known.body.contains("fine") || !known.body.contains("stuck"));
        const QByteArray bearer = "Authorization: Bearer " + token + "\r\n";
        QCOMPARE(httpGet(port, "/deployments", bearer).status, 200);
        QCOMPARE(httpGet(port, "/deployments/none/", bearer).status, 404);
        const HttpAnswer slash = httpGet(port, "/deployments/fine", bearer);
        QCOMPARE(slash.status, 308);
        QCOMPARE(slash.header("Location"), QByteArray("/deployments/fine/"));
    }

    void serveEndsIfNoneCanBeServed()
    {
        write(u"none-opens.toml"_s, unopened());
        const CtlResult result = run(u"none-opens.toml"_s, "serve --listen 127.0.0.1:0");
        QVERIFY2(result.exitCode == 64, result.errors);
        QVERIFY2(result.errors.startsWith("lockctl: unopened: "), result.errors);
    }

    void aTerminalShowsWhatIsWrongAboveTheLocks()
    {
        const CtlResult ended = ctl().runInShell(
            u"script -qfec 'stty cols 100 rows 30; exec lockctl --config three.toml --all watch' "
            u"screen >/dev/null </dev/null & "
            u"for i in $(seq 300); do grep -q '3 deployments  3 locks' screen && "
            u"grep -q '^dead' screen && break; sleep 0.1; done; kill $!; wait $!; cat screen"_s
                .prepend(u"cd '%1'; "_s.arg(m_home.path())));
        QString screen = QString::fromUtf8(ended.output);
        screen = screen.mid(screen.lastIndexOf(u"\x1b[H"_s) + 3).remove(u"\x1b[K"_s);
        const QStringList lines = screen.split(u"\r\n"_s);
        QCOMPARE(lines[0], u"3 deployments  3 locks"_s);
        QVERIFY2(lines[1].startsWith(u"dead  0 locks  "_s), qPrintable(screen));
        QVERIFY2(lines[2].startsWith(u"a: "_s), qPrintable(screen));
        QVERIFY2(screen.contains(u"\r\n\r\nDEPLOYMENT  VERDICT"_s), qPrintable(screen));
        QVERIFY2(screen.indexOf(u"lock:z"_s) < screen.indexOf(u"lock:b"_s), qPrintable(screen));
        QVERIFY2(!screen.contains(u"\r\nfine  1 lock"_s), qPrintable(screen));
    }

    void onlySomeDeploymentsAreReadAtATime()
    {
        RedisServerFixture server({.extraArguments = {"--maxclients", "40", "--databases", "100"}});
        std::string text;
        for (int i = 0; i < 100; ++i)
            text += entry("d" + std::to_string(i), {server.urls()[0] + "?db=" + std::to_string(i)},
                "timeout = '10s'\n");
        write(u"hundred.toml"_s, text);
        const CtlResult result = run(u"hundred.toml"_s, "--json list");
        QVERIFY2(result.exitCode == 0 && result.errors.isEmpty(), result.errors);
        QCOMPARE(namesOf(result).size(), 100);
        QCOMPARE(result.json()[u"complete"], QJsonValue(true));
        const CtlResult few = ctl().runInShell(
            u"ulimit -n 200; lockctl --config '%1' --all watch"_s.arg(path(u"hundred.toml"_s)));
        QVERIFY2(
            few.failsInOneLine(64, "this takes about 364 open files, and the system allows 200"),
            few.told());
    }

    void hostileNamesChangeNoLine()
    {
        RedisServerFixture server(1, {"SET", "lock:\x1b[2J|x\n", kValue});
        const std::string name = "a|b\u202e\"<img src=x>; $(x) '''";
        const std::string quoted = "a|b\u202e\\\"<img src=x>; $(x) '''";
        std::string text = entry("x", server.urls());
        text.replace(text.find("'x'"), 3, '"' + quoted + '"');
        write(u"hostile.toml"_s, text + dead());
        for (const char* command : {"list", "check", "masters", "deadlocks"}) {
            const CtlResult result = run(u"hostile.toml"_s, QLatin1String(command));
            for (const QByteArray& all : {result.output, result.errors}) {
                QVERIFY2(!all.contains('\x1b') && !all.contains("\u202e"), all);
                QVERIFY2(all.count('|') < 2 || command != QByteArray("check"), all);
            }
        }
        const CtlResult json = run(u"hostile.toml"_s, "--json list");
        QCOMPARE(namesOf(json).first(), QString::fromStdString(name));
    }

    void isRefusedWhereItHasNoMeaning_data()
    {
        const auto row = columns<QString, QString>();
        for (const char* command : {"show r", "export --csv", "metrics", "kinds", "history r",
                 "whois r", "waiters", "report", "acquire r --ttl 30s", "run r -- true", "ask r",
                 "release r --token 12345678 --reason x", "note r", "journal verify", "sandbox"})
            row.named(command, "works on one deployment: name it by --deployment");
        row.named("list --master redis://h", "--master");
        row.named("list --deployment d", "--deployment");
        row.named("list --sandbox", "--sandbox");
        row.named("list --expect-deployment 12345678", "--expect-deployment");
        row.named("list --history f", "--history");
        row.named("list", ".config/lockkeeper/deployments.toml: there is no such file");
        row.named("list --config /dev/null", "/dev/null");
        row.named("list --config %1/none.toml", "names no deployment");
    }
    void isRefusedWhereItHasNoMeaning()
    {
        const auto [arguments, hint] = fetch<QString, QString>();
        const QString line = arguments.contains(u"%1"_s) ? arguments.arg(m_home.path()) : arguments;
        write(u"none.toml"_s, "# none yet\n");
        const CtlResult result = ctl().run(QStringList{u"--all"_s} + words(line));
        QVERIFY2(result.exitCode == 64, result.output + result.errors);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.contains(hint.toUtf8()), result.errors);
    }

    void theEnvironmentsMastersAreNotMeant()
    {
        const Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result
            = lockctl.run({u"--config"_s, path(u"two.toml"_s), u"--all"_s, u"list"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
    }

private:
    [[nodiscard]] std::string fine() const { return entry("fine", m_fine.urls()); }
    [[nodiscard]] std::string stuck() const { return entry("stuck", m_stuck.urls()); }
    [[nodiscard]] std::string dead() const { return entry("dead", m_dead.urls()); }
    [[nodiscard]] std::string unopened() const
    {
        return entry("unopened", m_fine.urls(), "password_file = 'missing'\n");
    }
    void write(const QString& name, const std::string& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    [[nodiscard]] QString path(const QString& name) const { return m_home.filePath(name); }
    [[nodiscard]] Lockctl ctl() const { return Lockctl(m_home.path()); }
    [[nodiscard]] QStringList allOf(const QString& file) const
    {
        return {u"--config"_s, path(file), u"--all"_s};
    }
    [[nodiscard]] CtlResult run(const QString& file, const QString& command) const
    {
        return ctl().run(allOf(file) + words(command));
    }
    [[nodiscard]] CtlResult run(const QString& file, const char* command) const
    {
        return run(file, QString::fromLatin1(command));
    }
    [[nodiscard]] std::unique_ptr<QProcess> start(const QString& file, const char* command) const
    {
        return ctl().start(allOf(file) + words(QString::fromLatin1(command)));
    }

    QTemporaryDir m_home;
    RedisServerFixture m_fine{{.count = 3}};
    RedisServerFixture m_stuck;
    RedisServerFixture m_dead;
};

LOCKKEEPER_TEST(CtlAllTest)

} // namespace lockkeeper::tests::ctl_all_test

#include "ctl_all_test.moc"
