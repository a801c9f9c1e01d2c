// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/liveness.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <sys/stat.h>

namespace lockkeeper::tests::release_liveness_test {

using namespace lockkeeper::release;

namespace {

const SteadyTime kAt{100h};
const WallTime kStarted{1'750'000'000s};

config::Deployment asking(
    std::vector<std::string> command, std::vector<std::string> passwordVariables = {})
{
    config::Deployment deployment;
    deployment.liveness.command = std::move(command);
    deployment.passwordVariables = std::move(passwordVariables);
    return deployment;
}

} // namespace

/// What a deployment's own program says of a holder.
class ReleaseLivenessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theQuestionTellsWhatTheValueTells()
    {
        QCOMPARE(
            lifeQuestion({.host = "worker-7f", .pid = 12, .app = "cron", .detail = "n\"1\xff"}),
            std::string("{\"host\":\"worker-7f\",\"pid\":12,\"app\":\"cron\",\"detail\":"
                        "\"n\\\"1\\ufffd\"}\n"));
        QCOMPARE(lifeQuestion({}),
            std::string("{\"host\":null,\"pid\":null,\"app\":null,\"detail\":null}\n"));
    }

    void answers_data()
    {
        const auto row = columns<QString, QString, QString>();
        row("gone", u"{\"state\":\"gone\",\"reason\":\"pod ended 02:58\"}\n"_s, u"gone"_s,
            u"pod ended 02:58"_s);
        row("alive", u"{\"state\":\"alive\"}"_s, u"alive"_s, u""_s);
        row("unknown", u"{\"state\":\"unknown\",\"reason\":\"403\"}"_s, u"unknown"_s, u"403"_s);
        const QString noState
            = u"its answer has no \"state\" of \"alive\", \"gone\" or \"unknown\""_s;
        row("another word", u"{\"state\":\"dead\"}"_s, u"unknown"_s, noState);
        row("no state", u"{\"reason\":\"gone\"}"_s, u"unknown"_s, noState);
        row("a number", u"{\"state\":2}"_s, u"unknown"_s, noState);
        const QString noObject = u"its answer is no JSON object"_s;
        row("a word", u"gone"_s, u"unknown"_s, noObject);
        row("nothing", u""_s, u"unknown"_s, noObject);
        row("a list", u"[\"gone\"]"_s, u"unknown"_s, noObject);
        row("deep", QString(100'000, u'['), u"unknown"_s, noObject);
        row("more than one", u"{\"state\":\"gone\"}{\"state\":\"alive\"}"_s, u"unknown"_s,
            noObject);
    }
    void answers()
    {
        const auto [answer, life, reason] = fetch<QString, QString, QString>();
        const LifeReport report = parseLife(answer.toStdString(), kAt);
        QCOMPARE(QString::fromLatin1(nameOf(report.life)), life);
        QCOMPARE(QString::fromStdString(report.reason), reason);
        QCOMPARE(report.at, kAt);
    }

    void whoWasStartedLaterIsAnotherOne()
    {
        const LifeReport report
            = parseLife("{\"state\":\"alive\",\"started_unix_ms\":1750000000000}", kAt);
        QCOMPARE(*report.startedAt, kStarted);
        QCOMPARE(ofTaker(report, kStarted - 1h).life, Life::Gone);
        QCOMPARE(ofTaker(report, kStarted - 60s).life, Life::Gone);
        QCOMPARE(ofTaker(report, kStarted - 60s).reason,
            std::string("what has its name was started after the lock was taken"));
        LifeReport runs = report;
        runs.reason = "pod re-1 runs";
        QCOMPARE(ofTaker(runs, kStarted - 60s).reason,
            std::string("pod re-1 runs; it was started after the lock was taken"));
        QCOMPARE(ofTaker(report, kStarted - 59s).life, Life::Alive); // clocks may differ
        QCOMPARE(ofTaker(report, kStarted + 1h).life, Life::Alive);
        QCOMPARE(ofTaker(report, std::nullopt).life, Life::Alive);
        LifeReport unknown = report;
        unknown.life = Life::Unknown;
        QCOMPARE(ofTaker(unknown, kStarted - 1h).life, Life::Unknown);
    }

    void oneAnswerCountsForAllLocksOfAHolderForAWhile()
    {
        const QTemporaryDir directory;
        const std::string log = directory.filePath(u"asked"_s).toStdString();
        ManualClock clock;
        LivenessSource source(asking({"/bin/sh", "-c",
                                  "cat >>\"$0\"; echo '{\"state\":\"alive\",\"source\":\"test\","
                                  "\"started_unix_ms\":1750000000000}'",
                                  log}),
            clock);
        const auto asked = [&] {
            QFile file(QString::fromStdString(log));
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
        };
        const observe::Holder holder{.host = "web-3", .pid = 9, .since = kStarted + 1h};
        observe::Holder earlier = holder;
        earlier.since = kStarted - 1h;
        QCOMPARE(source.ask(holder)->life, Life::Alive);
        QCOMPARE(source.ask(earlier)->life, Life::Gone);
        QCOMPARE(source.ask(holder)->source, std::string("test"));
        QCOMPARE(asked(), 1);
        clock.advance(LivenessSource::kKept);
        QCOMPARE(source.ask(holder)->life, Life::Alive);
        QCOMPARE(asked(), 2);
        QVERIFY(source.ask({.host = "web-4", .pid = 9}));
        QCOMPARE(asked(), 3);
    }

    void manyAreAskedOnceEachAndAtTheSameTime()
    {
        const QTemporaryDir directory;
        const std::string fifo = directory.filePath(u"fifo"_s).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        // The one about a waits for the one about b, and b for a.
        ManualClock clock;
        config::Deployment deployment = asking({"/bin/sh", "-c",
            "read question; case $question in *'\"a\"'*) read word <\"$0\";;"
            " *'\"b\"'*) echo met >\"$0\";; esac; echo '{\"state\":\"gone\"}'",
            fifo});
        deployment.liveness.within = 60s;
        LivenessSource source(deployment, clock);
        const std::vector<observe::Holder> holders{
            {.host = "a"}, {.host = "b"}, {.pid = 9}, {.host = "c"}, {.host = "c"}, {.host = "c"}};
        std::map<std::size_t, std::optional<LifeReport>> told;
        source.askAll(holders, [&](std::size_t index, const std::optional<LifeReport>& said) {
            QVERIFY(told.emplace(index, said).second);
        });
        QCOMPARE(told.size(), holders.size());
        for (const auto& [index, said] : told)
            QVERIFY(index == 2 ? !said : said && said->life == Life::Gone);
    }

    void theProgramGetsNoPasswords()
    {
        qputenv("LK_TEST_PASSWORD", "secret");
        qputenv("LK_TEST_OTHER", "kept");
        ManualClock clock;
        LivenessSource source(
            asking({"/bin/sh", "-c",
                       "echo \"{\\\"state\\\":\\\"gone\\\","
                       "\\\"reason\\\":\\\"$LK_TEST_PASSWORD,$LK_TEST_OTHER\\\"}\""},
                {"LK_TEST_PASSWORD"}),
            clock);
        const auto said = source.ask({.host = "web-3"});
        QCOMPARE(said->reason, std::string(",kept"));
    }

    void nobodyIsAskedAfterAStop()
    {
        ManualClock clock;
        LivenessSource source(asking({"/bin/false"}), clock);
        std::stop_source stop;
        stop.request_stop();
        int told = 0;
        source.askAll(
            {{.host = "a"}, {.host = "b"}}, [&](std::size_t, const auto&) { ++told; },
            stop.get_token());
        QCOMPARE(told, 0);
    }

    void nobodyIsAskedWithoutAProgramOrAName()
    {
        ManualClock clock;
        QVERIFY(!LivenessSource(asking({}), clock).ask({.host = "web-3"}));
        QVERIFY(!LivenessSource(asking({"/bin/false"}), clock).ask({.pid = 9}));
    }

    void aFailureIsNotKnownAndSaysWhy()
    {
        ManualClock clock;
        LivenessSource source(asking({"/bin/false"}), clock);
        const auto report = source.ask({.host = "web-3"});
        QCOMPARE(report->life, Life::Unknown);
        QCOMPARE(report->source, std::string("false"));
        QCOMPARE(report->reason, std::string("/bin/false ended with code 1"));
    }
};

LOCKKEEPER_TEST(ReleaseLivenessTest)

} // namespace lockkeeper::tests::release_liveness_test

#include "release_liveness_test.moc"
