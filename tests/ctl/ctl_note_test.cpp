// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/notes/note.h"
#include "core/release/note_writing.h"
#include "core/text/fingerprint.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <thread>

namespace lockkeeper::tests::ctl_note_test {

namespace {

const char* const kKey = "lockkeeper:note:{lock:a}";

/// Stores a note of somebody else on all masters.
void storeBobs(RedisServerFixture& servers)
{
    const observe::Note note{.kind = observe::Note::Kind::Readable,
        .author = "bob@desk",
        .since = WallTime(std::chrono::milliseconds(1'764'385'320'000)),
        .text = "looks at the database"};
    servers.commandAll({"SET", kKey, observe::noteValue(note), "PX", "60000"});
    servers.commandAll({"ZADD", observe::kNoteIndexKey, "1", "lock:a"});
}

} // namespace

class CtlNoteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exitsAsOthersDoWhileAScriptRuns()
    {
        RedisServerFixture servers({.extraArguments = {"--busy-reply-threshold", "10"}});
        const auto url = redis::Url::parse(servers.urls()[0]);
        const std::jthread busy([&url] {
            auto client = sandbox::BlockingClient::connect(*url, 60s);
            (void)client->call({"EVAL", "while true do end", "0"});
        });
        QTRY_VERIFY(servers.command({"PING"}).text.starts_with("BUSY"));
        for (const char* line : {"note r hello", "note r", "show r", "list"}) {
            const CtlResult result = Lockctl(m_home->path(), urlsOf(servers)).run(line);
            QVERIFY2(result.exitCode == 69, result.told());
        }
        servers.command({"SCRIPT", "KILL"});
    }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_servers->commandAll({"SET", "lock:a", kValue, "PX", "600000"});
        m_lockctl = std::make_unique<Lockctl>(m_home->path(), urlsOf(*m_servers));
    }

    void writesShowsAndClears()
    {
        CtlResult result = run({u"note"_s, u"lock:a"_s, u"looks at it"_s, u"--for"_s, u"1h"_s});
        QCOMPARE(result.errors, QByteArray());
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("a: written\nb: written\nc: written\n"));
        result = run({u"note"_s, u"lock:a"_s});
        const QByteArray author = QByteArray::fromStdString(release::noteAuthor());
        QVERIFY2(result.output.startsWith("lock:a: " + author + " is on it since "), result.output);
        QVERIFY2(result.output.contains(" UTC: looks at it; it ends in 59 m "), result.output);
        result = run({u"note"_s, u"lock:a"_s, u"--clear"_s});
        QCOMPARE(result.output, QByteArray("a: cleared\nb: cleared\nc: cleared\n"));
        result = run({u"note"_s, u"lock:a"_s});
        QCOMPARE(result.output, QByteArray("lock:a has no note\n"));
        QCOMPARE(result.exitCode, 1);
    }

    void isSeenByListShowAndJson()
    {
        storeBobs(*m_servers);
        QVERIFY(run({u"list"_s}).output.contains("(note: bob@desk)"));
        QVERIFY(run({u"list"_s, u"--wide"_s}).output.contains("looks at the database)"));
        QVERIFY(run({u"show"_s, u"lock:a"_s}).output.contains(": looks at the database\n"));
        for (const QJsonObject& note :
            {run({u"list"_s, u"--json"_s}).lock(u"lock:a"_s)[u"note"_s].toObject(),
                run({u"show"_s, u"lock:a"_s, u"--json"_s}).json()[u"note"_s].toObject(),
                run({u"note"_s, u"lock:a"_s, u"--json"_s}).json()[u"note"_s].toObject()}) {
            QCOMPARE(note[u"author"_s].toString(), u"bob@desk"_s);
            QCOMPARE(note[u"text"_s].toString(), u"looks at the database"_s);
            QCOMPARE(note[u"since_unix_ms"_s].toInteger(), 1'764'385'320'000);
            QVERIFY(note[u"ttl_ms"_s].toInteger() > 0);
        }
        // Also of a lock that is free.
        m_servers->commandAll({"DEL", "lock:a"});
        QVERIFY(run({u"show"_s, u"lock:a"_s}).output.contains(": looks at the database\n"));
    }

    void somebodyElsesIsReplacedOnlyIfThatIsSaid()
    {
        storeBobs(*m_servers);
        CtlResult result = run({u"note"_s, u"lock:a"_s, u"mine"_s});
        QVERIFY2(result.fails(1, "not written: bob@desk is on it since"), result.told());
        QVERIFY(result.errors.contains("--replace"));
        QCOMPARE(run({u"note"_s, u"lock:a"_s, u"--clear"_s}).exitCode, 1);
        result = run({u"note"_s, u"lock:a"_s, u"mine"_s, u"--replace"_s, u"--json"_s});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.json()[u"done"_s].toBool());
        QVERIFY(run({u"note"_s, u"lock:a"_s}).output.contains(": mine;"));
    }

    void applyLeavesANotedLockAlone()
    {
        const QString plan = m_home->filePath(u"plan.jsonl"_s);
        const CtlResult made = run({u"release"_s, u"--match"_s, u"lock:*"_s, u"--plan"_s, plan,
            u"--reason"_s, u"night"_s});
        QCOMPARE(made.exitCode, 0);
        QFile file(plan);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray lines = file.readAll();
        lines.replace("\"may_live\":false", "\"may_live\":true");
        file.resize(0);
        file.seek(0);
        file.write(lines);
        file.close();
        storeBobs(*m_servers);
        CtlResult result = run({u"apply"_s, plan, u"--yes"_s});
        QVERIFY2(result.output.contains("left alone for a note"), result.output + result.errors);
        QVERIFY2(result.errors.contains("bob@desk is on it since"), result.errors);
        QCOMPARE(m_servers->command({"EXISTS", "lock:a"}).integer, 1);
        result = run({u"apply"_s, plan, u"--yes"_s, u"--despite-notes"_s});
        QCOMPARE(m_servers->command({"EXISTS", "lock:a"}).integer, 0);
    }

    void aMaintenanceLockSaysItsReasonWhileItIsHeld()
    {
        const CtlResult result = m_lockctl->runInShell(
            u"lockctl run lock:m --note 'moves the database' -- sh -c '"
            "lockctl note lock:m; lockctl acquire lock:m --ttl 1s; true'"_s);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains(": moves the database; it ends in"),
            result.output + result.errors);
        QVERIFY2(result.errors.contains(": moves the database"), result.errors);
        QCOMPARE(run({u"note"_s, u"lock:m"_s}).exitCode, 1); // gone with the lock
        const CtlResult left
            = run({u"acquire"_s, u"lock:n"_s, u"--ttl"_s, u"60s"_s, u"--note"_s, u"until later"_s});
        QCOMPARE(left.exitCode, 0);
        QVERIFY(run({u"note"_s, u"lock:n"_s}).output.contains(": until later;"));
    }

private:
    CtlResult run(const QStringList& arguments) { return m_lockctl->run(arguments); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<Lockctl> m_lockctl;
};

LOCKKEEPER_TEST(CtlNoteTest)

} // namespace lockkeeper::tests::ctl_note_test

#include "ctl_note_test.moc"
