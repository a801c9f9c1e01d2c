// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/note_writing.h"

#include "core/release/journal_lines.h"
#include "core/release/lock_snapshot.h"
#include "core/words/note_words.h"
#include "tests/support/cluster_fixture.h"
#include "tests/support/latest_update.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <thread>

namespace lockkeeper::tests::release_note_test {

using namespace lockkeeper::release;
using observe::Note;

namespace {

const observe::LocalProcessProbe kProcesses;
const Resource kLock("lock:a");
const char* const kKey = "lockkeeper:note:{lock:a}";

config::Deployment watched(const RedisServerFixture& servers)
{
    config::Deployment deployment = servers.deployment();
    deployment.patterns = {"lock:*"};
    deployment.interval = 100ms;
    return deployment;
}

Note noteIn(LatestUpdate& latest)
{
    const auto entry = find(latest.get(), "lock:a");
    return entry ? *entry->note : Note();
}

/// JSON with ' for ".
QByteArray json(QByteArray text)
{
    return text.replace("'", "\"");
}

/// A watcher and what it has told.
struct Observer {
    Observer(const config::Deployment& deployment, bool isPushWanted)
        : watcher(deployment, kClock, kProcesses, latest.handler(), [isPushWanted] {
            observe::WatchOptions options;
            options.isPushWanted = isPushWanted;
            return options;
        }())
    { }
    LatestUpdate latest; // outlives the watcher
    observe::Watcher watcher;
};

} // namespace

class ReleaseNoteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "journal.jsonl";
    }

    void isSeenByEveryObserverAndEnds_data()
    {
        const auto row = columns<int, bool>();
        row("one, pushed", 1, true);
        row("one, swept", 1, false);
        row("three, pushed", 3, true);
        row("three, swept", 3, false);
    }
    void isSeenByEveryObserverAndEnds()
    {
        const auto [masters, isPushed] = fetch<int, bool>();
        RedisServerFixture servers({.count = static_cast<std::size_t>(masters)});
        servers.commandAll({"SET", "lock:a", kValue, "PX", "600000"});
        Observer one(watched(servers), isPushed);
        Observer two(watched(servers), isPushed);
        for (Observer* const observer : {&one, &two})
            QTRY_VERIFY(observer->latest.get().isComplete);
        const auto report
            = write(servers.deployment(), {.text = "looks at it", .ttl = 2s, .author = "ann@desk"});
        QVERIFY(report && report->isDone);
        for (Observer* const observer : {&one, &two}) {
            QTRY_COMPARE(noteIn(observer->latest).text, std::string("looks at it"));
            QCOMPARE(noteIn(observer->latest).author, std::string("ann@desk"));
        }
        const observe::BoardUpdate board = one.latest.get();
        QCOMPARE(board.locks, std::size_t(1));
        QCOMPARE(board.otherKeys, std::size_t(0));
        QCOMPARE(board.possible, std::size_t(0));
        for (Observer* const observer : {&one, &two})
            QTRY_VERIFY(noteIn(observer->latest).isNone());
        QTRY_COMPARE(servers.command({"EXISTS", kKey, observe::kNoteIndexKey}).integer, 0);
    }

    void isSeenInOneLookAndNeverCounted()
    {
        RedisServerFixture servers(3, {"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(write(servers.deployment(), {.text = "x"})->isDone);
        QVERIFY(write(servers.deployment(), {.text = "free"}, Resource("lock:free"))->isDone);
        for (const char* const pattern : {"lock:*", "*", "lock*", ""}) {
            config::Deployment deployment = servers.deployment();
            if (*pattern != '\0')
                deployment.patterns = {pattern};
            const auto board = observe::sweepOnce(deployment, kClock, kProcesses);
            QCOMPARE(board.locks, std::size_t(1));
            QCOMPARE(board.otherKeys, std::size_t(0));
            QCOMPARE(board.possible, std::size_t(0));
            QCOMPARE(find(board, "lock:a")->note->text, std::string("x"));
        }
        const auto look = readLock(
            servers.deployment(), Resource("lock:free"), kClock, kProcesses, {.asksForNote = true});
        QVERIFY(!look->entry);
        QCOMPARE(look->note.text, std::string("free"));
    }

    void somebodyElsesNoteIsLeftAloneUnlessReplaced()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        QVERIFY(write(deployment, {.text = "mine", .author = "ann@desk"})->isDone);
        const auto refused = write(deployment, {.text = "other", .author = "bob@desk"});
        QVERIFY(!refused->isDone);
        QCOMPARE(refused->other.author, std::string("ann@desk"));
        QCOMPARE(refused->count(NoteResult::AnotherNote), std::size_t(3));
        QCOMPARE(stored(deployment).text, std::string("mine"));
        const auto cleared = write(deployment, {.author = "bob@desk"});
        QVERIFY(!cleared->isDone);
        QCOMPARE(stored(deployment).text, std::string("mine"));
        // Her own she may change.
        QVERIFY(write(deployment, {.text = "still", .author = "ann@desk"})->isDone);
        QCOMPARE(stored(deployment).text, std::string("still"));
        QVERIFY(write(deployment, {.text = "other", .author = "bob@desk", .isReplacing = true})
                    ->isDone);
        QCOMPARE(stored(deployment).author, std::string("bob@desk"));
        QVERIFY(write(deployment, {.author = "bob@desk"})->isDone);
        QVERIFY(stored(deployment).isNone());
        QCOMPARE(write(deployment, {})->count(NoteResult::NotThere), std::size_t(3));
    }

    void ofTwoWritersAtOnceOneWinsAndTheOtherIsTold()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        int races = 0;
        for (int round = 0; round < 20; ++round) {
            std::optional<Result<NoteReport>> one;
            std::optional<Result<NoteReport>> two;
            std::thread other([&] {
                two = write(deployment, {.text = "two", .author = "bob@b"}, kLock, "two.jsonl");
            });
            one = write(deployment, {.text = "one", .author = "ann@a"}, kLock, "one.jsonl");
            other.join();
            QVERIFY(*one && *two);
            QVERIFY(!((*one)->isDone && (*two)->isDone));
            races += (*one)->count(NoteResult::Written) + (*one)->count(NoteResult::TakenBack) > 0
                    && (*two)->count(NoteResult::Written) + (*two)->count(NoteResult::TakenBack) > 0
                ? 1
                : 0;
            for (const Result<NoteReport>* const report : {&*one, &*two}) {
                if (!(*report)->isDone)
                    QVERIFY(!(*report)->other.isNone());
            }
            // What is left is the winner's, or nobody's.
            const Note left = stored(deployment);
            QCOMPARE(left.isNone(), !(*one)->isDone && !(*two)->isDone);
            if ((*one)->isDone)
                QCOMPARE(left.text, std::string("one"));
            servers.commandAll({"DEL", kKey});
        }
        qInfo("both wrote somewhere in %d of 20 rounds", races);
    }

    void aNoteWrittenSinceTheLookStopsTheScript()
    {
        // A split vote: the second master got another note after nobody's was seen.
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        const Note bobs{.kind = Note::Kind::Readable, .author = "bob@b", .text = "his"};
        const std::string value = observe::noteValue(bobs);
        servers.command(0, {"SET", kKey, value, "PX", "60000"});
        servers.command(1, {"SET", kKey, value, "PX", "60000"});
        const auto report = write(deployment, {.text = "x", .author = "ann@a"});
        QVERIFY(!report->isDone);
        QCOMPARE(servers.command(2, {"EXISTS", kKey}).integer, 0);
        QCOMPARE(servers.command(0, {"GET", kKey}).text, value);
    }

    void hostileValuesAreShownAsNotesThatCannotBeRead_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("text") << QByteArray("<img src=x>");
        QTest::newRow("long") << QByteArray(100'000, 'x');
        QTest::newRow("lines") << json("{'v':1,'author':'a\\nb','since':1,'text':'\\u001b[31m'}");
    }
    void hostileValuesAreShownAsNotesThatCannotBeRead()
    {
        QFETCH(QByteArray, value);
        RedisServerFixture servers;
        const auto deployment = servers.deployment();
        servers.commandAll({"SET", "lock:a", kValue, "PX", "600000"});
        servers.command({"SET", kKey, value.toStdString()});
        servers.command({"ZADD", observe::kNoteIndexKey, "1", "lock:a"});
        const auto board = observe::sweepOnce(watched(servers), kClock, kProcesses);
        const Note note = *find(board, "lock:a")->note;
        QCOMPARE(note.kind, Note::Kind::Unreadable);
        QCOMPARE(words::noteText(note, {}), std::string("a note that can't be read"));
        QVERIFY(!write(deployment, {.text = "x"})->isDone);
        QVERIFY(write(deployment, {.text = "x", .isReplacing = true})->isDone);
        QCOMPARE(stored(deployment).text, std::string("x"));
    }

    void aKeyOfAnotherTypeIsReplacedOnlyWhereThatIsWantedAndSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("written") << QByteArray("x");
        QTest::newRow("cleared") << QByteArray();
    }
    void aKeyOfAnotherTypeIsReplacedOnlyWhereThatIsWantedAndSaid()
    {
        QFETCH(QByteArray, text);
        RedisServerFixture servers;
        const auto deployment = servers.deployment();
        servers.command({"RPUSH", kKey, "x"});
        NoteDeed deed{.text = text.toStdString()};
        const auto refused = write(deployment, deed);
        QVERIFY(!refused->isDone);
        QCOMPARE(refused->other.kind, Note::Kind::Unreadable);
        QCOMPARE(servers.command({"LLEN", kKey}).integer, 1);
        deed.isReplacing = true;
        const auto report = write(deployment, deed);
        QVERIFY(report->isDone);
        QVERIFY(words::outcomeText(report->outcomes[0])
                    .ends_with("(in place of a key of another type, which is gone)"));
        QCOMPARE(stored(deployment).text, deed.text);
        const auto deeds = deedsOf(*readJournal(m_file)).deeds;
        QVERIFY(
            deeds.at(0).result->outcomes.at(0).error->find("another type") != std::string::npos);
    }

    void anIndexOfAnotherTypeIsNamedAndStays()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        servers.command({"SET", observe::kNoteIndexKey, "x"});
        const auto report = write(servers.deployment(), {.text = "x", .isReplacing = true});
        QVERIFY(!report->isDone);
        QCOMPARE(report->outcomes[0].result, NoteResult::Refused);
        QVERIFY2(report->outcomes[0].error->text.starts_with("lockkeeper:notes, where the names of "
                                                             "notes are kept, is a key of another"),
            report->outcomes[0].error->text.c_str());
        QCOMPARE(servers.command({"EXISTS", kKey}).integer, 0);
        QCOMPARE(servers.command({"GET", observe::kNoteIndexKey}).text, std::string("x"));
        // It costs no lock.
        const auto board = observe::sweepOnce(watched(servers), kClock, kProcesses);
        QVERIFY(board.isComplete);
        QCOMPARE(board.locks, std::size_t(1));
    }

    void withoutThePermissionNotesAreAbsent()
    {
        RedisServerFixture servers(1, {"SET", "lock:a", kValue, "PX", "600000"});
        QVERIFY(write(servers.deployment(), {.text = "x"})->isDone);
        servers.command({"ACL", "SETUSER", "narrow", "on", "nopass", "~lock:*", "+@all"});
        config::Deployment deployment = watched(servers);
        deployment.masters[0].url.user = "narrow";
        const auto board = observe::sweepOnce(deployment, kClock, kProcesses);
        QVERIFY(board.isComplete);
        QCOMPARE(board.locks, std::size_t(1));
        QVERIFY(find(board, "lock:a")->note->isNone());
        const auto report = write(deployment, {.text = "y", .isReplacing = true});
        QVERIFY(!report->isDone);
        QVERIFY(report->outcomes[0].error->text.find("ACL SETUSER narrow ~lockkeeper:note*")
            != std::string::npos);
    }

    void isWrittenWhereMastersAnswerAndJournalled()
    {
        RedisServerFixture servers({.count = 3});
        auto deployment = servers.deployment();
        servers.kill(2);
        const auto report = write(deployment, {.text = "x"});
        QVERIFY(report->isDone);
        QCOMPARE(report->count(NoteResult::Written), std::size_t(2));
        QCOMPARE(report->outcomes[2].result, NoteResult::Unreachable);
        const auto deeds = deedsOf(*readJournal(m_file)).deeds;
        QCOMPARE(deeds.size(), std::size_t(1));
        QCOMPARE(deeds[0].intent.action, std::string("note"));
        QCOMPARE(deeds[0].intent.reason, std::string("x"));
        QVERIFY2(deeds[0].intent.command.starts_with("EVAL '")
                && deeds[0].intent.command.find(" 1 'lockkeeper:note:{lock:a}' ")
                    != std::string::npos,
            deeds[0].intent.command.c_str());
        QVERIFY(deeds[0].result->isNoteDone == true);
        QCOMPARE(deeds[0].result->outcomes[2].result, std::string("unreachable"));
    }

    void aClusterHasNotesToo()
    {
        ClusterFixture cluster;
        const auto deployment = cluster.deployment();
        for (std::size_t i = 0; i < ClusterFixture::kShards; ++i) {
            const std::string key = ClusterFixture::keyOf(i);
            cluster.shard(i).command({"SET", key, kValue, "PX", "600000"});
            QVERIFY(write(deployment, {.text = key}, Resource(key))->isDone);
            QCOMPARE(
                cluster.shard(i).command({"EXISTS", observe::noteKeyOf(Resource(key))}).integer, 1);
        }
        config::Deployment all = deployment;
        all.patterns = {"*"};
        observe::WatchOptions options;
        options.least = observe::Certainty::Possible;
        const auto board = observe::sweepOnce(all, kClock, kProcesses, options);
        QVERIFY(board.isComplete);
        QCOMPARE(board.changed.size(), std::size_t(3));
        for (const observe::LockEntryPtr& entry : board.changed)
            QCOMPARE(entry->note->text, entry->resource.value());
    }

    void refusesWhatMayNotBe()
    {
        RedisServerFixture servers;
        auto deployment = servers.deployment();
        const auto isRefused = [&](const NoteDeed& deed) {
            const auto report = write(deployment, deed);
            return !report && report.error().kind == ErrorClass::InvalidArgument;
        };
        QVERIFY(isRefused({.text = "two\nlines"}));
        QVERIFY(isRefused({.text = std::string(201, 'x')}));
        QVERIFY(isRefused({.text = "x", .ttl = 25h}));
        deployment.isReadOnly = true;
        QVERIFY(isRefused({.text = "x"}));
        QCOMPARE(servers.command({"DBSIZE"}).integer, 0);
        QVERIFY(!std::filesystem::exists(m_file) || readJournal(m_file)->entries.empty());
    }

    void aKeptNoteIsRenewedAndGoesWithItsLease()
    {
        RedisServerFixture servers({.count = 3});
        const auto deployment = servers.deployment();
        auto kept = KeptNote::write(deployment, kLock, "maintenance", 1s, kClock);
        QVERIFY(kept && (*kept)->report().isDone);
        QCOMPARE(stored(deployment).text, std::string("maintenance"));
        // It is written again where it is lost, and renewed.
        servers.command(0, {"DEL", kKey});
        QTRY_COMPARE(servers.command(0, {"EXISTS", kKey}).integer, 1);
        const auto other = write(deployment, {.text = "y", .author = "bob@b", .isReplacing = true});
        QVERIFY(other->isDone);
        kept->reset();
        QCOMPARE(stored(deployment).text, std::string("y")); // compared
        auto again = KeptNote::write(deployment, Resource("lock:b"), "m", 1s, kClock);
        again->reset();
        QVERIFY(stored(deployment, Resource("lock:b")).isNone());
        const auto late = KeptNote::write(deployment, kLock, "z", 1s, kClock);
        QCOMPARE((*late)->report().other.author, std::string("bob@b"));
        QCOMPARE(stored(deployment).text, std::string("y"));
    }

private:
    Result<NoteReport> write(const config::Deployment& deployment, const NoteDeed& deed,
        const Resource& lock = kLock, const char* file = "journal.jsonl")
    {
        auto journal = Journal::open(m_file.parent_path() / file, kClock);
        if (!journal)
            return tl::make_unexpected(journal.error());
        return writeNote(deployment, lock, deed, *journal, kClock);
    }
    static Note stored(const config::Deployment& deployment, const Resource& lock = kLock)
    {
        return shownNote(lock, *readNotes(deployment, lock, kClock));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleaseNoteTest)

} // namespace lockkeeper::tests::release_note_test

#include "release_note_test.moc"
