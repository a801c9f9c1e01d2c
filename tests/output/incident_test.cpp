// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/incident.h"
#include "core/output/incident_words.h"
#include "core/release/journal.h"
#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"

#include <fstream>

namespace lockkeeper::tests::incident_test {

using namespace lockkeeper::output;
using release::Deed;
using release::JournalIntent;

namespace {

const std::string kToken = "canary-token";

config::Deployment deployment(const std::string& url = "redis://ops:canary-password@10.0.0.1")
{
    return config::deploymentFromUrls("prod", {url}).value();
}

release::Plan planFor(const config::Deployment& deployment, const std::string& resource)
{
    observe::LockEntry entry;
    entry.resource = Resource(resource);
    entry.type = observe::ValueType::String;
    entry.packedLock = observe::PackedLock(
        observe::DecodedLock{.scope = observe::ValueScope::Acquisition, .format = "redis-py"});
    const Fingerprint token = Fingerprint::ofString(kToken);
    entry.votes.push_back({MasterId("a"), observe::VoteState::Held, token});
    entry.stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
    release::Plan plan = release::planRelease(deployment, entry, token).value();
    plan.shown
        = release::ShownSafety{release::Safety::Alive, "ALIVE: its process 812 runs on this host"};
    return plan;
}

/// A journal and a history in a directory of their own, and a report of them.
struct World {
    PrivateDirectory directory;
    ManualClock clock;
    std::filesystem::path journal = directory.path() / "journal.jsonl";

    void release(const std::string& resource, const std::string& reason = "INC-7",
        const config::Deployment& where = deployment(), const std::string& planId = {})
    {
        auto written = release::Journal::open(journal, clock);
        release::Plan plan = planFor(where, resource);
        plan.planId = planId;
        const auto id = written->writeIntent(plan, reason);
        QVERIFY(id);
        QVERIFY(written->writeResult(*id,
            {.outcomes = {{MasterId("a"), release::MasterResult::Released}},
                .isQuorumFreed = true}));
    }
    /// Three locks, who waited for them, and a master that was down.
    void record()
    {
        auto store = history::HistoryStore::open(
            {.place = directory.path() / "history.sqlite", .interval = 1h}, clock);
        QVERIFY(store);
        const auto at = [&](std::chrono::milliseconds time, std::vector<history::Sighting> seen) {
            recordIn(**store, batchAt(time, std::move(seen)));
        };
        at(0s, {goneFrom("cron:bill"), heldUntil("long", "l", 10h)});
        at(1s, {heldUntil("cron:bill", "one", 1min)});
        at(3s, {goneFrom("cron:bill")});
        at(3500ms, {heldUntil("cron:bill", "two", 10s)});
        at(20s, {seenAs("long", observe::Verdict::Split, "l")});
        at(21s, {heldUntil("long", "l", 10h)});
        at(30s, {goneFrom("cron:bill")});
        recordIn(**store, waitingAt(31s, {waitFor("w1", "long", 30s), waitFor("w2", "long", 31s)}));
        recordIn(**store, waitingAt(40s, {waitFor("w2", "long", 31s)}));
        at(45s, {heldUntil("open", "o", 10h)});
        history::Batch batch = batchAt(50s, {goneFrom("long")});
        batch.masters = {{MasterId("m2"), "down", "no reply"}};
        recordIn(**store, batch);
        QVERIFY((*store)->flush());
    }
    [[nodiscard]] IncidentQuestion question(const std::optional<Resource>& resource) const
    {
        return {.deployment = deployment(),
            .resource = resource,
            .journal = journal,
            .history = directory.path() / "history.sqlite"};
    }
    [[nodiscard]] Incident about(const std::string& resource) const
    {
        return gatherIncident(question(Resource(resource)), clock);
    }
    [[nodiscard]] Incident during(history::Window span) const
    {
        IncidentQuestion asked = question(std::nullopt);
        asked.span = span;
        return gatherIncident(asked, clock);
    }
};

QJsonObject jsonOf(const Incident& incident)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(asJson(incident))).object();
}

