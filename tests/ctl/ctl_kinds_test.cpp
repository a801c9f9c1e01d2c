// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace lockkeeper::ctl_kinds_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

const QString kKinds = QStringLiteral("kinds");
const QString kJson = QStringLiteral("--json");
const QString kIdempotency = QStringLiteral("idempotency:<uuid>");

/// Different uuids.
std::string uuid(int number)
{
    return "8743c9c0-0795-4907-87fd-6c719a6b4" + std::to_string(100 + number);
}

QJsonObject kindNamed(const CtlResult& result, const QString& name)
{
    const QJsonArray kinds = result.json()[QLatin1String("kinds")].toArray();
    for (const QJsonValue kind : kinds) {
        if (kind[QLatin1String("kind")].toString() == name)
            return kind.toObject();
    }
    return {};
}

/// Names of the locks in a `list --json`.
QStringList locksIn(const CtlResult& result)
{
    QStringList names;
    const QJsonArray locks = result.json()[QLatin1String("locks")].toArray();
    for (const QJsonValue lock : locks)
        names += lock[QLatin1String("resource")].toString();
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
        m_servers = std::make_unique<RedisServerFixture>(tests::RedisServerOptions{.count = 3});
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
        const QByteArray all = run({kKinds, QStringLiteral("--all")}).output;
        QVERIFY2(all.contains("20    visits:<n>") && all.contains("no lock"), all);
        QVERIFY(!all.contains("--all"));
    }

    void showsNoValues()
    {
        for (const QStringList& arguments :
            {QStringList{kKinds, QStringLiteral("--all")}, {kKinds, kJson}}) {
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
        QCOMPARE(head[QLatin1String("deployment")].toString(), QStringLiteral("shop"));
        QCOMPARE(head[QLatin1String("complete")].toBool(), true);
        QCOMPARE(head[QLatin1String("keys")].toInt(), 43);
        QCOMPARE(head[QLatin1String("kinds")].toArray().size(), 2);
        const QJsonObject kind = kindNamed(result, kIdempotency);
        QCOMPARE(kind[QLatin1String("pattern")].toString(), QStringLiteral("idempotency:*"));
        QCOMPARE(kind[QLatin1String("keys")].toInt(), 20);
        QCOMPARE(kind[QLatin1String("possible")].toInt(), 20);
        QCOMPARE(kind[QLatin1String("certainty")].toString(), QStringLiteral("possible"));
        QCOMPARE(kind[QLatin1String("reason")].toString(), QStringLiteral("value-only"));
        QCOMPARE(kind[QLatin1String("formats")][QLatin1String("redlock-rb")].toInt(), 20);
        QCOMPARE(kind[QLatin1String("types")][QLatin1String("string")].toInt(), 20);
        QCOMPARE(kind[QLatin1String("values")][QLatin1String("uuid")].toInt(), 20);
        const QJsonValue ttl = kind[QLatin1String("ttl")];
        QCOMPARE(ttl[QLatin1String("without")].toInt(), 0);
        QVERIFY(ttl[QLatin1String("shortest_ms")].toInt() <= 60'000);
        QVERIFY(ttl[QLatin1String("longest_ms")].toInt() > 60'000);
        QVERIFY(kind[QLatin1String("example")].toString().startsWith(
            QLatin1String("idempotency:8743")));
    }

    void whatIsSaidToBeNoLockIsNotListedAnyMore()
    {
        QCOMPARE(locksIn(list()).size(), 23);
        const CtlResult result = run({kKinds, QStringLiteral("--not"), kIdempotency,
            QStringLiteral("--because"), QStringLiteral("kept\nanswers")});
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY2(result.output.contains("\"idempotency:*\" = \"none\""), result.output);
        QCOMPARE(locksIn(list()).size(), 3);
        const QByteArray text = content();
        QVERIFY2(text.startsWith("# ours\n[[deployment]] # the only one\n"), text);
        QVERIFY2(
            text.contains("\" ] # all\n\n[deployment.format_hints]\n# no locks (lockctl, "), text);
        QVERIFY2(
            text.endsWith("): kept\\nanswers\n\"idempotency:*\" = \"none\"\n\n# the end\n"), text);
        const QByteArray all = run({kKinds, QStringLiteral("--all")}).output;
        QVERIFY2(all.contains("you said that it is none"), all);
        // It may be said again, and nothing is written then.
        const CtlResult again = run({kKinds, QStringLiteral("--not"), kIdempotency, kJson});
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.json()[QLatin1String("written")].toBool(), false);
        QCOMPARE(content(), text);
    }

    void whatIsSaidToBeALockIsCertain()
    {
        const CtlResult result = run({kKinds, kJson, QStringLiteral("--lock"), kIdempotency});
        QVERIFY2(result.exitCode == 0, result.errors);
        // Several libraries write such values.
        QCOMPARE(result.json()[QLatin1String("format")].toString(), QStringLiteral("unknown"));
        QCOMPARE(result.json()[QLatin1String("keys")].toInt(), 20);
        QCOMPARE(result.json()[QLatin1String("written")].toBool(), true);
        const CtlResult listed = run({QStringLiteral("list"), kJson});
        const QJsonObject lock = listed.lock(QString::fromStdString("idempotency:" + uuid(0)));
        QCOMPARE(lock[QLatin1String("certainty")].toString(), QStringLiteral("certain"));
        const QJsonObject kind = kindNamed(run({kKinds, kJson}), kIdempotency);
        QCOMPARE(kind[QLatin1String("certain")].toInt(), 20);
        QCOMPARE(kind[QLatin1String("reason")].toString(), QStringLiteral("named"));
        // A person may think again.
        QCOMPARE(run({kKinds, QStringLiteral("--not"), kIdempotency}).exitCode, 0);
        QCOMPARE(locksIn(list()).size(), 3);
        QCOMPARE(content().count("\"idempotency:*\" ="), 1);
    }

    void aKnownFormatIsNamed()
    {
        for (int i = 0; i < 3; ++i)
            set("sync:" + std::to_string(i), "68b62b3dd0a24d1c9f0e9d1c7b6a543" + std::to_string(i),
                60);
        const CtlResult result
            = run({kKinds, kJson, QStringLiteral("--lock"), QStringLiteral("sync:<n>")});
        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.json()[QLatin1String("format")].toString(), QStringLiteral("node-redlock"));
        const CtlResult listed = run({QStringLiteral("list"), kJson});
        const QJsonObject lock = listed.lock(QStringLiteral("sync:0"));
        QCOMPARE(lock[QLatin1String("certainty")].toString(), QStringLiteral("certain"));
    }

    /// A semaphore's free permits look like a lock without TTL, and are not freed like one.
    void numbersWithoutTtlNeedAFormat()
    {
        m_servers->command({"SET", "pool:render:1", "3"});
        const QStringList lock{
            kKinds, kJson, QStringLiteral("--lock"), QStringLiteral("pool:render:<n>")};
        const CtlResult refused = run(lock);
        QCOMPARE(refused.exitCode, 64);
        QVERIFY2(refused.errors.contains("redisson-semaphore"), refused.errors);
        for (const char* wrong : {"nonsense", "sidekiq-unique-jobs", "none"})
            QCOMPARE(run(lock + QStringList{QStringLiteral("--format"), QString::fromLatin1(wrong)})
                         .exitCode,
                64);
        const CtlResult chosen = run(
            lock + QStringList{QStringLiteral("--format"), QStringLiteral("redisson-semaphore")});
        QVERIFY2(chosen.exitCode == 0, chosen.errors);
        QCOMPARE(chosen.json()[QLatin1String("format")].toString(),
            QStringLiteral("redisson-semaphore"));
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
            {{QStringLiteral("--not"), QStringLiteral("lock:<uuid>")},
                "also matches the kind 'lock:order:<n>', which is a lock"},
            // `visits:*` would make locks of counters.
            {{QStringLiteral("--lock"), QStringLiteral("visits:<uuid>")},
                "also matches the kind 'visits:<n>', which is no lock"},
            {{QStringLiteral("--not"), QStringLiteral("<n>")}, "no fixed part in its name"},
            {{QStringLiteral("--lock"), QStringLiteral("lock:config:<n>")}, "no strings"},
            {{QStringLiteral("--lock"), QStringLiteral("lock:config:<n>"),
                 QStringLiteral("--format"), QStringLiteral("redis-py")},
                "is not of the format 'redis-py', nor of any other"},
            {{QStringLiteral("--not"), QStringLiteral("nope:<n>")}, "no keys of the kind"},
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
        const CtlResult result = run({kKinds, QStringLiteral("--lock"), kIdempotency});
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.contains("the hint 'idem*' = 'none'"), result.errors);
    }

    void aHintNeedsADeployment()
    {
        const Lockctl ctl(m_home->path(), tests::urlsOf(*m_servers));
        QCOMPARE(ctl.run({kKinds}).exitCode, 0);
        for (const char* option : {"--lock", "--not"}) {
            const CtlResult result = ctl.run({kKinds, QString::fromLatin1(option), kIdempotency});
            QCOMPARE(result.exitCode, 64);
            QCOMPARE(result.errorLines().size(), 1);
            QVERIFY2(result.errors.contains("--deployment NAME or --config FILE"), result.errors);
        }
        const CtlResult alone = ctl.run({kKinds, QStringLiteral("--because"), QStringLiteral("x")});
        QCOMPARE(alone.exitCode, 64);
    }

    void hostileNamesAreEscaped()
    {
        set("evil:\x1b[31m\xff:7", uuid(1), 60);
        const CtlResult result = run({kKinds});
        QVERIFY2(!result.output.contains('\x1b'), result.output);
        QVERIFY2(result.output.contains("evil:<bytes>[31m<bytes>:<n>"), result.output);
        const CtlResult settled
            = run({kKinds, QStringLiteral("--not"), QStringLiteral("evil:<bytes>[31m<bytes>:<n>")});
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
    [[nodiscard]] QString path() const { return m_home->filePath(QStringLiteral("shop.toml")); }
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
        return Lockctl(m_home->path())
            .run(QStringList{QStringLiteral("--config"), path()} + arguments);
    }
    [[nodiscard]] CtlResult list() const
    {
        return run({QStringLiteral("list"), kJson, QStringLiteral("--possible")});
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
};

LOCKKEEPER_TEST(CtlKindsTest)

} // namespace lockkeeper::ctl_kinds_test

#include "ctl_kinds_test.moc"
