// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal_entry.h"
#include "core/release/report.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::release_journal_entry_test {

using namespace lockkeeper::release;
using namespace std::string_literals;

namespace {

const WallTime kTime = std::chrono::sys_days(2026y / 11 / 21) + 3h + 27min + 35s + 26ms;

JournalIntent fullIntent()
{
    return {.id = "17f0",
        .time = kTime,
        .action = "release",
        .osUser = "ops",
        .host = "jump-1",
        .pid = 4711,
        .deployment = "prod",
        .resource = "orders:42",
        .token = "3f1c90ab",
        .tokenSha1 = "3f1c90ab00000000000000000000000000000000",
        .type = "string",
        .format = "redis-py",
        .certainty = "likely",
        .safety = JournalSafety{"not-known", "NOT KNOWN: its process 812 is stopped"},
        .votes = {{"a", "held", "3f1c90ab00000000000000000000000000000000", 900ms},
            {"b", "held", "3f1c90ab00000000000000000000000000000000"}, {"c", "no-answer"}},
        .evidence = {"never-expires", "minority-leftover"},
        .wakeUp = "redisson_lock__channel",
        .masters = {{"a", "redis://10.0.0.1:6379", "ops"}, {"b", "unix:///run/redis.sock"}},
        .command = "EVAL \"return 1\" 1 orders:42",
        .reason = "stuck since Monday",
        .plan = "00112233445566778899aabbccddeeff"};
}

JournalResult fullResult()
{
    return {.id = "17f0",
        .time = kTime,
        .outcomes = {{"a", "released"}, {"b", "unreachable", "Connection refused"}},
        .hasHolderChanged = true,
        .isQuorumFreed = true};
}

const std::string kHostile = "a\nb\x1b[31m\xff\0\\x41{\"kind\":\"result\"}\xe2\x80\xae<img src=x>"s;

/// An entry with a key that has so many arrays in each other.
std::string nestedEntry(std::size_t levels)
{
    return R"({"a":)" + std::string(levels, '[') + std::string(levels, ']')
        + R"(,"id":"1","kind":"intent","b":0})";
}

/// What is read where `entry` was written; a failing test without one.
template <class Entry> Entry again(const Entry& entry)
{
    const auto parsed = parseJournalEntry(formatJournalEntry(entry));
    return parsed && std::holds_alternative<Entry>(*parsed) ? std::get<Entry>(*parsed)
                                                            : Entry{.id = "not read"};
}

JournalIntent intentFrom(const std::string& fields)
{
    const auto parsed = parseJournalEntry(R"({"id":"1","kind":"intent",)" + fields + "}");
    return parsed ? std::get<JournalIntent>(*parsed) : JournalIntent{.id = "not read"};
}

} // namespace

class ReleaseJournalEntryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIntentIsReadAsItWasWritten();
    void aResultIsReadAsItWasWritten();
    void aRunIsReadAsItWasWritten();
    void whatIsNotKnownIsReadAsNotKnown();
    void aLineHasTheKeysThatProgramsRead();
    void hostileTextsStayOnOneLineOfAsciiAndAreReadBack();
    void onlyTheResourceIsKeptWhole();
    void aReasonIsTooLongIfItWouldNotBeReadBack();
    void aResourceWhoseBytesCanNotBeReadIsTheShownOne();
    void keysThatItDoesNotKnowAreIgnored();
    void aFieldOfTheWrongTypeCountsAsMissing();
    void nestedValuesAndBracketsInTextsDoNoHarm();
    void aTimeThatIsNoneIsNotKnown_data();
    void aTimeThatIsNoneIsNotKnown();
    void aBadLineSaysWhatIsWrong_data();
    void aBadLineSaysWhatIsWrong();
    void aResultIsFoundByItsName();
};

void ReleaseJournalEntryTest::anIntentIsReadAsItWasWritten()
{
    QVERIFY(again(fullIntent()) == fullIntent());
}

void ReleaseJournalEntryTest::aResultIsReadAsItWasWritten()
{
    QVERIFY(again(fullResult()) == fullResult());
    const JournalResult acquired{.id = "17f0",
        .acquired = "acquired",
        .tokenSha1 = "3f1c90ab00000000000000000000000000000000"};
    QVERIFY(again(acquired) == acquired);
}

void ReleaseJournalEntryTest::aRunIsReadAsItWasWritten()
{
    const JournalPlan run{.id = "17f0",
        .time = kTime,
        .plan = "00112233",
        .locks = 20'024,
        .end = kHostile,
        .fates = {{"freed", 956}, {kHostile, -1}}};
    QVERIFY(again(run) == run);
    QVERIFY(again(JournalPlan{.id = "1"}) == JournalPlan{.id = "1"});
    QCOMPARE(formatJournalEntry(JournalPlan{.id = "1", .plan = "2", .locks = 3}),
        std::string(R"({"id":"1","time":null,"kind":"plan","plan":"2","locks":3,"end":null,)"
                    R"("fates":[]})"));
}

