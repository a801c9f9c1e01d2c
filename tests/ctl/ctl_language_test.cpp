// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/english_words.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>
#include <csignal>

namespace lockkeeper::ctl_language_test {

using tests::CtlResult;
using tests::englishWordsIn;
using tests::Lockctl;
using tests::RedisServerFixture;
using tests::words;

namespace {

const QString kChinese = QStringLiteral("zh_CN");
const QString kJson = QStringLiteral("--json");

/// Without what differs from one run to the next.
QString withoutTimes(const QByteArray& text)
{
    static const QRegularExpression time(QStringLiteral(R"((< |-)?\d[\d.]*(e-\d+)?)"));
    return QString::fromUtf8(text).replace(time, QStringLiteral("#"));
}

constexpr const char* kApi
    = "lk1:web-3:812:api:1750000000000:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kBatch
    = "lk1:web-4:33:batch:1750000001000:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

/// Locks of each verdict, one with evidence, and a key that is no lock. Their TTLs are long.
void addLocks(RedisServerFixture& servers)
{
    servers.commandAll({"SET", "held:lock", kApi, "PX", "60000000"});
    servers.commandAll({"SET", "endless:lock", kBatch});
    servers.command(0, {"SET", "few:lock", kApi, "PX", "60000000"});
    servers.command(0, {"SET", "torn:lock", kApi, "PX", "60000000"});
    servers.command(1, {"SET", "torn:lock", kBatch, "PX", "60000000"});
    servers.commandAll({"SET", "plain", "text"});
}

} // namespace

#define VERIFY_CHINESE(text, names)                                                                \
    do {                                                                                           \
        const QStringList english = englishWordsIn(text, names);                                   \
        QVERIFY2(english.isEmpty(),                                                                \
            qPrintable(                                                                            \
                english.join(QLatin1Char(' ')) + QLatin1Char('\n') + QString::fromUtf8(text)));    \
    } while (false)

class CtlLanguageTest : public tests::CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void explainsItselfInChinese()
    {
        const Lockctl lockctl = chinese({});
        const CtlResult help = lockctl.run({QStringLiteral("--help")});
        QCOMPARE(help.exitCode, 0);
        QVERIFY2(help.output.contains("用法：lockctl [选项]"), help.output.constData());
        const QStringList commands = commandsOf(help.output);
        QVERIFY2(commands.size() >= 19, help.output.constData());
        VERIFY_CHINESE(help.output, commands); // --all names some
        for (const QString& command : commands) {
            const CtlResult one = lockctl.run({command, QStringLiteral("--help")});
            QCOMPARE(one.exitCode, 0);
            VERIFY_CHINESE(one.output, commands);
        }
        VERIFY_CHINESE(lockctl.run(words("journal verify --help")).output, commands);
    }

    /// A Chinese character takes two columns.
    void alignsItsHelp()
    {
        const QByteArray help = chinese({}).run(words("acquire --help")).output;
        const QByteArray wanted = "\n  --ttl TIME 必填             "; // 30 columns
        const auto at = help.indexOf(wanted);
        QVERIFY2(at >= 0 && help[at + wanted.size()] != ' ', help.constData());
    }

    void namesMistakesInChinese_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"--possible", "frobnicate", "list --frobnicate", "list",
                 "list --sandbox --master redis://h", "acquire r", "acquire --ttl 3s",
                 "acquire r --ttl 3s --no-renew", "acquire r --ttl soon", "acquire r --ttl 0s",
                 "acquire r --ttl 3s --on-deadlock kill", "show --resource-b64 *", "history",
                 "history r --since soon", "history r --since 2999-01-01", "run r", "journal",
                 "journal verify --head abc", "release r --token abc --reason x",
                 "release r --token 12345678", "whois r --monitor x", "whois r --monitor 99",
                 "whois r --monitor 5 --lines 0", "whois r --lines", "check --warn-stale many",
                 "export", "report", "kinds --because x", "list --match [", "list --json=maybe"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void namesMistakesInChinese()
    {
        QFETCH(QString, line);
        const CtlResult result = chinese({}).run(line.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.startsWith("lockctl: "), result.errors.constData());
        VERIFY_CHINESE(result.errors,
            line.split(QRegularExpression(QStringLiteral("[ =]")), Qt::SkipEmptyParts));
    }

