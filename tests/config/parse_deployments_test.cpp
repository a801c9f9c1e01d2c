// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deployments_text.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::parse_deployments_test {

using config::Deployment;
using config::DeploymentClass;
using config::parseDeployments;
using config::UserFormat;

namespace {

const std::string kHead = "[[deployment]]\nname = \"orders\"\nmasters = [\"redis://h\"]\n";

/// The first ```toml block of the file's reference.
std::string exampleOfTheDocument()
{
    QFile file(QStringLiteral(LOCKKEEPER_DEPLOYMENTS_DOCUMENT));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const std::string text = file.readAll().toStdString();
    const std::size_t start = text.find("```toml\n") + 8;
    return text.substr(start, text.find("\n```", start) + 1 - start);
}

std::vector<Deployment> deploymentsOf(const std::string& text)
{
    const auto parsed = parseDeployments(text, "f");
    for (const Error& error : parsed.errors)
        qWarning("%s", error.text.c_str());
    return parsed.deployments;
}

} // namespace

class ParseDeploymentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsLeftOutHasItsDefault()
    {
        const auto deployments = deploymentsOf(kHead);
        QCOMPARE(deployments.size(), std::size_t(1));
        const Deployment& deployment = deployments[0];
        QCOMPARE(deployment.name, std::string("orders"));
        QCOMPARE(deployment.deploymentClass, DeploymentClass::Production);
        QVERIFY(deployment.isReadOnly);
        QCOMPARE(deployment.masters.size(), std::size_t(1));
        QCOMPARE(deployment.masters[0].id, MasterId("a"));
        QCOMPARE(deployment.masters[0].label(), std::string("redis://h:6379"));
        QVERIFY(deployment.patterns.empty());
        QCOMPARE(deployment.interval, 1000ms);
        QCOMPARE(deployment.thresholds, config::Thresholds{});
    }

    void aClassMayBeUnknown()
    {
        const auto named = deploymentsOf(kHead + "class = \"unclassified\"\n");
        QCOMPARE(named.at(0).deploymentClass, DeploymentClass::Unclassified);
        QVERIFY(named[0].isReadOnly);
        const auto again = deploymentsOf(config::formatDeployments(named).value());
        QCOMPARE(again.at(0).deploymentClass, DeploymentClass::Unclassified);
        const auto typed = config::deploymentFromUrls("typed", {"redis://h"}).value();
        QCOMPARE(typed.deploymentClass, DeploymentClass::Unclassified);
        QVERIFY(!typed.isReadOnly);
    }

    void theDocumentedExampleSaysWhatItShows()
    {
        const auto deployments = deploymentsOf(exampleOfTheDocument());
        QCOMPARE(deployments.size(), std::size_t(3));
        const Deployment& orders = deployments[0];
        QCOMPARE(orders.masters.size(), std::size_t(3));
        QCOMPARE(orders.masters[1].url.user, std::string("lockkeeper"));
        QCOMPARE(orders.masters[1].url.database, 1);
        QCOMPARE(orders.masters[1].password.environment, std::string("ORDERS_PASSWORD"));
        QCOMPARE(orders.masters[2].id, MasterId("dc2"));
        QCOMPARE(orders.masters[2].password.environment, std::string("DC2_PASSWORD"));
        QCOMPARE(orders.patterns.size(), std::size_t(2));
        QCOMPARE(orders.resweepInterval, 5min);
        QCOMPARE(orders.restartQuarantine, config::RestartQuarantine::Auto);
        QCOMPARE(orders.longestTtl, 1min);
        QCOMPARE(orders.thresholds.commandsPerSecond, 2000U);
        QCOMPARE(orders.formatHints.at(0).format, std::string("redis-py"));
        QCOMPARE(orders.formats.at(0).sinceUnit, UserFormat::SinceUnit::Seconds);
        const auto& billing = deployments[1].masters.at(0);
        QCOMPARE(deployments[1].deploymentClass, DeploymentClass::Staging);
        QVERIFY(!deployments[1].isReadOnly);
        QCOMPARE(billing.label(), std::string("sentinel://10.2.0.1:26379/billing-a"));
        QCOMPARE(billing.sentinel->sentinels.at(0).port, std::uint16_t(26379));
        QCOMPARE(billing.sentinel->sentinels.at(2).port, std::uint16_t(26380));
        QCOMPARE(billing.password.file, std::string("billing.password"));
        QCOMPARE(deployments[2].masters.at(0).clusterSeeds.size(), std::size_t(2));
    }

    void whatIsWrittenIsReadAgain()
    {
        auto deployments = deploymentsOf(exampleOfTheDocument());
        deployments[0].name = "or\"de\\rs \xc3\xa4";
        deployments[0].masters[0].url.user = "o:p@s/%";
        deployments[0].formatHints.push_back({"zz:*", "acme"});
        deployments[0].formatHints.push_back({"aa:*", "redlock"});
        deployments[0].interval = 1500ms;
        deployments[0].thresholds.timesUsual = 2.5;
        deployments[0].liveness = {.command = {"/usr/bin/is \"it\"", "--now"}, .within = 300ms};
        deployments[1].liveness = {.ask = config::Liveness::Ask::Kubernetes,
            .nameSpace = "prod",
            .container = "main",
            .context = "east"};
        const std::string text = config::formatDeployments(deployments).value();
        const auto again = deploymentsOf(text);
        QCOMPARE(again.size(), deployments.size());
        QCOMPARE(config::formatDeployments(again).value(), text);
        QCOMPARE(again[0].name, deployments[0].name);
        QCOMPARE(again[0].masters[0].url.user, std::string("o:p@s/%"));
        QCOMPARE(again[0].formatHints, deployments[0].formatHints);
        QCOMPARE(again[0].formats, deployments[0].formats);
        QCOMPARE(again[0].thresholds, deployments[0].thresholds);
        QCOMPARE(again[0].liveness, deployments[0].liveness);
        QCOMPARE(again[1].liveness, deployments[1].liveness);
        QCOMPARE(again[0].interval, 1500ms);
        QCOMPARE(again[1].masters[0].sentinel->sentinels.size(), std::size_t(3));
        QCOMPARE(again[1].masters[0].password, deployments[1].masters[0].password);
    }

    void whatIsSaidOfItselfIsReadAgain_data()
    {
        QTest::addColumn<std::string>("line");
        for (const std::string line : {"class = \"development\"", "class = \"staging\"",
                 "restart_quarantine = \"always\"", "restart_quarantine = \"off\"",
                 "[[deployment.sentinel]]\ngroup = \"g\"\nsentinels = [\"redis://h\"]\n"
                 "sentinel_password_env = \"A\"",
                 "[[deployment.sentinel]]\ngroup = \"g\"\nsentinels = [\"redis://h\"]\n"
                 "sentinel_password_file = \"b\"\nuser = \"ops\"\ndatabase = 3",
                 "history = \"postgresql://lk@h/locks?sslmode=verify-full\"",
                 "history = \"postgres:///locks\"\nhistory_password_env = \"A\"",
                 "history = \"postgresql://lk@h/locks\"\nhistory_password_file = \"b\""})
            QTest::newRow(line.c_str()) << line;
    }
    void whatIsSaidOfItselfIsReadAgain()
    {
        QFETCH(std::string, line);
        const auto first = deploymentsOf(kHead + line + "\n");
        QCOMPARE(first.size(), std::size_t(1));
        const std::string text = config::formatDeployments(first).value();
        std::string last = line.substr(line.rfind('\n') + 1);
        QVERIFY2(text.find("\n" + last + "\n") != std::string::npos, text.c_str());
        QCOMPARE(config::formatDeployments(deploymentsOf(text)).value(), text);
    }

    void aPasswordOfSentinelsIsNeverWritten()
    {
        auto deployments = deploymentsOf("[[deployment]]\nname = \"x\"\n[[deployment.sentinel]]\n"
                                         "group = \"g\"\nsentinels = [\"redis://h\"]\n");
        auto& group = deployments.at(0).masters.at(0).sentinel.value();
        QVERIFY(config::formatDeployments(deployments).has_value());
        group.sentinels[0].password = Secret("canary");
        const auto refused = config::formatDeployments(deployments);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().text.find("canary") == std::string::npos);
        group.password.file = "sentinels.password";
        const auto text = config::formatDeployments(deployments).value();
        QVERIFY(text.find("canary") == std::string::npos);
    }

    void aPasswordOfAHistoryIsNeverWritten()
    {
        auto deployments = deploymentsOf(kHead + "history = \"postgresql://u@h/d\"\n");
        deployments[0].history.password = Secret("canary");
        const auto refused = config::formatDeployments(deployments);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().text.find("canary") == std::string::npos);
    }

    void aPasswordIsNeverWritten()
    {
        auto deployments = deploymentsOf(kHead);
        deployments[0].masters[0].url.password = Secret("canary");
        const auto refused = config::formatDeployments(deployments);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().text.find("canary") == std::string::npos);
        deployments[0].masters[0].password.environment = "NAME";
        const auto text = config::formatDeployments(deployments).value();
        QVERIFY(text.find("canary") == std::string::npos);
        QVERIFY(text.find("password_env = \"NAME\"") != std::string::npos);
    }

    void whatCouldNotBeReadAgainIsNotWritten()
    {
        auto deployments = deploymentsOf(kHead + kHead);
        deployments.push_back(deployments.at(0));
        QVERIFY(!config::formatDeployments(deployments).has_value());
        deployments.pop_back();
        deployments[0].name = "\xff\xfe";
        QVERIFY(!config::formatDeployments(deployments).has_value());
        deployments[0].name = "x";
        deployments[0].timeout = -5ms;
        QVERIFY(!config::formatDeployments(deployments).has_value());
    }

    void saysWhereAndWhat_data()
    {
        const auto row = columns<std::string, int, std::string>();
        const auto with = [](const std::string& line) { return kHead + line + "\n"; };
        row("no TOML", "[[deployment]\nname=", 1, "no TOML");
        row("a letter behind a value", "a = \"b\"\u00fc\n", 1, "no TOML");
        row("a table of no name", "[[=\n", 1, "no TOML");
        row("unknown key", with("read_olny = true"), 4, "did you mean 'read_only'?");
        row("nothing near", with("frobnicate = 1"), 4, "remove it");
        row("unknown table", "[deployments]\n", 1, "did you mean 'deployment'?");
        row("no name", "[[deployment]]\nmasters = [\"redis://h\"]", 1, "has no name");
        row("empty name", "[[deployment]]\nname = \"\"\nmasters = [\"redis://h\"]", 2, "1 to 64");
        row("no masters", "[[deployment]]\nname = \"x\"", 1, "has no masters");
        row("name twice", kHead + kHead, 4, "name of another");
        row("class", with("class = \"prod\""), 4, "production, staging, development");
        row("flag", with("read_only = \"no\""), 4, "true or false");
        row("number for a time", with("timeout = 5"), 4, "\"30s\"");
        row("time without unit", with("timeout = \"5\""), 4, "no unit");
        row("negative time", with("sweep_interval = \"-5s\""), 4, "no time");
        row("short time", with("sweep_interval = \"1ms\""), 4, "at least 100ms");
        row("glob", with("patterns = [\"lock:[\"]"), 4, "without its ]");
        row("empty glob", with("patterns = [\"\"]"), 4, "empty");
        row("NUL in a glob", with("patterns = [\"a\\u0000\"]"), 4, "NUL");
        row("patterns as text", with("patterns = \"lock:*\""), 4, "a list");
        row("not a number", with("thresholds = { times_usual = nan }"), 4, "a number from 1");
        row("negative number", with("thresholds = { commands_per_second = -1 }"), 4, "from 0");
        row("no command", with("liveness = { within = \"1s\" }"), 4, "has no command");
        row("a part of a path", with("liveness = { command = [\"is-alive\"] }"), 4,
            "begin it with a /");
        row("nobody to ask", with("liveness = { ask = \"docker\" }"), 4,
            "\"kubernetes\" or \"ssh\"");
        row("two to ask", with("liveness = { ask = \"ssh\", command = [\"/x\"] }"), 4, "both");
        row("a namespace of ssh", with("liveness = { ask = \"ssh\", namespace = \"x\" }"), 4,
            "namespace");
        row("no time", with("liveness = { command = [\"/x\"], within = \"soon\" }"), 4, "within");
        row("unknown threshold", with("thresholds = { max_leese = \"1h\" }"), 4, "'max_lease'");
        row("URL", "[[deployment]]\nname = \"x\"\nmasters = [\n\"redis://h:port\"]", 4, "port");
        row("master twice",
            "[[deployment]]\nname = \"x\"\nmasters = [\"redis://h\", \"redis://h\"]", 1, "twice");
        row("id twice",
            "[[deployment]]\nname = \"x\"\nmasters = [\"redis://h\", { id = \"a\", url = "
            "\"redis://i\" }]",
            1, "the id 'a'");
        row("group without sentinels",
            "[[deployment]]\nname = \"x\"\n[[deployment.sentinel]]\ngroup = \"g\"", 3, "no server");
        row("group without name",
            "[[deployment]]\nname = \"x\"\n[[deployment.sentinel]]\nsentinels = [\"redis://h\"]", 3,
            "has no group");
        row("database of a cluster",
            "[[deployment]]\nname = \"x\"\n[deployment.cluster]\nseeds = [\"redis://h/1\"]", 4,
            "without a database");
        row("two passwords", with("password_env = \"A\"\npassword_file = \"b\""), 5, "keep one");
        row("NUL", std::string("# fine\n\0", 8), 2, "NUL byte");
    }
    void saysWhereAndWhat()
    {
        const auto [text, line, hint] = fetch<std::string, int, std::string>();
        const auto parsed = parseDeployments(text, "/etc/d.toml", {"redis-py", "lk1"});
        QCOMPARE(parsed.errors.size(), std::size_t(1));
        const std::string& error = parsed.errors[0].text;
        const std::string place = "/etc/d.toml:" + std::to_string(line) + ": ";
        QVERIFY2(error.starts_with(place), error.c_str());
        QVERIFY2(error.find(hint) != std::string::npos, error.c_str());
        QVERIFY2(error.find('\n') == std::string::npos, error.c_str());
    }

    void saysWhereAHistoryIsWrong_data()
    {
        const auto row = columns<std::string, int, std::string>();
        const auto with = [](const std::string& line) { return kHead + line + "\n"; };
        row("a history that is a file", with("history = \"/var/lib/h.sqlite\""), 4,
            "a history here is postgresql://user@host/database");
        row("a password of no history", with("history_password_env = \"A\""), 1, "no history");
        row("a password in a history's URL", with("history = \"postgresql://u:p@h/d\""), 4,
            "a password does not belong into this file");
        row("a password among its parameters", with("history = \"postgresql://h/d?password=p\""), 4,
            "has a password among its parameters");
        row("two passwords of a history",
            with("history = \"postgresql://h/d\"\nhistory_password_env = \"A\"\n"
                 "history_password_file = \"b\""),
            6, "keep one");
    }
    void saysWhereAHistoryIsWrong() { saysWhereAndWhat(); }

    void saysWhereANameOrAValueIsWrong_data()
    {
        const auto row = columns<std::string, int, std::string>();
        const auto with = [](const std::string& line) { return kHead + line + "\n"; };
        row("name with a control character",
            "[[deployment]]\nname = \"a\\u007f\"\nmasters = [\"redis://h\"]", 2, "control");
        row("id with a control character",
            "[[deployment]]\nname = \"x\"\nmasters = [{ id = \"\\t\", url = \"redis://h\" }]", 3,
            "id must be 1 to 64 bytes long, without control characters");
        row("a socket as a Sentinel",
            "[[deployment]]\nname = \"x\"\n[[deployment.sentinel]]\ngroup = \"g\"\n"
            "sentinels = [\"unix:///s\"]",
            5, "without a database");
        row("two passwords of Sentinels",
            "[[deployment]]\nname = \"x\"\n[[deployment.sentinel]]\ngroup = \"g\"\n"
            "sentinels = [\"redis://h\"]\nsentinel_password_env = \"A\"\n"
            "sentinel_password_file = \"b\"",
            3, "keep one");
        row("variable and value", with("password_env = \"A=secret\""), 4, "without = and value");
        row("no variable", with("password_env = \"\""), 4, "is empty; remove it");
        row("text for a number", with("thresholds = { times_usual = \"3\" }"), 4, "a number");
        row("large number", with("thresholds = { commands_per_second = 1e18 }"), 4, "a number");
        row("hints as text", with("format_hints = \"lk1\""), 4, "a table of lines");
        row("hint for a number", with("format_hints = { \"a:*\" = 1 }"), 4, "text in quotes");
        row("thresholds as text", with("thresholds = \"5s\""), 4, "must be a table");
        row("deployment as text", "deployment = \"orders\"", 1, "a list of tables");
        row("deployment as a list of texts", "deployment = [\"orders\"]", 1, "must be a table");
    }
    void saysWhereANameOrAValueIsWrong() { saysWhereAndWhat(); }

    void saysWhereAFormatIsWrong_data()
    {
        const auto row = columns<std::string, int, std::string>();
        const auto with = [](const std::string& line) { return kHead + line + "\n"; };
        row("hint for nothing", with("format_hints = { \"lock:*\" = \"\" }"), 4, "names no format");
        row("hint with bad glob", with("format_hints = { \"[\" = \"lk1\" }"), 4, "without its ]");
        row("hint for an unknown format", with("format_hints = { \"l:*\" = \"redis-yp\" }"), 4,
            "there is no lock format 'redis-yp'; did you mean 'redis-py'?");
        row("hint for no format at all", with("format_hints = { \"l:*\" = \"frobnicate\" }"), 4,
            "there is no lock format 'frobnicate'; write one of docs/formats.md, or describe your "
            "own by [[deployment.format]]");
        row("format of a built-in name",
            with("[[deployment.format]]\nname = \"lk1\"\nkeys = \"*\""), 4,
            "has the name of a built-in format; rename it");
        row("bad regex", with("[[deployment.format]]\nname = \"f\"\nkeys = \"*\"\nvalue = '(a'"), 7,
            "wrong at");
        row("bad group",
            with("[[deployment.format]]\nname = \"f\"\nkeys = \"*\"\nvalue = '(?<x>a)'"), 7, "'x'");
        row("bad regex for a hash",
            with(
                "[[deployment.format]]\nname = \"f\"\nkeys = \"*\"\ntype = \"hash\"\nvalue = '(a'"),
            8, "wrong at");
        row("format without keys", with("[[deployment.format]]\nname = \"f\""), 4, "has no keys");
        row("format twice",
            with("[[deployment.format]]\nname = \"f\"\nkeys = \"*\"\n"
                 "[[deployment.format]]\nname = \"f\"\nkeys = \"*\""),
            7, "rename it");
    }
    void saysWhereAFormatIsWrong() { saysWhereAndWhat(); }

    void refusesMoreMastersThanCanBeWatched()
    {
        for (const std::size_t count : {config::kMostMasters, config::kMostMasters + 1}) {
            std::string text = "[[deployment]]\nname = \"x\"\nmasters = [";
            std::vector<std::string> urls;
            for (std::size_t i = 0; i < count; ++i) {
                urls.push_back("redis://h" + std::to_string(i));
                text.append("\"").append(urls.back()).append("\",");
            }
            const auto parsed = parseDeployments(text + "]\n", "f");
            const bool isAllowed = count == config::kMostMasters;
            QCOMPARE(parsed.errors.size(), isAllowed ? std::size_t(0) : std::size_t(1));
            if (!isAllowed)
                QVERIFY(parsed.errors[0].text.find("more than 64 masters") != std::string::npos);
            QCOMPARE(config::deploymentFromUrls("x", urls).has_value(), isAllowed);
        }
    }

    void refusesPasswordsWithoutRepeatingThem()
    {
        for (const std::string line : {"masters = [\"redis://u:canary@h\"]",
                 "password = \"canary\"", "masters = [\"redis://:canary@h:port\"]",
                 "sentinel = [{ group = \"g\", sentinels = [\"redis://:canary@h\"] }]",
                 "cluster = { seeds = [\"redis://:canary@h\"] }"}) {
            const auto parsed
                = parseDeployments("[[deployment]]\nname = \"x\"\n" + line + "\n", "f");
            QVERIFY(parsed.deployments.empty());
            QVERIFY(!parsed.errors.empty());
            for (const Error& error : parsed.errors)
                QVERIFY2(error.text.find("canary") == std::string::npos, error.text.c_str());
        }
    }

    void aHintMayNameABuiltInFormatOrOneOfItsOwn()
    {
        const auto parsed = parseDeployments(kHead
                + "format_hints = { \"a:*\" = \"redis-py\", \"b:*\" = \"acme\" }\n"
                  "[[deployment.format]]\nname = \"acme\"\nkeys = \"acme:*\"\n",
            "f", {"redis-py"});
        QVERIFY2(parsed.errors.empty(), parsed.errors.empty() ? "" : parsed.errors[0].text.c_str());
        QCOMPARE(parsed.deployments.at(0).formatHints.size(), std::size_t(2));
    }

    void aFormatOfAnyTypeMayHaveAnExpression()
    {
        for (const char* type : {"string", "hash", "list", "set", "zset"}) {
            const auto deployments = deploymentsOf(kHead
                + "[[deployment.format]]\nname = \"f\"\nkeys = \"*\"\ntype = \"" + type
                + "\"\nvalue = '(?<host>.+)'\n");
            QCOMPARE(deployments.size(), std::size_t(1));
            QCOMPARE(deployments[0].formats.at(0).value, std::string("(?<host>.+)"));
            const auto again = deploymentsOf(config::formatDeployments(deployments).value());
            QCOMPARE(again.at(0).formats, deployments[0].formats);
        }
    }

    void aBrokenDeploymentDoesNotTakeTheOthersAlong()
    {
        const auto parsed
            = parseDeployments("[[deployment]]\nname = \"bad\"\nmasters = [\"x\"]\n" + kHead, "f");
        QCOMPARE(parsed.errors.size(), std::size_t(1));
        QCOMPARE(parsed.deployments.size(), std::size_t(1));
        QCOMPARE(parsed.deployments[0].name, std::string("orders"));
        QCOMPARE(parsed.broken, (std::vector{config::BrokenDeployment{"bad", parsed.errors[0]}}));
    }

    void whatIsBrokenIsNamedOnceWhateverItsErrors()
    {
        const auto parsed = parseDeployments("[[deployment]]\nmasters = [\"x\", \"y\"]\n" + kHead
                + "[[deployment]]\nname = \"orders\"\nmasters = [\"redis://h\"]\n[other]\n",
            "f");
        QVERIFY(parsed.errors.size() > 3);
        QCOMPARE(parsed.broken.size(), std::size_t(3));
        QCOMPARE(parsed.broken[0].name, std::string());
        QCOMPARE(parsed.broken[1].name, std::string("orders"));
        QVERIFY(parsed.broken[1].error.text.find("name of another one") != std::string::npos);
        QCOMPARE(parsed.broken[2], (config::BrokenDeployment{"", parsed.errors.back()}));
    }

    void hostileTextIsRefusedInOneLine()
    {
        const std::string deep = "x = " + std::string(100'000, '[');
        for (const std::string& text : {deep, std::string("\xff\xfe\x00", 3), std::string("\"\n"),
                 "[[deployment]]\nname = \"" + std::string(500'000, 'x') + "\"\n",
                 "[[deployment]]\n" + std::string(100'000, 'k') + " = 1\n",
                 std::string("[[deployment]]\n\"a\\nb\" = 1\n")}) {
            const auto parsed = parseDeployments(text, "f");
            QVERIFY(parsed.deployments.empty());
            QVERIFY(!parsed.errors.empty());
            for (const Error& error : parsed.errors) {
                QVERIFY(error.text.size() < 1000);
                QVERIFY2(error.text.find('\n') == std::string::npos, error.text.c_str());
            }
        }
    }
};

LOCKKEEPER_TEST(ParseDeploymentsTest)

} // namespace lockkeeper::tests::parse_deployments_test

#include "parse_deployments_test.moc"
