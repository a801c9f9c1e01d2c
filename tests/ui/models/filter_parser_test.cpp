// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/locks/lock_filter.h"

namespace lockkeeper::tests::filter_parser_test {

using namespace lockkeeper::ui;
using observe::EvidenceKind;

namespace {

const SteadyTime kNow{100h};

// A line points into its text: a temporary is refused.
template <class T>
concept HasLines = requires(T&& text)
{
    searchLine(std::forward<T>(text), SearchLine::Hosts);
};
static_assert(HasLines<const QString&> && HasLines<QStringView>);
static_assert(!HasLines<QString>);

/// orders:42 of api@web-3.example pid 812, by redis-py, held for two hours; 20 s remain.
LockEntryBuilder orders()
{
    LockEntryBuilder entry("orders:42", kNow);
    entry.held("token", 20s).firstSeen(kNow - 2h);
    entry.lock().format = "redis-py";
    entry.lock().holder = {.host = "web-3.example", .pid = 812, .thread = {}, .app = "api"};
    return entry;
}

bool matches(const QString& filter, const observe::LockEntryPtr& entry, SteadyTime now = kNow)
{
    LockRow row;
    row.update(entry, now, WallTime{});
    return LockFilter(filter).matches(row, now);
}

} // namespace

class FilterParserTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAreMetByALock_data()
    {
        const auto row = columns<QString, bool>();
        row.named("", true);
        row.named("ORDERS redis-py", true);
        row.named("orders cron", false);
        row.named("-cron", true);
        row.named("-orders", false);
        row.named("-", true);
        row.named("orders:*", true);
        row.named("-orders:*", false);
        row.named("rders:*", false);
        row.named("library:redis", true);
        row.named("library:redis-?y", true);
        row.named("library:api", false);
        row.named("holder:api", true);
        row.named("holder:orders", false);
        row.named("name:orders", true);
        row.named("name:api", false);
        row.named("host:web-3", true);
        row.named("host:WEB-3.example", true);
        row.named("host:web", false);
        row.named("host:web*", true);
        row.named("-host:web-3", false);
        row.named("pid:812", true);
        row.named("pid:81", false);
        row.named("library:", true);
        row.named("held", true);
        row.named("-held", false);
        row.named("\"held\"", false);
        row.named("stale", false);
        row.named("held>1h", true);
        row.named("held>2h", false);
        row.named("held>=2h", true);
        row.named("held<1h", false);
        row.named("remaining<30s", true);
        row.named("remaining<5s", false);
        row.named("remaining>5s held>1h -stale", true);
        row.named("waiting>0", false);
        row.named("/^orders:\\d+$/", true);
        row.named("/^ORDERS:/", true);
        row.named("-/^orders:\\d+$/", false);
        row.named("/orders:\\d$/", false);
        row.named("/pid \\d+/", true);
        row.named("/locks/orders", false);
        row.named("\"api@web\"", true);
        row.named("lock:orders", false);
    }

    void wordsAreMetByALock()
    {
        const auto [filter, isMet] = fetch<QString, bool>();
        QCOMPARE(LockFilter(filter).complaint(), QString());
        QCOMPARE(matches(filter, orders().build()), isMet);
    }

    void statesFollowVotesAndEvidence()
    {
        LockEntryBuilder split("split", kNow);
        split.heldOn(0, "one", 9s).heldOn(1, "two", 9s).heldOn(2, "three", 9s);
        split.stale({.kind = EvidenceKind::SplitVotes});
        LockEntryBuilder leftover("leftover", kNow);
        leftover.heldOn(0, "one", 9s);
        leftover.stale({.kind = EvidenceKind::MinorityLeftover, .votes = 1, .masters = 3});
        LockEntryBuilder silent("silent", kNow);
        silent.heldOn(0, "one", 9s).silent(1);
        LockEntryBuilder endless("endless", kNow);
        endless.held("one", std::nullopt).stale({.kind = EvidenceKind::NeverExpires});
        LockEntryBuilder deadlock("deadlock", kNow);
        deadlock.held("one", 9s).stale({.kind = EvidenceKind::Deadlock, .votes = 2});
        LockEntryBuilder revoked("revoked", kNow);
        revoked.held("one", 9s).lock().format = "lk1-revoked";
        const std::map<QString, std::vector<QString>> expected{
            {u"split"_s, {u"split"_s, u"stale"_s, u"problem"_s}},
            {u"leftover"_s, {u"leftover"_s, u"minority"_s, u"stale"_s, u"problem"_s}},
            {u"unknown"_s, {u"unknown"_s}},
            {u"deadlock"_s, {u"deadlock"_s, u"problem"_s, u"held"_s}},
            {u"endless"_s, {u"never"_s, u"stale"_s, u"problem"_s, u"held"_s}},
            {u"revoked"_s, {u"revoked"_s, u"held"_s}}};
        const std::map<QString, observe::LockEntryPtr> entries{{u"split"_s, split.build()},
            {u"leftover"_s, leftover.build()}, {u"unknown"_s, silent.build()},
            {u"deadlock"_s, deadlock.build()}, {u"endless"_s, endless.build()},
            {u"revoked"_s, revoked.build()}};
        for (const auto& [name, words] : expected) {
            for (const char* word : {"split", "leftover", "minority", "problem", "unknown", "never",
                     "stale", "deadlock", "held", "revoked", "free", "ours"}) {
                const QString text = QString::fromLatin1(word);
                const bool isMet = std::ranges::find(words, text) != words.end();
                QVERIFY2(
                    matches(text, entries.at(name)) == isMet, qPrintable(name + u": "_s + text));
            }
        }
    }