    void namesMistakesOfProgramsInEnglish()
    {
        const CtlResult result = chinese({}).run(words("metrics --json --master redis://h"));
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.errors, "lockctl: --json: metrics prints no JSON; see lockctl metrics --help\n");
    }

    void completesWithChineseHelp()
    {
        const CtlResult result
            = chinese({}).run({QStringLiteral("__complete"), QStringLiteral("words"), QString()});
        QVERIFY2(result.output.startsWith("values\nlist\t"), result.output.constData());
        for (const QByteArray& line : result.outputLines().mid(1))
            VERIFY_CHINESE(line.mid(line.indexOf('\t')), QStringList());
    }

    void showsASandboxInChinese()
    {
        const auto process = Lockctl(m_home.path()).start({QStringLiteral("sandbox"), kJson});
        QStringList urls;
        QVERIFY(tests::waitForLine(*process, [&](const QJsonObject& line) {
            for (const QJsonValue master : line[QLatin1String("masters")].toArray())
                urls += master[QLatin1String("url")].toString();
            return true;
        }));
        const Lockctl lockctl = chinese(urls);
        const auto watch = lockctl.start({QStringLiteral("watch"), QStringLiteral("--record")});
        QVERIFY(tests::waitForLine(*watch, [](const QJsonObject&) { return true; }));
        for (const char* line : {"list", "list --stale --wide", "show cron:bill",
                 "show import:customers", "show payments:settle", "show backup:lock",
                 "show feeds:refresh", "show nothing:here", "check", "masters", "kinds --all",
                 "kinds", "whois payments:settle", "whois cron:bill", "waiters", "deadlocks"})
            verifyChinese(lockctl, words(line), urls);
        const QString token = lockctl.run(words("list --json"))
                                  .lock(QStringLiteral("cron:bill"))[QLatin1String("token")]
                                  .toString();
        for (const char* line :
            {"release cron:bill --dry-run --token", "revoke cron:bill --dry-run --token"})
            verifyChinese(lockctl, words(line) + QStringList{token}, urls);
        QTRY_VERIFY_WITH_TIMEOUT(
            lockctl.run(words("history cron:bill")).output.contains("持有"), 20'000);
        for (const char* line : {"history cron:bill", "history --busiest", "history --longest",
                 "history --contention", "history --trends", "history nothing:here",
                 "report cron:bill", "report --since 1h"})
            verifyChinese(lockctl, words(line), urls);
        ::kill(static_cast<pid_t>(watch->processId()), SIGINT);
        (void)tests::waitForExit(*watch);
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        (void)tests::waitForExit(*process);
    }

    void asksInChinese()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        const Lockctl lockctl = chinese(tests::urlsOf(servers));
        const QString token = lockctl.run(words("list --json"))
                                  .lock(QStringLiteral("held:lock"))[QLatin1String("token")]
                                  .toString();
        const CtlResult asked = lockctl.runInShell(
            QStringLiteral("echo n | script -qec 'lockctl release held:lock --token %1 --reason x' "
                           "/dev/null")
                .arg(token));
        QVERIFY2(asked.output.contains("释放 held:lock？[y/N] "), asked.output.constData());
        VERIFY_CHINESE(asked.output, namesIn(servers));
        const CtlResult done = lockctl.run(
            {QStringLiteral("release"), QStringLiteral("held:lock"), QStringLiteral("--token"),
                token, QStringLiteral("--reason"), QStringLiteral("x"), QStringLiteral("--yes")});
        QCOMPARE(done.exitCode, 0);
        VERIFY_CHINESE(done.output + done.errors, namesIn(servers));
    }

    void alignsTablesOfTwoLanguages()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        servers.commandAll({"SET", "订单:lock", kApi, "PX", "60000000"});
        const auto lines = chinese(tests::urlsOf(servers)).run(words("list")).outputLines();
        QVERIFY(lines.size() >= 6);
        const int token = columnsBefore(lines[0], "令牌");
        QVERIFY(token > 0);
        static const QRegularExpression fingerprint(QStringLiteral(" ([0-9a-f]{8}) "));
        int fingerprints = 0;
        for (const QByteArray& line : lines.mid(1)) {
            const auto match = fingerprint.match(QString::fromUtf8(line));
            if (!match.hasMatch())
                continue;
            QCOMPARE(columnsBefore(line, match.captured(1).toUtf8()), token);
            ++fingerprints;
        }
        QVERIFY2(fingerprints >= 3, lines.join('\n').constData());
    }

    void writesTheSameJsonInBothLanguages()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        const QStringList urls = tests::urlsOf(servers);
        const Lockctl english(m_home.path(), urls);
        const QString token = english.run(words("list --json"))
                                  .lock(QStringLiteral("held:lock"))[QLatin1String("token")]
                                  .toString();
        const QString release = QStringLiteral("release held:lock --dry-run --json --token ");
        for (const QString& line :
            {QStringLiteral("list --json"), release + token,
                QStringLiteral("show held:lock --json"), QStringLiteral("show endless:lock --json"),
                QStringLiteral("show torn:lock --json"), QStringLiteral("show few:lock --json"),
                QStringLiteral("check --json"), QStringLiteral("masters --json"),
                QStringLiteral("kinds --all --json"), QStringLiteral("waiters --json"),
                QStringLiteral("deadlocks --json"), QStringLiteral("whois held:lock --json"),
                QStringLiteral("report held:lock --json"), QStringLiteral("export --csv"),
                QStringLiteral("metrics --per-lock"),
                QStringLiteral("list --json --master redis://127.0.0.1:1"),
                QStringLiteral("check --json --master redis://127.0.0.1:1")}) {
            const CtlResult one = english.run(line.split(QLatin1Char(' ')));
            const CtlResult other = chinese(urls).run(line.split(QLatin1Char(' ')));
            QCOMPARE(other.exitCode, one.exitCode);
            QCOMPARE(withoutTimes(other.output), withoutTimes(one.output));
            if (line.contains(kJson))
                QCOMPARE(withoutTimes(other.errors), withoutTimes(one.errors));
        }
    }

    /// Without a terminal, watch prints JSON lines, with or without --json.
    void watchesInEnglishWithoutATerminal()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        const auto watch = chinese(tests::urlsOf(servers)).start({QStringLiteral("watch")});
        QByteArray evidence;
        QVERIFY(tests::waitForLine(*watch, [&](const QJsonObject& line) {
            for (const QJsonValue lock : line[QLatin1String("changed")].toArray()) {
                for (const QJsonValue stale : lock[QLatin1String("stale")].toArray())
                    evidence = stale[QLatin1String("text")].toString().toUtf8();
            }
            return !evidence.isEmpty();
        }));
        QVERIFY2(!englishWordsIn(evidence).isEmpty(), evidence.constData());
        ::kill(static_cast<pid_t>(watch->processId()), SIGINT);
        (void)tests::waitForExit(*watch);
    }

