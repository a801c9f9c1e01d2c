// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/freed.h"
#include "core/output/incident_words.h"
#include "core/output/waits_json.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::incident_words_test {

using namespace lockkeeper::output;
using history::End;

namespace {

const WallTime kNoon(std::chrono::seconds(1'750'000'000));
const std::string kNoonText = "2025-06-15 15:06:40 UTC";

history::Interval ended(std::optional<End> end)
{
    return {.resource = Resource("a"),
        .token = Fingerprint::ofString("t"),
        .lastSeen = kNoon,
        .end = end};
}

/// A report of one lock that somebody took from another one at noon.
Incident taken()
{
    IncidentLock lock{.resource = Resource("cron:bill")};
    lock.deeds.push_back({.intent = {.id = "1",
                              .time = kNoon,
                              .action = "release",
                              .tokenSha1 = Fingerprint::ofString("old").hex()}});
    return {.deployment = "prod", .quorum = 1, .masters = 1, .locks = {std::move(lock)}};
}

std::string nextOf(const Incident& incident)
{
    const IncidentLock& lock = incident.locks.front();
    return nextText(lock, lock.deeds.front(), [](const std::string& text) { return text; });
}

QJsonObject waitsJson(const observe::Waits& waits, const std::optional<Resource>& only)
{
    JsonWriter out;
    out.openObject();
    writeWaits(out, waits, only);
    out.closeObject();
    return QJsonDocument::fromJson(QByteArray::fromStdString(out.text())).object();
}

} // namespace

class IncidentWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFormThatManyWriteIsNoLibrary()
    {
        history::Interval interval = ended(End::Released);
        const auto library = [&](const char* format, std::optional<observe::Certainty> certainty) {
            interval.format = format;
            interval.certainty = certainty;
            return recordedLibrary(interval);
        };
        using observe::Certainty;
        QCOMPARE(library("node-redlock", Certainty::Likely), std::string("32 hex digits"));
        QCOMPARE(library("redlock-rb", Certainty::Possible), std::string("a UUID"));
        QCOMPARE(library("node-redlock", Certainty::Certain), std::string("node-redlock"));
        QCOMPARE(library("node-redlock", std::nullopt), std::string("node-redlock"));
        QCOMPARE(library("redis-py", Certainty::Likely), std::string("redis-py"));
    }

    void theJournalTellsWhoFreed()
    {
        history::Interval interval = ended(End::NextHolder);
        interval.endedAt = kNoon;
        release::Deed deed{.intent = {.id = "1",
                               .time = kNoon - 1s,
                               .action = "release",
                               .osUser = "ada",
                               .resource = "a",
                               .tokenSha1 = interval.token.hex()}};
        const auto textWith = [&] {
            std::vector<history::Interval> intervals{interval};
            noteWhoFreed(intervals, {deed});
            return endText(intervals.front());
        };
        QCOMPARE(textWith(), std::string("next holder at once")); // no result
        deed.result = release::JournalResult{
            .id = "1", .time = kNoon, .outcomes = {{.master = "a", .result = "already-gone"}}};
        QCOMPARE(textWith(), std::string("next holder at once"));
        deed.result->outcomes = {{.master = "a", .result = "released"}};
        QCOMPARE(textWith(), std::string("freed by ada, next holder at once"));
        interval.end = End::Released;
        QCOMPARE(textWith(), std::string("freed by ada"));
        interval.endedAt = kNoon + 1min; // another time with the same value
        QCOMPARE(textWith(), std::string("released, deleted or overwritten"));
    }

    void everyEndHasWordsOfItsOwn()
    {
        std::set<std::string> texts;
        std::set<std::string> names;
        for (const End end :
            {End::Released, End::Expired, End::NextHolder, End::Unknown, End::Revoked, End::Lost}) {
            texts.insert(endText(ended(end)));
            names.insert(nameOf(end));
        }
        QCOMPARE(texts.size(), std::size_t(6));
        QCOMPARE(names.size(), std::size_t(6));
        QCOMPARE(endText(ended({})), "not yet, as of " + kNoonText);
    }

    void aSpanHasItsEnds()
    {
        Incident incident;
        QCOMPARE(spanText(incident), std::string("from the beginning until now"));
        incident.span = {.from = kNoon, .to = kNoon};
        QCOMPARE(spanText(incident), "from " + kNoonText + " until " + kNoonText);
        QVERIFY(asMarkdown(incident).find("**Covers:** from " + kNoonText) != std::string::npos);
        const auto json
            = QJsonDocument::fromJson(QByteArray::fromStdString(asJson(incident))).object();
        QCOMPARE(json[QStringLiteral("to_unix_ms")].toDouble(), 1'750'000'000'000.0);
    }

    void fewSamplesAreNotToldAsAHabit()
    {
        QCOMPARE(usualText({.samples = 1, .median = 3s, .p99 = 3s}),
            std::string("held once, for 3.0 s"));
        QCOMPARE(usualText({.samples = 2, .median = 3s, .p99 = 5s}),
            std::string(
                "held 2 times: half of them for at most 3.0 s, all of them for at most 5.0 s"));
        QCOMPARE(usualText({.samples = 120, .median = 3s, .p99 = 3s}),
            std::string("usually held for 3.0 s; of 120 times, 99 % for at most 3.0 s"));
        QCOMPARE(handOversText({.samples = 1, .median = 200ms}),
            std::string("1 hand-over, within 0.2 s"));
        QCOMPARE(handOversText({.samples = 2, .median = 200ms, .p99 = 5s}),
            std::string("2 hand-overs: half of them within 0.2 s, the slowest within 5.0 s"));
        QVERIFY(handOversText({.samples = 200, .p99 = 5s}).ends_with(", 99 % within 5.0 s"));
    }

    void aVoteTellsItsTokenAndTtl()
    {
        QCOMPARE(voteText({.master = "a", .state = "free"}), std::string("a free"));
        QCOMPARE(voteText({.master = "a", .state = "held", .token = "aabbccddee"}),
            std::string("a held aabbccdd without TTL"));
        QCOMPARE(voteText({.master = "a", .state = "held", .token = "aabbccddee", .ttl = 24s}),
            std::string("a held aabbccdd, 24 s left"));
    }

    void anUnknownNameOfTheJournalIsKept()
    {
        QCOMPARE(evidenceText("made-up"), std::string("made-up"));
        QCOMPARE(resultText("made-up"), std::string("made-up"));
        QCOMPARE(summaryOf({.id = "1", .acquired = "made\nup"}), std::string("made\\nup"));
        const auto unknown = summaryOf({.id = "1", .outcomes = {{.master = "a", .result = "?"}}});
        QVERIFY2(
            unknown.find("did not tell whether it was done") != std::string::npos, unknown.c_str());
    }

    void aChangeFromNothingIsShown()
    {
        QCOMPARE(changeText({.to = observe::Verdict::Held}), std::string("? -> held"));
    }

    void aLockThatNobodyTookMayBeFree()
    {
        Incident incident = taken();
        const std::string nobody = "nobody was seen to take it";
        QCOMPARE(nextOf(incident), nobody);
        auto& present = incident.locks.front().present;
        present = Sight{};
        QCOMPARE(nextOf(incident), nobody + "; it was free when this report was made");
        present = Sight{.isOtherKey = true};
        QCOMPARE(nextOf(incident), nobody);
        present = Sight{.failures = {{ErrorClass::Timeout, "no reply", MasterId("a")}}};
        QCOMPARE(nextOf(incident), nobody);
        auto entry = std::make_shared<observe::LockEntry>();
        entry->votes.push_back({MasterId("a"), observe::VoteState::Free});
        present = Sight{.entry = entry};
        QCOMPARE(nextOf(incident), nobody);
    }

    void theNextHolderIsKnownSinceWhenItTookTheLock()
    {
        Incident incident = taken();
        incident.madeAt = kNoon + 10s;
        incident.madeAtSteady = SteadyTime(1h);
        auto entry = std::make_shared<observe::LockEntry>();
        entry->firstSeen = incident.madeAtSteady - 4s; // by the report itself
        entry->packedLock
            = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
                .format = "lk1",
                .holder = {.host = "web-4"}});
        entry->votes.push_back(
            {MasterId("a"), observe::VoteState::Held, Fingerprint::ofString("new")});
        incident.locks.front().present = Sight{.entry = entry};
        QVERIFY(nextOf(incident).find("after") == std::string::npos);
        entry->packedLock
            = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
                .format = "lk1",
                .holder = {.host = "web-4", .since = kNoon + 2s}});
        QVERIFY(nextOf(incident).ends_with(", after 2.0 s"));
        // A lock of before is one whose clock is wrong.
        entry->packedLock
            = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
                .format = "lk1",
                .holder = {.host = "web-4", .since = kNoon - 2s}});
        QVERIFY(nextOf(incident).find("after") == std::string::npos);
        incident.locks.front().deeds.front().intent.time.reset();
        QCOMPARE(nextOf(incident), std::string("nobody was seen to take it"));
    }

    void markdownTellsWhatAJournalLacks()
    {
        Incident incident = taken();
        incident.unreadableLines = 1;
        release::Deed& deed = incident.locks.front().deeds.front();
        deed.intent.votes = {{.master = "a", .state = "free"}, {.master = "b", .state = "held"}};
        deed.intent.masters
            = {{.id = "a", .url = "redis://one"}, {.id = "b", .url = "redis://two", .user = "ops"}};
        deed.intent.time.reset();
        std::string text = asMarkdown(incident);
        for (const char* part : {"**Journal:** 1 line can't be read", "Done at an unknown time",
                 "**Votes then:** `a free`, `b held`",
                 "**Planned:** to `a` (`redis://one`), `b` (`redis://two`, user `ops`)",
                 "**Result:** not known: the journal does not tell"})
            QVERIFY2(text.find(part) != std::string::npos, part);
        deed.intent.masters.clear();
        deed.result = release::JournalResult{.id = "1",
            .outcomes
            = {{.master = "a", .result = "released", .error = "waiters were not notified"}}};
        text = asMarkdown(incident);
        QVERIFY(text.find("**Planned:** not told") != std::string::npos);
        QVERIFY(text.find("| `waiters were not notified` |") != std::string::npos);
    }

    void actionsElsewhereAreCounted()
    {
        Incident incident{.deployment = "prod", .deedsElsewhere = 1};
        QVERIFY(asMarkdown(incident).find("**Journal:** 1 action on other masters is left out")
            != std::string::npos);
        incident.deedsElsewhere = 2;
        incident.resource = Resource("a");
        incident.locks = {{.resource = Resource("a")}};
        QVERIFY(asMarkdown(incident).find("**Journal:** 2 actions on other masters are left out")
            != std::string::npos);
    }

    void theVotesOfTheMomentAreShown()
    {
        Incident incident = taken();
        incident.madeAtSteady = SteadyTime(1h);
        auto entry = std::make_shared<observe::LockEntry>();
        entry->resource = Resource("cron:bill");
        entry->packedLock
            = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
                .format = "lk1",
                .holder = {.host = "web-4", .since = incident.madeAt - 5s}});
        const Fingerprint token = Fingerprint::ofString("new");
        entry->votes.push_back({.master = MasterId("a"),
            .state = observe::VoteState::Held,
            .token = token,
            .ttl = 30s,
            .readAt = incident.madeAtSteady - 2s});
        entry->votes.push_back({.master = MasterId("b"),
            .state = observe::VoteState::Error,
            .error = Error{ErrorClass::Busy, "BUSY", MasterId("b")}});
        entry->stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
        incident.locks.front().present = Sight{
            .entry = entry, .safety = release::SafetyVerdict{.safety = release::Safety::NotKnown}};
        const std::string text = asMarkdown(incident);
        for (const char* part : {"| 28 s |", "2.0 s ago", "not yet", "`BUSY`", "**Safety:** NOT",
                 "**Held:** ", "**Evidence:** "})
            QVERIFY2(text.find(part) != std::string::npos, part);
        QVERIFY(text.find(token.shortHex()) != std::string::npos);
        const auto json
            = QJsonDocument::fromJson(QByteArray::fromStdString(asJson(incident))).object();
        QCOMPARE(json[QStringLiteral("locks")][0][QStringLiteral("present")]
                     [QStringLiteral("safety")][QStringLiteral("verdict")]
                         .toString(),
            QStringLiteral("not-known"));
    }

    void jsonOfWaitsIsOfOneLockIfAskedFor()
    {
        const auto waiter = [](const char* resource) {
            return observe::Waiter{
                .announced = {.resources = {Resource(resource)}, .owner = {.host = "web"}}};
        };
        const observe::WaitCount many{.least = 2, .most = observe::WaitCount::kUnbounded};
        const observe::Waits waits({waiter("a"), waiter("b")}, {},
            {{Resource("a"), {"redisson", many}},
                {Resource("b"), {"redisson", {.least = 1, .most = 3}}}});
        const QJsonObject all = waitsJson(waits, std::nullopt);
        QCOMPARE(all[QStringLiteral("waiters")].toArray().size(), 2);
        const QJsonArray unnamed = all[QStringLiteral("unnamed_waiters")].toArray();
        QCOMPARE(unnamed.size(), 2);
        QVERIFY(unnamed[0][QStringLiteral("waiting_at_most")].isNull());
        QCOMPARE(unnamed[1][QStringLiteral("waiting_at_most")].toInt(), 3);
        const QJsonObject one = waitsJson(waits, Resource("b"));
        QCOMPARE(one[QStringLiteral("waiters")].toArray().size(), 1);
        QCOMPARE(one[QStringLiteral("unnamed_waiters")].toArray().size(), 1);
        QCOMPARE(one[QStringLiteral("unnamed_waiters")][0][QStringLiteral("waiting")].toInt(), 1);
    }
};

LOCKKEEPER_TEST(IncidentWordsTest)

} // namespace lockkeeper::tests::incident_words_test

#include "incident_words_test.moc"
