// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_kinds_test {

namespace {

const QString kKinds = u"kinds"_s;
const QString kJson = u"--json"_s;
const QString kIdempotency = u"idempotency:<uuid>"_s;

/// Different uuids.
std::string uuid(int number)
{
    return "8743c9c0-0795-4907-87fd-6c719a6b4" + std::to_string(100 + number);
}

QJsonObject kindNamed(const CtlResult& result, const QString& name)
{
    const QJsonArray kinds = result.json()["kinds"_L1].toArray();
    for (const QJsonValue kind : kinds) {
        if (kind["kind"_L1].toString() == name)
            return kind.toObject();
    }
    return {};
}

/// Names of the locks in a `list --json`.
QStringList locksIn(const CtlResult& result)
{
    QStringList names;
    const QJsonArray locks = result.json()["locks"_L1].toArray();
    for (const QJsonValue lock : locks)
        names += lock["resource"_L1].toString();
    return names;
}

} // namespace

/// Keys by kind of name, and the hints that settle them.
class CtlKindsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        for (int i = 0; i < 20; ++i) {
            set("idempotency:" + uuid(i), uuid(i + 100), i + 60);
            set("visits:" + std::to_string(i), "17");
            if (i < 3)
                set("lock:order:" + std::to_string(i), uuid(i), 60);
        }
        write("# ours\n[[deployment]] # the only one\nname = \"shop\"\nmasters = [ \""
            + m_servers->urls()[0] + "\",\n  \"" + m_servers->urls()[1] + "\", \""
            + m_servers->urls()[2] + "\" ] # all\n\n# the end\n");
    }

    void showsKindsWithLocks()
    {
        const CtlResult result = run({kKinds});
        QVERIFY2(result.exitCode == 0, result.errors);
        const QList<QByteArray> lines = result.outputLines();
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[0].startsWith("KEYS  KIND"), lines[0]);
        QVERIFY2(lines[1].startsWith("20    idempotency:<uuid>"), lines[1]);
        QVERIFY2(lines[1].contains("possible: a UUID"), lines[1]);
        QVERIFY2(lines[1].contains("only its value looks like a lock's"), lines[1]);
        QVERIFY2(lines[2].startsWith("3     lock:order:<n>"), lines[2]);
        QVERIFY2(lines[2].contains("its name says lock"), lines[2]);
        QCOMPARE(lines[3], QByteArray("20 more keys of 1 kind without a lock (--all)"));
        const QByteArray all = run({kKinds, u"--all"_s}).output;
        QVERIFY2(all.contains("20    visits:<n>") && all.contains("no lock"), all);
        QVERIFY(!all.contains("--all"));
    }

    void showsNoValues()
    {
        for (const QStringList& arguments : {words("kinds --all"), {kKinds, kJson}}) {
            const CtlResult result = run(arguments);
            QCOMPARE(result.exitCode, 0);
            for (int i = 0; i < 20; ++i)
                QVERIFY(!result.output.contains(QByteArray::fromStdString(uuid(i + 100))));
        }
    }

    void tellsProgramsAll()
    {
        const CtlResult result = run({kKinds, kJson});
        const QJsonObject head = result.json();
        QCOMPARE(head["deployment"_L1].toString(), u"shop"_s);
        QCOMPARE(head["complete"_L1].toBool(), true);
        QCOMPARE(head["keys"_L1].toInt(), 43);
        QCOMPARE(head["kinds"_L1].toArray().size(), 2);
        const QJsonObject kind = kindNamed(result, kIdempotency);
        QCOMPARE(kind["pattern"_L1].toString(), u"idempotency:*"_s);
        QCOMPARE(kind["keys"_L1].toInt(), 20);
        QCOMPARE(kind["possible"_L1].toInt(), 20);
        QCOMPARE(kind["certainty"_L1].toString(), u"possible"_s);
        QCOMPARE(kind["reason"_L1].toString(), u"value-only"_s);
        QCOMPARE(kind["formats"_L1]["redlock-rb"_L1].toInt(), 20);
        QCOMPARE(kind["types"_L1]["string"_L1].toInt(), 20);
        QCOMPARE(kind["values"_L1]["uuid"_L1].toInt(), 20);
        const QJsonValue ttl = kind["ttl"_L1];
        QCOMPARE(ttl["without"_L1].toInt(), 0);
        QVERIFY(ttl["shortest_ms"_L1].toInt() <= 60'000);
        QVERIFY(ttl["longest_ms"_L1].toInt() > 60'000);
        QVERIFY(kind["example"_L1].toString().startsWith("idempotency:8743"_L1));
    }

    void whatIsSaidToBeNoLockIsNotListedAnyMore()
    {
        QCOMPARE(locksIn(list()).size(), 23);
        const CtlResult result
            = run({kKinds, u"--not"_s, kIdempotency, u"--because"_s, u"kept\nanswers"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY2(result.output.contains("\"idempotency:*\" = \"none\""), result.output);
        QCOMPARE(locksIn(list()).size(), 3);
        const QByteArray text = content();
        QVERIFY2(text.startsWith("# ours\n[[deployment]] # the only one\n"), text);
        QVERIFY2(
            text.contains("\" ] # all\n\n[deployment.format_hints]\n# no locks (lockctl, "), text);
        QVERIFY2(
            text.endsWith("): kept\\nanswers\n\"idempotency:*\" = \"none\"\n\n# the end\n"), text);
        const QByteArray all = run({kKinds, u"--all"_s}).output;
        QVERIFY2(all.contains("you said that it is none"), all);
        // It may be said again, and nothing is written then.
        const CtlResult again = run({kKinds, u"--not"_s, kIdempotency, kJson});
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.json()["written"_L1].toBool(), false);
        QCOMPARE(content(), text);
    }

    void whatIsSaidToBeALockIsCertain()
    {
        const CtlResult result = run({kKinds, kJson, u"--lock"_s, kIdempotency});
        QVERIFY2(result.exitCode == 0, result.errors);
        // Several libraries write such values.
        QCOMPARE(result.json()["format"_L1].toString(), u"unknown"_s);
        QCOMPARE(result.json()["keys"_L1].toInt(), 20);
        QCOMPARE(result.json()["written"_L1].toBool(), true);
        const CtlResult listed = run({u"list"_s, kJson});
        const QJsonObject lock = listed.lock(QString::fromStdString("idempotency:" + uuid(0)));
        QCOMPARE(lock["certainty"_L1].toString(), u"certain"_s);
        const QJsonObject kind = kindNamed(run({kKinds, kJson}), kIdempotency);
        QCOMPARE(kind["certain"_L1].toInt(), 20);
        QCOMPARE(kind["reason"_L1].toString(), u"named"_s);
        // A person may think again.
        QCOMPARE(run({kKinds, u"--not"_s, kIdempotency}).exitCode, 0);
        QCOMPARE(locksIn(list()).size(), 3);
        QCOMPARE(content().count("\"idempotency:*\" ="), 1);
    }

    void aKnownFormatIsNamed()
    {
        for (int i = 0; i < 3; ++i)
            set("sync:" + std::to_string(i), "68b62b3dd0a24d1c9f0e9d1c7b6a543" + std::to_string(i),
                60);
        const CtlResult result = run({kKinds, kJson, u"--lock"_s, u"sync:<n>"_s});
        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.json()["format"_L1].toString(), u"node-redlock"_s);
        const CtlResult listed = run({u"list"_s, kJson});
        const QJsonObject lock = listed.lock(u"sync:0"_s);
        QCOMPARE(lock["certainty"_L1].toString(), u"certain"_s);
    }

    /// A semaphore's free permits look like a lock without TTL, and are not freed like one.
    void numbersWithoutTtlNeedAFormat()
    {
        m_servers->command({"SET", "pool:render:1", "3"});
        const QStringList lock{kKinds, kJson, u"--lock"_s, u"pool:render:<n>"_s};
        const CtlResult refused = run(lock);
        QVERIFY2(refused.fails(64, "redisson-semaphore"), refused.told());
        for (const char* wrong : {"nonsense", "sidekiq-unique-jobs", "none"})
            QCOMPARE(
                run(lock + QStringList{u"--format"_s, QString::fromLatin1(wrong)}).exitCode, 64);
        const CtlResult chosen = run(lock + words("--format redisson-semaphore"));
        QVERIFY2(chosen.exitCode == 0, chosen.errors);
        QCOMPARE(chosen.json()["format"_L1].toString(), u"redisson-semaphore"_s);
        QVERIFY2(content().contains("\"pool:render:*\" = \"redisson-semaphore\""), content());
    }

    void refusesWhatWouldSayMore()
    {
        set("lock:" + uuid(0), "0", 60);
        m_servers->command({"HSET", "lock:config:7", "colour", "red"});
        set("visits:" + uuid(0), uuid(1), 60);
        set("12345", uuid(1), 60);
        const QByteArray before = content();
        const std::pair<QStringList, const char*> kRefused[] = {
            // `lock:*` would hide locks.
            {{u"--not"_s, u"lock:<uuid>"_s},
                "also matches the kind 'lock:order:<n>', which is a lock"},
            // `visits:*` would make locks of counters.
            {{u"--lock"_s, u"visits:<uuid>"_s},
                "also matches the kind 'visits:<n>', which is no lock"},
            {{u"--not"_s, u"<n>"_s}, "no fixed part in its name"},
            {{u"--lock"_s, u"lock:config:<n>"_s}, "no strings"},
            {{u"--lock"_s, u"lock:config:<n>"_s, u"--format"_s, u"redis-py"_s},
                "is not of the format 'redis-py', nor of any other"},
            {{u"--not"_s, u"nope:<n>"_s}, "no keys of the kind"},
        };
        for (const auto& [arguments, why] : kRefused) {
            const CtlResult result = run(QStringList{kKinds} + arguments);
            QCOMPARE(result.exitCode, 64);
            QCOMPARE(result.errorLines().size(), 1);
            QVERIFY2(result.errors.contains(why), result.errors);
        }
        QCOMPARE(content(), before);
    }

    void aHintThatCountsBeforeIsNamed()
    {
        write(std::string(content()) + "[deployment.format_hints]\n\"idem*\" = \"none\"\n");
        const CtlResult result = run({kKinds, u"--lock"_s, kIdempotency});
        QVERIFY2(result.fails(64, "the hint 'idem*' = 'none'"), result.told());
    }

    void aHintNeedsADeployment()
    {
        const Lockctl ctl(m_home->path(), urlsOf(*m_servers));
        QCOMPARE(ctl.run("kinds").exitCode, 0);
        for (const char* option : {"--lock", "--not"}) {
            const CtlResult result = ctl.run({kKinds, QString::fromLatin1(option), kIdempotency});
            QVERIFY2(
                result.failsInOneLine(64, "--deployment NAME or --config FILE"), result.told());
        }
        const CtlResult alone = ctl.run("kinds --because x");
        QCOMPARE(alone.exitCode, 64);
    }

    void hostileNamesAreEscaped()
    {
        set("evil:\x1b[31m\xff:7", uuid(1), 60);
        const CtlResult result = run({kKinds});
        QVERIFY2(!result.output.contains('\x1b'), result.output);
        QVERIFY2(result.output.contains("evil:<bytes>[31m<bytes>:<n>"), result.output);
        const CtlResult settled = run({kKinds, u"--not"_s, u"evil:<bytes>[31m<bytes>:<n>"_s});
        QVERIFY2(settled.exitCode == 0, settled.errors);
        QCOMPARE(locksIn(list()).size(), 23);
    }

private:
    /// On both masters.
    void set(const std::string& key, const std::string& value, int seconds = 0) const
    {
        for (std::size_t master = 0; master < m_servers->size(); ++master) {
            m_servers->command(master, {"SET", key, value});
            if (seconds > 0)
                m_servers->command(master, {"EXPIRE", key, std::to_string(seconds)});
        }
    }
    [[nodiscard]] QString path() const { return m_home->filePath(u"shop.toml"_s); }
    void write(const std::string& text) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.c_str());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    [[nodiscard]] QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] CtlResult run(const QStringList& arguments) const
    {
        return Lockctl(m_home->path()).run(QStringList{u"--config"_s, path()} + arguments);
    }
    [[nodiscard]] CtlResult list() const { return run({u"list"_s, kJson, u"--possible"_s}); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
};

LOCKKEEPER_TEST(CtlKindsTest)

} // namespace lockkeeper::tests::ctl_kinds_test

#include "ctl_kinds_test.moc"