observe::LockEntryPtr heldAtPresent(const std::string& token)
{
    auto entry = std::make_shared<observe::LockEntry>();
    entry->resource = Resource("cron:bill");
    entry->packedLock = observe::PackedLock(observe::DecodedLock{
        .scope = observe::ValueScope::Acquisition, .format = "lk1", .holder = {.host = "web-4"}});
    entry->votes.push_back({MasterId("a"), observe::VoteState::Held, Fingerprint::ofString(token)});
    return entry;
}

} // namespace

class IncidentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatWasDecidedSentAndWhatCameOfIt()
    {
        World world;
        world.release("cron:bill", "INC-7 stuck");
        const Incident incident = world.about("cron:bill");
        QCOMPARE(incident.locks.size(), std::size_t(1));
        const QByteArray text = QByteArray::fromStdString(asMarkdown(incident));
        QVERIFY(text.startsWith("# Incident report: `cron:bill`\n"));
        QVERIFY(text.contains(": `INC-7 stuck`\n"));
        QVERIFY(text.contains("**Evidence then:** `no TTL`"));
        QVERIFY(text.contains("**Safety as shown:** `ALIVE: its process 812 runs on this host`"));
        const QByteArray token
            = QByteArray::fromStdString(Fingerprint::ofString(kToken).shortHex());
        QVERIFY(text.contains("**Token:** `" + token + "`, written by"));
        QVERIFY(text.contains("redis.call(\"DEL\", KEYS[1])"));
        QVERIFY(text.contains("released on 1 of 1 masters: freed"));
    }

    void theSummaryComesFirstAndSaysWhoDidWhatAndHowItEnded()
    {
        World world;
        world.release("cron:bill", "INC-7 stuck");
        Incident incident = world.about("cron:bill");
        incident.locks[0].present = Sight{};
        const QStringList lines
            = QString::fromStdString(asMarkdown(incident)).split(QLatin1Char('\n'));
        QCOMPARE(lines[2], QStringLiteral("- **What:** no TTL, before the latest action"));
        QCOMPARE(lines[3], QStringLiteral("- **Held:** not known since when"));
        QCOMPARE(lines[4], QStringLiteral("- **Waited:** nobody, as far as seen"));
        QVERIFY2(lines[5].startsWith(QStringLiteral("- **Done:** release by `"))
                && lines[5].endsWith(QStringLiteral(": `INC-7 stuck`")),
            qPrintable(lines[5]));
        QCOMPARE(lines[6], QStringLiteral("- **Outcome:** free: no master stores it"));
        QVERIFY(lines[7].isEmpty());
        QVERIFY(lines[8].startsWith(QStringLiteral("## ")));
        // Nothing of it is told again.
        QCOMPARE(lines.filter(QStringLiteral("INC-7")).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral("no master stores it")).size(), 1);
    }

    void theSummarySaysSinceWhenItIsHeldAndWhoWaitedHowLong()
    {
        World world;
        world.record();
        Incident incident = world.about("long");
        incident.madeAt = kHistoryWall + 60s;
        const lock::WaitAnnouncement announced{.resources = {Resource("long")},
            .owner = {.host = "web-4", .pid = 99, .app = "api"},
            .since = incident.madeAt - 5s};
        incident.locks[0].present = Sight{.waits = std::make_shared<const observe::Waits>(
                                              std::vector{observe::Waiter{.announced = announced}},
                                              std::vector<observe::Deadlock>())};
        const Summary summary = summaryOf(incident.locks[0], incident);
        QVERIFY2(summary.what.starts_with("last held by "), summary.what.c_str());
        QCOMPARE(summary.held,
            std::string("50 s, seen from 2025-06-15 15:06:40 UTC until 2025-06-15 15:07:30 UTC"));
        QCOMPARE(summary.waited,
            std::string("api@web-3 pid 812 for 10 s, api@web-4 pid 99 for 5.0 s so far"));
        QVERIFY(summary.done.empty());
    }

    void whatIsHeldNowIsHeldSinceTheHistorySawIt()
    {
        World world;
        world.record();
        Incident incident = world.about("open");
        incident.madeAt = kHistoryWall + 105s;
        const auto heldUnder = [](const std::string& token) {
            observe::LockEntry entry = *heldAtPresent(token);
            entry.resource = Resource("open");
            return Sight{.entry = std::make_shared<const observe::LockEntry>(entry)};
        };
        const auto held = [&] { return summaryOf(incident.locks[0], incident).held; };
        // It may have ended since.
        QVERIFY2(
            held().starts_with("at least ") && !held().starts_with("at least 1 m"), held().c_str());
        incident.locks[0].present = heldUnder("o");
        QVERIFY2(held().find("1 m 00 s, seen since 2025") != std::string::npos, held().c_str());
        incident.locks[0].present = heldUnder("another");
        QVERIFY2(held().find("since 2025") == std::string::npos, held().c_str());
    }

    void theSummaryNamesTheProblemThatIsSeenAndTheHolder()
    {
        World world;
        world.release("cron:bill");
        Incident incident = world.about("cron:bill");
        auto entry = std::make_shared<observe::LockEntry>(*heldAtPresent("another"));
        incident.locks[0].present = Sight{.entry = entry};
        Summary summary = summaryOf(incident.locks[0], incident);
        QCOMPARE(summary.what, std::string("no TTL, before the latest action"));
        QVERIFY2(summary.outcome.starts_with("held by web-4"), summary.outcome.c_str());
        QVERIFY2(summary.outcome.find("token") == std::string::npos, summary.outcome.c_str());
        entry->stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
        summary = summaryOf(incident.locks[0], incident);
        QCOMPARE(summary.what, std::string("never expires: no TTL"));
        const std::string text = asMarkdown(incident);
        QCOMPARE(text.find("**Holder:** `web-4`"), std::string::npos); // told above
    }

    void theSummaryTellsOfTheHolderThatSomethingWasDoneTo()
    {
        World world;
        world.record();
        world.release("cron:bill");
        Incident incident = world.about("cron:bill");
        incident.locks[0].deeds.back().intent.evidence.clear();
        incident.locks[0].deeds.back().intent.tokenSha1 = Fingerprint::ofString("two").hex();
        incident.locks[0].present = Sight{.entry = heldAtPresent("another")};
        Summary summary = summaryOf(incident.locks[0], incident);
        QCOMPARE(summary.what,
            std::string("nothing was wrong as far as seen, before the latest action"));
        QVERIFY2(summary.held.find("until") != std::string::npos, summary.held.c_str());
        QVERIFY2(summary.outcome.ends_with("now held by web-4"), summary.outcome.c_str());
        // What was not freed is told as it is.
        incident.locks[0].present = Sight{.entry = heldAtPresent("two")};
        summary = summaryOf(incident.locks[0], incident);
        QCOMPARE(summary.what, std::string("held, and nothing is wrong as far as seen"));
    }

    void theSummaryTellsTheLatestDeedsAndTheirReasonsOnce()
    {
        World world;
        for (const char* const reason : {"first", "second", "third", "fourth"})
            world.release("cron:bill", reason);
        const std::string text = asMarkdown(world.about("cron:bill"));
        QVERIFY(text.find("**Done:** 1 earlier; release by ") != std::string::npos);
        for (const char* const reason : {"`first`", "`second`", "`third`", "`fourth`"}) {
            QVERIFY2(text.find(reason) != std::string::npos, reason);
            QVERIFY2(text.find(reason) == text.rfind(reason), reason);
        }
        QVERIFY(text.find("**Reason:** `first`") != std::string::npos);
    }

    void aDeedThatFreedNothingIsNotToldAsOneThatDid()
    {
        World world;
        auto written = release::Journal::open(world.journal, world.clock);
        const auto id = written->writeIntent(planFor(deployment(), "cron:bill"), "INC-7");
        QVERIFY(id);
        const auto done = [&] {
            const Incident incident = world.about("cron:bill");
            return summaryOf(incident.locks[0], incident).done;
        };
        QVERIFY2(done().ends_with("(its result is not known)"), done().c_str());
        QVERIFY(written->writeResult(*id, {.hasHolderChanged = true}));
        QVERIFY2(done().ends_with(")"), done().c_str());
        QVERIFY2(done().find("holder") != std::string::npos, done().c_str());
    }

    void aScriptStandsOnceHoweverManyDeedsSentIt()
    {
        World world;
        world.release("cron:bill", "INC-7");
        world.release("cron:bill", "INC-8");
        const std::string text = asMarkdown(world.about("cron:bill"));
        const std::string script = "redis.call(\"DEL\", KEYS[1])";
        const std::size_t appendix = text.find("## Appendix");
        QVERIFY(text.find(script) != std::string::npos);
        QVERIFY(appendix < text.find(script));
        QCOMPARE(text.rfind(script), text.find(script));
        QVERIFY(text.find("**Command:** `EVAL (script 1) 1 cron:bill string ") < appendix);
    }

    void aCommandThatWasCutStaysAsItIs()
    {
        World world;
        world.release("cron:bill");
        Incident incident = world.about("cron:bill");
        incident.locks[0].deeds[0].intent.command = "EVAL 'return 1 \xe2\x80\xa6";
        const std::string text = asMarkdown(incident);
        QVERIFY(text.find("`EVAL 'return 1 \xe2\x80\xa6`") != std::string::npos);
        QCOMPARE(text.find("## Appendix"), std::string::npos);
    }

    void hasNeitherTokensNorPasswords()
    {
        World world;
        world.release("cron:bill");
        const Incident incident = world.about("cron:bill");
        for (const std::string& text : {asMarkdown(incident), asJson(incident)}) {
            QVERIFY(text.find(Fingerprint::ofString(kToken).hex()) != std::string::npos);
            QVERIFY(text.find("canary") == std::string::npos);
        }
    }

    void leavesOutWhatWasDoneToOtherLocksAndOnOtherMasters()
    {
        World world;
        world.release("another");
        world.release("cron:bill", "elsewhere", deployment("redis://10.0.0.9"));
        world.release("cron:bill", "here");
        const Incident incident = world.about("cron:bill");
        QCOMPARE(incident.locks.size(), std::size_t(1));
        QCOMPARE(incident.locks[0].deeds.size(), std::size_t(1));
        QCOMPARE(incident.locks[0].deeds[0].intent.reason, std::string("here"));
    }

    void ofASpanTellsOfAllLocksThatSomethingWasDoneTo()
    {
        World world;
        const WallTime start = world.clock.wallNow();
        world.release("before");
        world.clock.setWallNow(start + 1h);
        world.release("a");
        world.release("b");
        world.release("a");
        world.clock.setWallNow(start + 2h);
        world.release("after");
        const Incident incident = world.during({.from = start + 30min, .to = start + 90min});
        QCOMPARE(incident.locks.size(), std::size_t(2));
        QCOMPARE(incident.locks[0].resource, Resource("a"));
        QCOMPARE(incident.locks[0].deeds.size(), std::size_t(2));
        QCOMPARE(incident.locks[1].resource, Resource("b"));
    }

    void ofASpanAPlanIsALineForEachOfItsLocks()
    {
        World world;
        constexpr std::size_t kLocks = 200;
        for (std::size_t lock = 0; lock < kLocks; ++lock)
            world.release("job:" + std::to_string(lock), "INC-7", deployment(), "plan-1");
        world.release("other");
        const Incident incident = world.during({});
        QCOMPARE(incident.planned.size(), kLocks);
        // The latest of them have sections, too, behind those of single actions.
        QCOMPARE(incident.locks.size(), kMostLocks);
        QCOMPARE(incident.locks[0].resource, Resource("other"));
        QCOMPARE(incident.locks[1].resource, Resource("job:199"));
        QCOMPARE(incident.locks[1].deeds.size(), std::size_t(1));
        QCOMPARE(incident.locksLeftOut, std::size_t(0));
        const std::string text = asMarkdown(incident);
        QVERIFY2(
            text.find("49 of them have one below: there is room for 50 locks") != std::string::npos,
            text.c_str());
        QVERIFY2(text.find("## Freed together: plan `plan-1`") != std::string::npos, text.c_str());
        QVERIFY2(text.find("200 of 200 locks freed") != std::string::npos, text.c_str());
        QVERIFY(text.find("`job:0`") < text.find("`job:199`"));
        QCOMPARE(jsonOf(incident)[QLatin1String("planned")].toArray().size(), qsizetype{kLocks});
        // Of one lock, it is a deed like any other.
        QCOMPARE(world.about("job:7").locks.front().deeds.size(), std::size_t(1));
    }

    void ofASmallPlanEachLockHasASection()
    {
        World world;
        for (const char* lock : {"job:1", "job:2", "job:3"})
            world.release(lock, "INC-7", deployment(), "plan-1");
        world.release("job:2", "INC-8");
        const Incident incident = world.during({});
        QCOMPARE(incident.locks.size(), std::size_t(3));
        QCOMPARE(incident.locks[0].resource, Resource("job:2"));
        QCOMPARE(incident.locks[0].deeds.size(), std::size_t(2));
        QCOMPARE(incident.locks[0].deeds[1].intent.reason, std::string("INC-8"));
        const std::string text = asMarkdown(incident);
        QVERIFY(text.find("each of them has one below") != std::string::npos);
        QVERIFY(text.find("## Lock `job:3`") != std::string::npos);
        QVERIFY(text.find("at most 50 have a section") != std::string::npos);
    }

    void aRunThatWasStoppedSaysHowManyWerePlanned_data()
    {
        const auto row = columns<release::JournalPlan, QByteArray>();
        const release::JournalPlan begun{.id = "1", .plan = "plan-1", .locks = 20'024};
        row("its end is not known", begun,
            "2 of 2 locks freed; 20024 locks were planned, how it ended is not in the journal\n");
        release::JournalPlan ended = begun;
        ended.end = "stopped";
        ended.fates = {{"freed", 2}, {"gone-already", 1}, {"not-begun", 20'021}};
        row("stopped", ended,
            "2 of 20024 locks freed, 1 gone already, 20021 not begun; it was stopped\n");
        ended.end = "surprise";
        ended.fates = {{"freed", 5}, {"not-begun", 20'019}};
        row("begun before", ended,
            "5 of 20024 locks freed, 20019 not begun; the first surprise ended it; 3 of them were "
            "freed at other times, and are not in the table\n");
        ended.end = "of a newer version";
        ended.fates = {{"freed", 2}, {"*new*\n", 1}};
        row("newer", ended, "2 of 20024 locks freed, 1 \\*new\\*\\\\n\n");
    }
    void aRunThatWasStoppedSaysHowManyWerePlanned()
    {
        const auto [run, result] = fetch<release::JournalPlan, QByteArray>();
        World world;
        for (const char* const lock : {"job:1", "job:2"})
            world.release(lock, "INC-7", deployment(), "plan-1");
        QVERIFY(release::Journal::open(world.journal, world.clock)->writePlan(run));
        const Incident incident = world.during({});
        const auto text = QByteArray::fromStdString(asMarkdown(incident));
        QVERIFY2(text.contains("- **Result:** " + result), text);
        const QJsonValue told = jsonOf(incident)[QLatin1String("plans")][0];
        QCOMPARE(told[QLatin1String("locks")].toInt(), 20'024);
        QCOMPARE(told[QLatin1String("end")].isNull(), run.end.empty());
        // A report of one of the locks tells it, too.
        QVERIFY(asMarkdown(world.about("job:1")).find("`plan-1`: ") != std::string::npos);
    }

    void whatIsLeftOutIsSaid()
    {
        World world;
        for (std::size_t lock = 0; lock < kMostLocks + 3; ++lock)
            world.release("job:" + std::to_string(lock));
        const Incident incident = world.during({});
        QCOMPARE(incident.locks.size(), kMostLocks);
        QCOMPARE(incident.locksLeftOut, std::size_t(3));
        const std::string text = asMarkdown(incident);
        QVERIFY2(text.find("earlier actions on 3 locks are left out") != std::string::npos,
            text.c_str());
    }

    void namesTheNextHolderOfTheHistory()
    {
        World world;
        auto store = history::HistoryStore::open(
            {.place = world.directory.path() / "history.sqlite", .interval = 1h}, world.clock);
        QVERIFY(store);
        auto next = heldBy("cron:bill", "next-token");
        next.holder.host = "web-4";
        recordIn(**store, batchAt(0ms, {heldBy("cron:bill", kToken)}));
        recordIn(**store, batchAt(10'400ms, {next}));
        QVERIFY((*store)->flush());
        world.clock.setWallNow(kHistoryWall + 10s);
        world.release("cron:bill");
        const Incident incident = world.about("cron:bill");
        const auto found = nextHolder(incident.locks[0], incident.locks[0].deeds[0]);
        QVERIFY(found);
        QCOMPARE(found->token, Fingerprint::ofString("next-token").shortHex());
        QCOMPARE(found->holder, std::string("web-4"));
        QCOMPARE(found->after->count(), 400);
    }

    void withoutAHistoryTheNextHolderIsThePresentOne()
    {
        World world;
        world.release("cron:bill");
        Incident incident = world.about("cron:bill");
        const Deed& deed = incident.locks[0].deeds[0];
        incident.locks[0].present = Sight{.entry = heldAtPresent(kToken)};
        QVERIFY(!nextHolder(incident.locks[0], deed));
        incident.locks[0].present = Sight{.entry = heldAtPresent("another")};
        QCOMPARE(nextHolder(incident.locks[0], deed)->holder, std::string("web-4"));
    }

    void theJournalKnowsTheNextHolderBetterThanThePresent()
    {
        World world;
        world.release("cron:bill");
        const std::string id = world.about("cron:bill").locks[0].deeds[0].intent.id;
        auto journal = release::Journal::open(world.journal, world.clock);
        QVERIFY(journal->writeNext(
            {.id = id, .tokenSha1 = "aabbccdd00", .holder = "first", .after = 400ms}));
        QVERIFY(journal->writeNext({.id = id, .tokenSha1 = "0000000000", .holder = "second"}));
        Incident incident = world.about("cron:bill");
        incident.locks[0].present = Sight{.entry = heldAtPresent("another")};
        const auto next = nextHolder(incident.locks[0], incident.locks[0].deeds[0]);
        QCOMPARE(next->holder, std::string("first"));
        QCOMPARE(next->token, std::string("aabbccdd"));
        QCOMPARE(next->after->count(), 400);
    }

    void aDamagedJournalIsNamedNotHidden()
    {
        World world;
        std::filesystem::create_directory(world.journal);
        const Incident incident = world.about("cron:bill");
        QVERIFY(incident.journalError);
        QVERIFY(asMarkdown(incident).find("**Journal:** can't be read") != std::string::npos);
        QVERIFY(jsonOf(incident)[QStringLiteral("journal_error")].isString());
    }

    void aChangedJournalIsNamed()
    {
        World world;
        world.release("cron:bill", "INC-7");
        QVERIFY(jsonOf(world.about("cron:bill"))[QStringLiteral("journal_break")].isNull());
        QFile file(QString::fromStdString(world.journal.string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray changed = file.readAll().replace("INC-7", "INC-8");
        QVERIFY(file.resize(0) && file.seek(0));
        file.write(changed);
        file.close();
        const Incident incident = world.about("cron:bill");
        QVERIFY(asMarkdown(incident).find("its chain is broken: `line 1: it was changed")
            != std::string::npos);
        QVERIFY(jsonOf(incident)[QStringLiteral("journal_break")].toString().startsWith(
            QStringLiteral("line 1")));
    }

    void jsonHasWhatTheMarkdownHas()
    {
        World world;
        world.release("cron:bill", "INC-7");
        Incident incident = world.about("cron:bill");
        incident.locks[0].present = Sight{.entry = heldAtPresent("another")};
        const QJsonObject lock = jsonOf(incident)[QStringLiteral("locks")][0].toObject();
        const QJsonValue action = lock[QStringLiteral("actions")][0];
        QCOMPARE(lock[QStringLiteral("summary")][QStringLiteral("what")].toString(),
            QStringLiteral("no TTL, before the latest action"));
        QVERIFY(lock[QStringLiteral("summary")][QStringLiteral("waited")].isNull());
        QCOMPARE(action[QStringLiteral("reason")].toString(), QStringLiteral("INC-7"));
        QCOMPARE(action[QStringLiteral("safety")][QStringLiteral("verdict")].toString(),
            QStringLiteral("alive"));
        QVERIFY(action[QStringLiteral("sent")][QStringLiteral("command")].isString());
        QCOMPARE(action[QStringLiteral("result")][QStringLiteral("outcomes")][0]
                       [QStringLiteral("result")]
                           .toString(),
            QStringLiteral("released"));
        QCOMPARE(action[QStringLiteral("next")][QStringLiteral("holder")].toString(),
            QStringLiteral("web-4"));
        QCOMPARE(lock[QStringLiteral("present")][QStringLiteral("lock")][QStringLiteral("verdict")]
                     .toString(),
            QStringLiteral("held"));
    }

    void ofASpanTellsOfTheLocksThatWereHeldLongest()
    {
        World world;
        world.record();
        const Incident incident = world.during({});
        QCOMPARE(incident.locks.size(), std::size_t(3));
        QCOMPARE(incident.locks[0].resource, Resource("long"));
        const std::string text = asMarkdown(incident);
        for (const char* part : {"## Lock `long`", "## Lock `cron:bill`", "| expired |",
                 "| released, deleted or overwritten |", "not yet, as of ", "at least ",
                 "Held once, for ", "1 hand-over, within ", "held -> split", "| over |",
                 "| last seen ", "## Masters that failed", "| `m2` | `down` | `no reply` |",
                 "from the beginning until now"})
            QVERIFY2(text.find(part) != std::string::npos, part);
        const auto json = jsonOf(incident);
        const QJsonValue past = json[QStringLiteral("locks")][0][QStringLiteral("history")];
        QVERIFY(past.isObject());
    }

    void aHistoryThatCanNotBeReadIsNamedNotHidden()
    {
        World world;
        std::ofstream(world.directory.path() / "history.sqlite")
            << "this is no database, although it is as long as the header of one";
        const Incident incident = world.about("cron:bill");
        QVERIFY(incident.historyError);
        QVERIFY(!incident.locks[0].past);
        QVERIFY(asMarkdown(incident).find("**History:** can't be read") != std::string::npos);
    }

    void aLockThatIsNotInTheHistoryIsSaidNotToBe()
    {
        World world;
        world.record();
        const Incident incident = world.about("never seen");
        QVERIFY(asMarkdown(incident).find("Nothing is recorded of it.") != std::string::npos);
    }

    void tellsWhatCameOfAnAcquisition_data()
    {
        using enum release::AcquireResult;
        columns<release::AcquireResult, QByteArray>();
        const auto row = [](release::AcquireResult result, const char* text) {
            QTest::newRow(nameOf(result)) << result << QByteArray(text);
        };
        row(Acquired, ", acquired\n");
        row(Contended, ", not acquired: another owner held it\n");
        row(NoQuorum, ", not acquired: too few masters answered\n");
        row(Cancelled, ", not acquired: it was stopped\n");
        row(Failed, ", not acquired\n");
    }

    void tellsWhatCameOfAnAcquisition()
    {
        const auto [result, text] = fetch<release::AcquireResult, QByteArray>();
        World world;
        auto journal = release::Journal::open(world.journal, world.clock);
        const auto id = journal->writeIntent(deployment(), Resource("cron:bill"));
        QVERIFY(id);
        QVERIFY(journal->writeResult(*id, result, Fingerprint::ofString("mine")));
        const Incident incident = world.about("cron:bill");
        const auto markdown = QByteArray::fromStdString(asMarkdown(incident));
        QVERIFY2(markdown.contains(text), markdown);
        QVERIFY(markdown.contains(": `acquire`"));
        QVERIFY(!markdown.contains("**Reason:**"));
        QVERIFY(!markdown.contains("**Next:**"));
    }

    void aMasterIsKnownByItsPlace_data()
    {
        const auto row = columns<QString, bool>();
        row("the same", "redis://127.0.0.1:6380/2", true);
        row("by name", "redis://LOCALHOST:6380/2", true);
        row("with a login", "redis://ops:***@127.0.0.1:6380/2", true);
        row("another database", "redis://127.0.0.1:6380/3", false);
        row("another port", "redis://127.0.0.1:6381/2", false);
        row("a socket", "unix:///run/redis.sock?db=2", false);
        row("no URL", "somewhere", false);
    }

    void aMasterIsKnownByItsPlace()
    {
        const auto [asked, isIts] = fetch<QString, bool>();
        const auto here = deployment("redis://127.0.0.1:6380/2");
        const JournalIntent intent{
            .deployment = "another name", .masters = {{"x", asked.toStdString()}}};
        QCOMPARE(isOf(here, intent), isIts);
    }

    void anActionWithoutMastersIsKnownByItsDeployment()
    {
        QVERIFY(isOf(deployment(), {.deployment = "prod"}));
        QVERIFY(!isOf(deployment(), {.deployment = "staging"}));
    }

    void aTombstoneIsNoNextHolder()
    {
        World world;
        world.release("cron:bill");
        Incident incident = world.about("cron:bill");
        IncidentLock& lock = incident.locks[0];
        const auto takenBy = [&](const std::string& format) {
            history::Interval interval{.resource = lock.resource,
                .token = Fingerprint::ofString("another"),
                .format = format,
                .firstSeen = world.clock.wallNow() + 1s};
            lock.past = history::Timeline{.intervals = {interval}};
            return nextHolder(lock, lock.deeds[0]).has_value();
        };
        QVERIFY(takenBy("redis-py"));
        QVERIFY(!takenBy("lk1-revoked"));
    }

    void saysWhichMastersCouldNotBeAsked()
    {
        World world;
        Incident incident = world.about("cron:bill");
        QVERIFY(asMarkdown(incident).find("the masters were not asked") != std::string::npos);
        Sight sight{.failures = {{ErrorClass::Timeout, "no reply in time", MasterId("a")}}};
        incident.locks[0].present = sight;
        std::string text = asMarkdown(incident);
        QVERIFY(text.find("**Not asked:**") != std::string::npos);
        QVERIFY(text.find("not known: no master answered") != std::string::npos);
        incident.masters = 3;
        text = asMarkdown(incident);
        QVERIFY(text.find("no master that answered stores it") != std::string::npos);
        incident.locks[0].present = Sight{.isOtherKey = true};
        text = asMarkdown(incident);
        QVERIFY(text.find("a key, but no lock as far as known") != std::string::npos);
        incident.locks[0].present = Sight{};
        QVERIFY(asMarkdown(incident).find("free: no master stores it") != std::string::npos);
    }
};

LOCKKEEPER_TEST(IncidentTest)

} // namespace lockkeeper::tests::incident_test

#include "incident_test.moc"