void ReleaseJournalEntryTest::whatIsNotKnownIsReadAsNotKnown()
{
    QVERIFY(again(JournalIntent{.id = "1"}) == JournalIntent{.id = "1"});
    QVERIFY(again(JournalResult{.id = "1"}) == JournalResult{.id = "1"});
}

void ReleaseJournalEntryTest::aLineHasTheKeysThatProgramsRead()
{
    JournalIntent intent = fullIntent();
    intent.votes.resize(1);
    intent.evidence.resize(1);
    intent.masters.resize(1);
    QCOMPARE(formatJournalEntry(intent),
        std::string(
            R"({"id":"17f0","time":"2026-11-21T03:27:35.026Z","kind":"intent",)"
            R"("action":"release","os_user":"ops","host":"jump-1","pid":4711,)"
            R"("deployment":"prod","resource":"orders:42","token":"3f1c90ab",)"
            R"("token_sha1":"3f1c90ab00000000000000000000000000000000",)"
            R"("type":"string","format":"redis-py","certainty":"likely",)"
            R"("safety":{"verdict":"not-known","text":"NOT KNOWN: its process 812 is stopped"},)"
            R"("votes":[{"master":"a",)"
            R"("state":"held","token":"3f1c90ab00000000000000000000000000000000",)"
            R"("ttl_ms":900}],"evidence":["never-expires"],)"
            R"("wake_up":"redisson_lock__channel","masters":[{"id":"a",)"
            R"("url":"redis://10.0.0.1:6379","user":"ops"}],)"
            R"("command":"EVAL \"return 1\" 1 orders:42",)"
            R"("reason":"stuck since Monday","plan":"00112233445566778899aabbccddeeff"})"));
    QCOMPARE(formatJournalEntry(fullResult()),
        std::string(R"({"id":"17f0","time":"2026-11-21T03:27:35.026Z","kind":"result",)"
                    R"("outcomes":[{"master":"a","result":"released","error":null},)"
                    R"({"master":"b","result":"unreachable","error":"Connection refused"}],)"
                    R"("holder_changed":true,"quorum_freed":true})"));
}

void ReleaseJournalEntryTest::hostileTextsStayOnOneLineOfAsciiAndAreReadBack()
{
    JournalIntent intent{.id = kHostile,
        .action = kHostile,
        .osUser = kHostile,
        .host = kHostile,
        .deployment = kHostile,
        .resource = kHostile,
        .token = kHostile,
        .tokenSha1 = kHostile,
        .type = kHostile,
        .format = kHostile,
        .certainty = kHostile,
        .votes = {{kHostile, kHostile, kHostile}},
        .evidence = {kHostile},
        .wakeUp = kHostile,
        .masters = {{kHostile, kHostile, kHostile}},
        .reason = kHostile};
    const JournalResult result{.id = kHostile, .outcomes = {{kHostile, kHostile, kHostile}}};
    for (const std::string& line : {formatJournalEntry(intent), formatJournalEntry(result)}) {
        for (const char c : line)
            QVERIFY(c >= ' ' && c < '\x7f');
    }
    QVERIFY(again(intent) == intent);
    QVERIFY(again(result) == result);
}

void ReleaseJournalEntryTest::onlyTheResourceIsKeptWhole()
{
    const std::string text(2000, 'x');
    const JournalIntent read = again(JournalIntent{.id = "1", .resource = text, .reason = text});
    QVERIFY(read.resource == text);
    QCOMPARE(read.reason, std::string(1023, 'x') + "…");
}

void ReleaseJournalEntryTest::aReasonIsTooLongIfItWouldNotBeReadBack()
{
    for (const std::string& character : {"x"s, "é"s, "\n"s, "\\"s, "\xff"s}) {
        std::string reason;
        for (std::size_t i = 0; i < kMostOfReason; ++i)
            reason += character;
        QVERIFY(!isReasonTooLong(reason));
        QCOMPARE(again(JournalIntent{.id = "1", .reason = reason}).reason, reason);
        reason += character;
        QVERIFY(isReasonTooLong(reason));
        QVERIFY(again(JournalIntent{.id = "1", .reason = reason}).reason != reason);
    }
}

void ReleaseJournalEntryTest::aResourceWhoseBytesCanNotBeReadIsTheShownOne()
{
    QCOMPARE(intentFrom(R"("resource":"a\nb","resource_b64":"no base 64!")").resource,
        std::string("a\nb"));
}

