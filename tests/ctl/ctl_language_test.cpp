// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/english_words.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_language_test {

namespace {

const QString kChinese = u"zh_CN"_s;
const QString kJson = u"--json"_s;

/// Without what differs from one run to the next.
QString withoutTimes(const QByteArray& text)
{
    static const QRegularExpression time(QStringLiteral(R"((< |-)?\d[\d.]*(e-\d+)?)"));
    return QString::fromUtf8(text).replace(time, u"#"_s);
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
        QVERIFY2(                                                                                  \
            english.isEmpty(), qPrintable(english.join(u' ') + u'\n' + QString::fromUtf8(text)));  \
    } while (false)

class CtlLanguageTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void explainsItselfInChinese()
    {
        const Lockctl lockctl = chinese({});
        const CtlResult help = lockctl.run("--help");
        QVERIFY2(help.says(0, "用法：lockctl [选项]"), help.told());
        const QStringList commands = commandsOf(help.output);
        QVERIFY2(commands.size() >= 19, help.output);
        VERIFY_CHINESE(help.output, commands); // --all names some
        for (const QString& command : commands) {
            const CtlResult one = lockctl.run({command, u"--help"_s});
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
        QVERIFY2(at >= 0 && help[at + wanted.size()] != ' ', help);
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
        const CtlResult result = chinese({}).run(line.split(u' ', Qt::SkipEmptyParts));
        QCOMPARE(result.exitCode, 64);
        QVERIFY2(result.errors.startsWith("lockctl: "), result.errors);
        VERIFY_CHINESE(
            result.errors, line.split(QRegularExpression(u"[ =]"_s), Qt::SkipEmptyParts));
    }

    void namesMistakesOfProgramsInEnglish()
    {
        const CtlResult result = chinese({}).run(words("metrics --json --master redis://h"));
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(
            result.errors, "lockctl: --json: metrics prints no JSON; see lockctl metrics --help\n");
    }

    void completesWithChineseHelp()
    {
        const CtlResult result = chinese({}).run({u"__complete"_s, u"words"_s, QString()});
        QVERIFY2(result.output.startsWith("values\nlist\t"), result.output);
        for (const QByteArray& line : result.outputLines().mid(1))
            VERIFY_CHINESE(line.mid(line.indexOf('\t')), QStringList());
    }

    void showsASandboxInChinese()
    {
        const auto process = Lockctl(m_home.path()).start("sandbox --json");
        QStringList urls;
        QVERIFY(waitForLine(*process, [&](const QJsonObject& line) {
            for (const QJsonValue master : line["masters"_L1].toArray())
                urls += master["url"_L1].toString();
            return true;
        }));
        const Lockctl lockctl = chinese(urls);
        const auto watch = lockctl.start("watch --record");
        QVERIFY(waitForLine(*watch, [](const QJsonObject&) { return true; }));
        for (const char* line : {"list", "list --stale --wide", "show cron:bill",
                 "show import:customers", "show payments:settle", "show backup:lock",
                 "show feeds:refresh", "show nothing:here", "check", "masters", "kinds --all",
                 "kinds", "whois payments:settle", "whois cron:bill", "waiters", "deadlocks"})
            verifyChinese(lockctl, words(line), urls);
        const QString token
            = lockctl.run(words("list --json")).lock(u"cron:bill"_s)["token"_L1].toString();
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
        (void)waitForExit(*watch);
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        (void)waitForExit(*process);
    }

    void asksInChinese()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        const Lockctl lockctl = chinese(urlsOf(servers));
        const QString token
            = lockctl.run(words("list --json")).lock(u"held:lock"_s)["token"_L1].toString();
        const CtlResult asked = lockctl.runInShell(
            u"echo n | script -qec 'lockctl release held:lock --token %1 --reason x' "
            u"/dev/null"_s.arg(token));
        QVERIFY2(asked.output.contains("释放 held:lock？[y/N] "), asked.output);
        VERIFY_CHINESE(asked.output, namesIn(servers));
        const CtlResult done = lockctl.run(
            {u"release"_s, u"held:lock"_s, u"--token"_s, token, u"--reason"_s, u"x"_s, u"--yes"_s});
        QCOMPARE(done.exitCode, 0);
        VERIFY_CHINESE(done.output + done.errors, namesIn(servers));
    }

    void alignsTablesOfTwoLanguages()
    {
        RedisServerFixture servers({.count = 3});
        addLocks(servers);
        servers.commandAll({"SET", "订单:lock", kApi, "PX", "60000000"});
        const auto lines = chinese(urlsOf(servers)).run(words("list")).outputLines();
        QVERIFY(lines.size() >= 6);
        const int token = columnsBefore(lines[0], "令牌");
        QVERIFY(token > 0);
        static const QRegularExpression fingerprint(u" ([0-9a-f]{8}) "_s);
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
        const QStringList urls = urlsOf(servers);
        const Lockctl english(m_home.path(), urls);
        const QString token
            = english.run(words("list --json")).lock(u"held:lock"_s)["token"_L1].toString();
        const QString release = u"release held:lock --dry-run --json --token "_s;
        for (const QString& line : {u"list --json"_s, release + token, u"show held:lock --json"_s,
                 u"show endless:lock --json"_s, u"show torn:lock --json"_s,
                 u"show few:lock --json"_s, u"check --json"_s, u"masters --json"_s,
                 u"kinds --all --json"_s, u"waiters --json"_s, u"deadlocks --json"_s,
                 u"whois held:lock --json"_s, u"report held:lock --json"_s, u"export --csv"_s,
                 u"metrics --per-lock"_s, u"list --json --master redis://127.0.0.1:1"_s,
                 u"check --json --master redis://127.0.0.1:1"_s}) {
            const CtlResult one = english.run(line.split(u' '));
            const CtlResult other = chinese(urls).run(line.split(u' '));
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
        const auto watch = chinese(urlsOf(servers)).start("watch");
        QByteArray evidence;
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            for (const QJsonValue lock : line["changed"_L1].toArray()) {
                for (const QJsonValue stale : lock["stale"_L1].toArray())
                    evidence = stale["text"_L1].toString().toUtf8();
            }
            return !evidence.isEmpty();
        }));
        QVERIFY2(!englishWordsIn(evidence).isEmpty(), evidence);
        ::kill(static_cast<pid_t>(watch->processId()), SIGINT);
        (void)waitForExit(*watch);
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
            u"^  ([a-z][a-z-]*)  "_s, QRegularExpression::MultilineOption);
        for (auto match = command.globalMatch(QString::fromUtf8(help)); match.hasNext();)
            commands += match.next().captured(1);
        return commands;
    }

    static QStringList namesIn(const RedisServerFixture& servers)
    {
        return urlsOf(servers) + words("api@web-3 lk1");
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

} // namespace lockkeeper::tests::ctl_language_test

#include "ctl_language_test.moc"