private:
    Lockctl chinese(const QStringList& urls) const
    {
        return Lockctl(m_home.path(), urls).inLanguage(kChinese);
    }

    /// The names of the commands in a help: the first words of the lines of the last group.
    static QStringList commandsOf(const QByteArray& help)
    {
        QStringList commands;
        static const QRegularExpression command(
            QStringLiteral("^  ([a-z][a-z-]*)  "), QRegularExpression::MultilineOption);
        for (auto match = command.globalMatch(QString::fromUtf8(help)); match.hasNext();)
            commands += match.next().captured(1);
        return commands;
    }

    static QStringList namesIn(const RedisServerFixture& servers)
    {
        return tests::urlsOf(servers) + words("api@web-3 lk1");
    }

    /// Runs it in Chinese: neither its output nor its errors may have an English word.
    static void verifyChinese(
        const Lockctl& lockctl, const QStringList& arguments, const QStringList& urls)
    {
        // What the sandbox's actors are called, the libraries whose locks they take, and what
        // CLIENT LIST has of them.
        const QStringList names = urls + QStringList{QSysInfo::machineHostName()}
            + words("api billing worker-2 deployer-1 deployer-2 deployer-3 cron importer reporter "
                    "backup feeds payments thumbnails sandbox "
                    "lk1 redisson node-redlock redis-py setnx-timestamp setnx-expire "
                    "default set eval evalsha hset pexpire");
        const CtlResult result = lockctl.run(arguments);
        VERIFY_CHINESE(result.output + result.errors, names);
    }

    static int columnsBefore(const QByteArray& line, const QByteArray& what)
    {
        const auto at = line.indexOf(what);
        int columns = at < 0 ? -1000 : 0;
        for (const QChar c : QString::fromUtf8(line.left(at)))
            columns += c.unicode() >= 0x2e80 ? 2 : 1;
        return columns;
    }
};

LOCKKEEPER_TEST(CtlLanguageTest)

} // namespace lockkeeper::ctl_language_test

#include "ctl_language_test.moc"