void ReleaseJournalEntryTest::keysThatItDoesNotKnowAreIgnored()
{
    QCOMPARE(intentFrom(R"("reason":"why","since":"version 9","extra":{"id":[1]})").reason,
        std::string("why"));
}

void ReleaseJournalEntryTest::aFieldOfTheWrongTypeCountsAsMissing()
{
    QVERIFY(intentFrom(R"("time":5,"pid":"x","resource":[],"votes":{},"evidence":[1,null],)"
                       R"("masters":"a","wake_up":0,"reason":null)")
        == JournalIntent{.id = "1"});
    const JournalIntent odd = intentFrom(
        R"("votes":[1,{"ttl_ms":"x"},{"ttl_ms":18446744073709551615}],"masters":[[]])");
    QVERIFY((odd.votes == std::vector<JournalVote>(3)));
    QVERIFY(odd.masters == std::vector<JournalMaster>(1));
}

void ReleaseJournalEntryTest::nestedValuesAndBracketsInTextsDoNoHarm()
{
    QVERIFY(parseJournalEntry(nestedEntry(63)));
    // A quote that is escaped ends no text, a backslash that is escaped escapes nothing.
    const std::string reason = "\"" + std::string(100, '[') + "\\\"" + std::string(100, '{');
    QCOMPARE(again(JournalIntent{.id = "1", .reason = reason}).reason, reason);
}

void ReleaseJournalEntryTest::aTimeThatIsNoneIsNotKnown_data()
{
    QTest::addColumn<QByteArray>("time");
    for (const char* const time : {"", "yesterday", "2026-11-21", "2026-11-21T03:14:15",
             "2026-11-21T03:14:15.926", "2026-11-21T03:14:15.9", "2026-11-21T03:14:15.-12Z",
             "2026-11-21T03:14:15:926Z", "2026-11-21T03:14:15.926z", "2026-11-21T03:14:15.92xZ",
             "2026-11-21T03:14:15.926Zulu", "9999-11-21T03:14:15.926Z", "1969-11-21T03:14:15.926Z"})
        QTest::newRow(time) << QByteArray(time);
}

void ReleaseJournalEntryTest::aTimeThatIsNoneIsNotKnown()
{
    QFETCH(QByteArray, time);
    const JournalIntent read = intentFrom("\"time\":\"" + time.toStdString() + "\"");
    QVERIFY(!read.time);
    QCOMPARE(read.id, std::string("1"));
}

void ReleaseJournalEntryTest::aBadLineSaysWhatIsWrong_data()
{
    const auto row = columns<std::string, std::string>();
    const std::string noObject = "no journal entry: the line is no JSON object";
    row("empty", "", noObject);
    row("text", "no JSON", noObject);
    row("half a line", R"({"id":"1","kind":"int)", noObject);
    row("array", "[]", noObject);
    row("two objects", "{}{}", noObject);
    row("not UTF-8", "{\"id\":\"\xff\"}", noObject);
    row("zeros", std::string(64, '\0'), noObject);
    row("deep", std::string(100000, '['), noObject);
    row("deep below other keys", nestedEntry(100000), noObject);
    row("one level too deep", nestedEntry(64), noObject);
    const std::string noId = "no journal entry: it has no id";
    row("no id", R"({"kind":"intent"})", noId);
    row("empty id", R"({"id":"","kind":"intent"})", noId);
    row("number as id", R"({"id":1,"kind":"intent"})", noId);
    const std::string noKind = "no journal entry: its kind is not known";
    row("no kind", R"({"id":"1"})", noKind);
    row("other kind", R"({"id":"1","kind":"note"})", noKind);
}

void ReleaseJournalEntryTest::aBadLineSaysWhatIsWrong()
{
    const auto [line, reason] = fetch<std::string, std::string>();
    const auto parsed = parseJournalEntry(line);
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().text, reason);
    QCOMPARE(parsed.error().kind, ErrorClass::InvalidArgument);
}

void ReleaseJournalEntryTest::aResultIsFoundByItsName()
{
    for (const MasterResult result : {MasterResult::Released, MasterResult::AlreadyGone,
             MasterResult::AnotherHolder, MasterResult::Unreachable, MasterResult::Refused,
             MasterResult::Unknown, MasterResult::NotSent})
        QVERIFY(enumNamed<MasterResult>(nameOf(result)) == result);
    QVERIFY(!enumNamed<MasterResult>("of a newer version"));
}

LOCKKEEPER_TEST(ReleaseJournalEntryTest)

} // namespace lockkeeper::tests::release_journal_entry_test

#include "release_journal_entry_test.moc"