    void notesAreFound()
    {
        auto entry = std::make_shared<observe::LockEntry>(*orders().build());
        QVERIFY(!matches(u"has:note"_s, entry));
        entry->note.edit([](observe::Note& note) { note.kind = observe::Note::Kind::Readable; });
        QVERIFY(matches(u"has:note"_s, entry));
        QVERIFY(!matches(u"-has:note"_s, entry));
        QVERIFY(ui::FilterParser::knownWords().contains(u"has:note"_s));
    }

    void waitersAreCounted()
    {
        LockEntryBuilder queue = orders();
        queue.lock().waiting = {.least = 3, .most = 3};
        QVERIFY(matches(u"waiting>0"_s, queue.build()));
        QVERIFY(matches(u"waiting>=3"_s, queue.build()));
        QVERIFY(!matches(u"waiting>3"_s, queue.build()));
    }

    void remainingTimeRunsDown()
    {
        const auto entry = orders().build();
        QVERIFY(!matches(u"remaining<5s"_s, entry, kNow + 14s));
        QVERIFY(matches(u"remaining<5s"_s, entry, kNow + 16s));
    }

    void leftoverRemainsAsLongAsItsLastVote()
    {
        const auto entry = LockEntryBuilder("orders:42", kNow).heldOn(2, "token", 20s).build();
        QCOMPARE(entry->countVotes().verdict, observe::Verdict::Minority);
        QVERIFY(matches(u"remaining<1m"_s, entry));
        QVERIFY(matches(u"remaining>5s"_s, entry));
        QVERIFY(!matches(u"remaining>1m"_s, entry));
    }

    void whatNeverExpiresRemainsLongest()
    {
        const auto entry = heldEntry("a", kNow, std::nullopt);
        QVERIFY(matches(u"remaining>1d"_s, entry));
        QVERIFY(!matches(u"remaining<1d"_s, entry));
    }

    void wordThatIsNotUnderstoodIsToldAndIgnored_data()
    {
        const auto row = columns<QString, QString>();
        row("no time", "held>soon orders", "held>soon needs a time");
        row("no unit", "remaining<5", "remaining<5 needs a time");
        row("no number", "waiting>x", "waiting>x needs a number");
        row("no measure", "votes>3", "votes>3 is not understood");
        row("expression", "/(/ orders", "/(/ is no regular expression");
    }

    void wordThatIsNotUnderstoodIsToldAndIgnored()
    {
        const auto [filter, told] = fetch<QString, QString>();
        QVERIFY2(LockFilter(filter).complaint().startsWith(told),
            qPrintable(LockFilter(filter).complaint()));
        QVERIFY(matches(filter, orders().build()));
        QVERIFY(!matches(filter + u" cron"_s, orders().build()));
    }

    void expressionThatTakesForEverEnds()
    {
        LockEntryBuilder entry(std::string(400, 'a'), kNow);
        QVERIFY(!matches(u"/(a+)+$b/"_s, entry.held("token", 9s).build()));
    }

    void onlyComparedTimesDependOnTheTime()
    {
        QVERIFY(LockFilter(u"a held>1h"_s).isTimed());
        QVERIFY(LockFilter(u"remaining<5s"_s).isTimed());
        QVERIFY(!LockFilter(u"stale waiting>1 /x/ host:a"_s).isTimed());
    }

    void stateIsAddedAndTakenOut()
    {
        const auto state = FilterState::Stale;
        QCOMPARE(LockFilter::with(u"orders:* "_s, state, true), u"orders:* stale"_s);
        QCOMPARE(LockFilter::with(u"Stale orders:* stale"_s, state, false), u"orders:*"_s);
        QCOMPARE(LockFilter::with(u"-stale \"stale\""_s, state, false), u"-stale \"stale\""_s);
        QVERIFY(LockFilter(u"a stale"_s).has(state));
        QVERIFY(!LockFilter(u"-stale"_s).has(state));
    }

    void lockOfManyReadersIsFoundByEachOfThem()
    {
        LockEntryBuilder entry = orders();
        entry.lock().mode = observe::LockMode::Read;
        entry.lock().holders = {{.host = "web-1", .pid = 7, .thread = {}, .app = {}},
            {.host = "web-2", .pid = 8, .thread = {}, .app = {}}};
        QVERIFY(matches(u"host:web-2 pid:8"_s, entry.build()));
        QVERIFY(!matches(u"host:web-9"_s, entry.build()));
    }

    void vocabularyHasWhatWasSeen()
    {
        FilterVocabulary vocabulary;
        vocabulary.add(searchText(*orders().build()));
        vocabulary.add(searchText(*heldEntry("orders:7", kNow)));
        vocabulary.add(searchText(*heldEntry("alone:7", kNow)));
        const QStringList words = vocabulary.words();
        for (const char* word :
            {"library:redis-py", "host:web-3.example", "orders:*", "stale", "held>", "pid:"})
            QVERIFY2(words.contains(QLatin1StringView(word)), word);
        QVERIFY(!words.contains(u"alone:*"_s));
    }
};

LOCKKEEPER_TEST(FilterParserTest)

} // namespace lockkeeper::tests::filter_parser_test

#include "filter_parser_test.moc"
