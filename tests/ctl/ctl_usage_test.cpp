// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_usage_test {

namespace {

/// Adds a row for each mistake in the options of `serve`.
template <class Row> void addMistakesOfServe(const Row& row)
{
    row("no port to listen on", "serve|--listen|127.0.0.1", "--listen");
    row("a name to listen on", "serve|--listen|example.org:1", "not an address");
    row("all addresses without a token", "serve|--listen|[::]:7737", "token");
    row("no clients", "serve|--max-clients|0", "--max-clients");
    row("no time to be stale", "serve|--stale-after|1s", "at least 2s");
}

/// Adds a row for each value that is missing, or is two.
template <class Row> void addWrongNumbersOfValues(const Row& row)
{
    row("an option for a reason", "release|r|--token|12345678|--reason|--yes",
        "--reason: needs a value, and --yes is an option");
    row("an option with its value for a reason",
        "release|r|--token|12345678|--reason|--journal=j|--yes",
        "--reason: needs a value, and --journal=j is an option");
    row("an option for a file", "release|--plan|--stale", "--plan: needs a value");
    row("a command's option for a pattern", "list|--match|--stale", "--match: needs a value");
    row("an option for a whole's value", "--deployment|--json|list", "--deployment: needs a");
    row("an empty value before the command", "--master=|list",
        "lockctl: --master: is empty: perhaps a variable that is not set");
    row("an empty value of the command", "list|--match=|--json", "--match: is empty");
    row("a command without --", "run|r|true", "not expected: true; a command stands behind --");
    row("a wrong option of run", "run|r|--true", "not expected: --true; see");
    row("two masters in a URL", "list|--master|redis://a,redis://b", "of its own");
}

/// Adds a row for each mistake in the options of one command.
template <class Row> void addMistakesOfCommands(const Row& row)
{
    row("no question", "history", "takes one of");
    row("two questions", "history|--busiest|--resource-b64|cg==", "takes one of");
    row("no name of a history", "history|", "RESOURCE: is empty");
    row("a word for a time", "history|r|--since|yesterday", "'yesterday' is no time");
    row("no date", "history|r|--since|2026-13-45", "'2026-13-45' is no time");
    row("a time to come", "history|r|--since|2999-01-01", "is not in the past");
    row("listening for long", "whois|r|--monitor|11", "at most 10 seconds");
    row("listening for no time", "whois|r|--monitor|0", "more than 0");
    row("listening for minutes", "whois|r|--monitor|1m", "at most 10 seconds");
    row("listening for a word", "whois|r|--monitor|ever", "'ever' is no time");
    row("lines alone", "whois|r|--lines|5", "--lines requires --monitor");
    row("no lines", "whois|r|--monitor|1|--lines|0", "--lines: Value 0 not in range");
    row("too many lines", "whois|r|--monitor|1|--lines|1000001", "1 to 1000000");
    row("no format", "export", "needs one of --csv and --json");
    row("two formats", "export|--csv|--json", "needs one of --csv and --json");
    row("neither a lock nor a time", "report", "takes RESOURCE, --since TIME, or both");
    row("an end before the beginning", "report|--since|1h|--until|2h", "not later than --since");
    row("a note of two lines", "note|lock:a|a\nb", "a note is one line");
    row("a note for too long", "note|lock:a|x|--for|25h", "from 1s to 24h");
    row("a note to clear", "note|lock:a|x|--clear", "TEXT excludes --clear");
    row("nothing to replace a note", "note|lock:a|--replace", "needs a TEXT, or --clear");
    row("no lock to note", "note", "RESOURCE is required");
    row("an unknown event", "watch|--on|stale,stolen|--|true",
        "there is no event 'stolen'; there are stale, split");
    row("an event without a command", "watch|--on|stale", "COMMAND");
    row("a command without an event", "watch|--|true", "--on EVENT");
    row("an event of serve without a command", "serve|--on|stale|--", "COMMAND");
    row("learning for too long", "kinds|--learn|2m", "at most 60 seconds");
    row("learning without a unit", "kinds|--learn|10", "has no unit");
    row("busy without learning", "kinds|--even-if-busy", "requires --learn");
    row("learning and an answer", "kinds|--learn|1s|--all", "--all excludes --learn");
    row("an unknown experiment", "lab|play|nothing", "there are crash, late-del");
    row("no experiment", "lab|play", "name an experiment");
    row("nothing of the lab", "lab", "subcommand is required");
    row("a number without a token", "release|r|--set-count|1", "--set-count requires --token");
    row("a member of other digits", "release|r|--reason|x|--member|xyz", "8 to 40 hex digits");
    row("a member and a token", "release|r|--member|0123abcd|--token|0123abcd",
        "--token excludes --member");
    row("a member and a number", "release|r|--member|0123abcd|--set-count|1", "requires --token");
    row("a number of words", "release|r|--token|0123abcd|--set-count|many",
        "--set-count: 'many' is no number");
}

} // namespace

class CtlUsageTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void exitsWith64AndOneLineOnMistakes_data()
    {
        columns<QStringList, QString>();
        const auto row = [](const char* name, const char* arguments, const char* hint) {
            QTest::newRow(name) << QString::fromLatin1(arguments).split(u'|')
                                << QString::fromLatin1(hint);
        };
        row("no command", "--json", "no command");
        row("unknown command", "frobnicate", "there is no command 'frobnicate'");
        row("hostile command", "a\x1b[2J|list", "there is no command 'a\\x1b[2J'");
        row("unknown option", "list|--frobnicate", "--frobnicate");
        row("no master", "list", "--master URL");
        row("bad URL", "list|--master|redis://127.0.0.1:port", "port");
        row("no scheme", "list|--master|127.0.0.1", "scheme");
        row("TLS without checks", "list|--master|rediss://h?insecure=1", "ca, cert and key");
        row("one master twice", "list|--master|redis://h|--master|redis://h", "twice");
        row("sandbox and master", "list|--sandbox|--master|redis://h", "--sandbox");
        row("deployment and master", "list|--deployment|d|--master|redis://h", "--master");
        row("deployment and sandbox", "list|--deployment|d|--sandbox", "--deployment");
        row("config and sandbox", "list|--config|f|--sandbox", "--config");
        row("no such config", "list|--config|/nonexistent/d.toml", "no such file");
        row("no config yet", "list|--deployment|d", ".config/lockkeeper/deployments.toml");
        row("glob not closed", "list|--master|redis://h|--match|[", "a [ without its ]");
        row("glob with half an escape", "watch|--master|redis://h|--match|a\\", "backslash");
        row("glob of nothing", "export|--csv|--match|", "--match");
        row("TTL without unit", "acquire|r|--ttl|30", "30s");
        row("TTL of words", "acquire|r|--ttl|soon", "30s");
        row("TTL of zero", "acquire|r|--ttl|0s", "at least");
        row("TTL too large", "acquire|r|--ttl|99999999999999999d", "hundred years");
        row("TTL missing", "acquire|r", "--ttl");
        row("resource missing", "acquire|--ttl|3s", "RESOURCE");
        row("resource empty", "acquire||--ttl|3s", "RESOURCE");
        row("empty name to show", "show|", "--resource-b64 ''");
        row("no name in Base64 to acquire", "acquire|--resource-b64||--ttl|3s", "is empty");
        row("not Base64", "show|--resource-b64|*", "Base64");
        row("two names", "show|r|--resource-b64|cg==", "--resource-b64");
        row("an unknown way out of a deadlock", "acquire|r|--ttl|3s|--on-deadlock|kill",
            "--on-deadlock: must be wait or fail");
        row("the same to run", "run|r|--on-deadlock|kill|--|true",
            "--on-deadlock: must be wait or fail");
        row("no-renew without hold", "acquire|r|--ttl|3s|--no-renew", "--hold");
        row("no command to run", "run|r", "COMMAND");
        row("short fingerprint", "release|r|--token|abc|--reason|x", "8 to 40");
        row("fingerprint of other digits", "release|r|--token|zzzzzzzz|--reason|x", "8 to 40");
        row("no reason", "release|r|--token|12345678", "--reason");
        row("blank reason", "release|r|--token|12345678|--reason| ", "--reason");
        const QByteArray longReason
            = "release|r|--token|12345678|--reason|" + QByteArray(1025, 'x');
        row("long reason", longReason.constData(), "--reason: has more than 1024 characters");
        row("JSON of metrics", "metrics|--json|--master|redis://h", "no JSON");
        row("JSON of a command's run", "run|r|--json|--master|redis://h|--|true", "no JSON");
        row("nothing of the journal", "journal", "subcommand is required");
        row("no name of a journal", "journal|verify|", "FILE: is empty");
        row("no head", "journal|verify|--head|", "--head: is empty");
        row("two journals", "journal|verify|a|--journal|b", "another file");
        row("a head that is no hash", "journal|verify|--head|abc", "64 hex digits");
        addMistakesOfServe(row);
        addMistakesOfCommands(row);
        addWrongNumbersOfValues(row);
        row("command for another", "list|--|run", "run");
    }
    void exitsWith64AndOneLineOnMistakes()
    {
        const auto [arguments, hint] = fetch<QStringList, QString>();
        const CtlResult result = Lockctl(m_home.path()).run(arguments);
        QCOMPARE(result.exitCode, 64);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.errors.startsWith("lockctl: "), result.errors);
        QVERIFY2(result.errors.contains(hint.toUtf8()), result.errors);
        QVERIFY(result.output.isEmpty());
    }

    void takesWhatCanOnlyBeAValue_data()
    {
        QTest::addColumn<QString>("arguments");
        const auto row = [](const char* arguments) {
            QTest::newRow(arguments) << QString::fromLatin1(arguments);
        };
        row("release r --token 12345678 --reason=--yes --yes");
        row("revoke r --token=12345678 --reason=--json=x --yes");
        row("note r --for=1m --json -- --clear");
        row("list --match=--json");
        row("show --json -- --json");
        row("release --token 12345678 --reason x --yes -- --yes");
        row("acquire --ttl=1s --note=--hold -- --ttl");
    }
    void takesWhatCanOnlyBeAValue()
    {
        QFETCH(QString, arguments);
        Lockctl lockctl(m_home.path(), {u"redis://127.0.0.1:1"_s});
        const CtlResult result = lockctl.run(arguments.split(u' '));
        QVERIFY2(result.exitCode == 69, result.errors);
    }

    void neverRepeatsAPassword()
    {
        const Lockctl lockctl(m_home.path());
        const QStringList mistakes{u"redis://u:canary@127.0.0.1:1"_s,
            u"redis://u:canary@127.0.0.1:port"_s, u"rediss://u:canary@h?insecure=1"_s,
            u"redis://u:can/ary@h:1"_s};
        for (const QString& url : mistakes) {
            for (const QStringList& arguments :
                {QStringList{u"list"_s, url}, QStringList{u"list"_s, u"--master"_s, url},
                    QStringList{u"--master"_s, url, u"--json"_s, u"list"_s}}) {
                const CtlResult result = lockctl.run(arguments);
                QVERIFY(result.exitCode != 0);
                QVERIFY2(!result.errors.contains("canary"), result.errors);
                QVERIFY2(!result.output.contains("canary"), result.output);
            }
        }
    }

    void takesGlobalOptionsBeforeAndAfterTheCommand()
    {
        const Lockctl lockctl(m_home.path());
        const QString url = u"redis://127.0.0.1:1"_s;
        const QString list = u"list"_s;
        const QString json = u"--json"_s;
        const QString master = u"--master"_s;
        for (const QStringList& arguments : {QStringList{json, master, url, list},
                 QStringList{list, json, master, url}, QStringList{master, url, list, json}}) {
            const CtlResult result = lockctl.run(arguments);
            QCOMPARE(result.exitCode, 69);
            QVERIFY(!result.json().isEmpty());
        }
    }

    void namesTheCureWhenRedisServerIsMissing()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nonexistent");
        const CtlResult result = Lockctl(m_home.path()).run("--sandbox list");
        qputenv("PATH", path);
        QVERIFY2(result.failsInOneLine(69, "apt install redis-tools"), result.told());
    }

    void printsItsVersion()
    {
        const CtlResult result = Lockctl(m_home.path()).run("--version");
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.startsWith("lockctl "));
    }

    void explainsItself()
    {
        const CtlResult result = Lockctl(m_home.path()).run("--help");
        QCOMPARE(result.exitCode, 0);
        for (const char* word : {"list", "watch", "acquire", "run", "release", "sandbox",
                 "LOCKKEEPER_MASTERS", "Exit codes"})
            QVERIFY2(result.output.contains(word), word);
    }

    void explainsEveryCommandWithItsCommonOptions()
    {
        for (const char* command : {"list", "watch", "show", "check", "export", "metrics",
                 "history", "whois", "acquire", "run", "release", "sandbox"}) {
            const CtlResult result
                = Lockctl(m_home.path()).run({QString::fromLatin1(command), u"-h"_s});
            QCOMPARE(result.exitCode, 0);
            for (const char* option :
                {"--master URL", "--deployment NAME", "--config FILE", "--match GLOB", "--sandbox",
                    "--possible", "--json", "--journal FILE", "--history FILE"})
                QVERIFY2(result.output.contains(option), command);
        }
    }

    void tellsHowCheckExits()
    {
        const QByteArray all = Lockctl(m_home.path()).run("--help").output;
        const QByteArray check = Lockctl(m_home.path()).run("check --help").output;
        QVERIFY2(all.contains("`check` exits with 0 fine, 1 warning, 2 critical, 3 unknown"), all);
        for (const char* code :
            {"0 fine", "1 warning", "2 critical", "3 unknown", "64 wrong options"})
            QVERIFY2(check.contains(code), check);
    }
};

LOCKKEEPER_TEST(CtlUsageTest)

} // namespace lockkeeper::tests::ctl_usage_test

#include "ctl_usage_test.moc"
