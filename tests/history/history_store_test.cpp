// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_file.h"
#include "core/history/timeline_reader.h"
#include "tests/support/history_test.h"
#include "tests/support/manual_clock.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::history_store_test {

using namespace lockkeeper::history;

namespace {

constexpr std::size_t kAll = 1'000'000;

/// One lock after the other, each held and gone at once; a number down `pipe` for each, when it was
/// recorded. Never returns.
[[noreturn]] void recordUntilKilled(const Place& place, int pipe)
{
    auto store = HistoryStore::open({.place = place}, systemClock());
    if (!store)
        ::_exit(1);
    for (std::int64_t i = 1;; ++i) {
        const SteadyTime now = systemClock().now();
        Batch batch{.at = now, .wallAt = systemClock().wallNow()};
        batch.isWatched = true;
        batch.sightings.push_back(heldBy("r" + std::to_string(i), "a"));
        batch.sightings.back().firstSeen = batch.sightings.back().seenAt = now;
        recordIn(**store, std::move(batch));
        const std::array<std::int64_t, 2> note{i, systemClock().now().time_since_epoch().count()};
        if (::write(pipe, note.data(), sizeof note) != sizeof note)
            ::_exit(1);
        std::this_thread::sleep_for(1ms);
    }
}

} // namespace

class HistoryStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file
            = std::filesystem::path(m_directory->path().toStdString()) / "state/history/d.sqlite";
        m_place = newHistoryPlace(m_file);
        m_notices.clear();
    }

    void isForItsOwnerAlone()
    {
        if (m_place.isServer())
            QSKIP("that of a file");
        const mode_t before = ::umask(0);
        const auto store = open();
        ::umask(before);
        recordIn(*store, batchAt(0s, {heldBy("r", "a")}));
        QVERIFY(store->flush());
        QCOMPARE(modeOf(m_file), mode_t(0600));
        QCOMPARE(modeOf(m_file.string() + "-wal"), mode_t(0600));
        QCOMPARE(modeOf(m_file.parent_path()), mode_t(0700));
        QCOMPARE(modeOf(m_file.parent_path().parent_path()), mode_t(0700));
    }

    void keepsWhatItWasToldForTheNextProcess()
    {
        Sighting sighting = heldUntil("r", "secret token", 30s);
        sighting.holder = {.app = "api", .host = "web-3", .pid = 812, .detail = "x"};
        sighting.since = kHistoryWall - 1s;
        sighting.certainty = observe::Certainty::Likely;
        {
            const auto store = open();
            recordIn(*store, batchAt(0s, {sighting}));
            recordIn(*store, batchAt(2s, {goneFrom("r")}));
        }
        const auto timeline = timelineOf("r");
        QCOMPARE(timeline.intervals.size(), std::size_t(1));
        const Interval& interval = timeline.intervals[0];
        QCOMPARE(interval.token, Fingerprint::ofString("secret token"));
        QCOMPARE(interval.format, std::string("lk1"));
        QVERIFY(interval.certainty == observe::Certainty::Likely);
        QCOMPARE(interval.holder, sighting.holder);
        QCOMPARE(interval.since, sighting.since);
        QCOMPARE(interval.firstSeen, kHistoryWall);
        QCOMPARE(interval.end, std::optional(End::Released));
        QCOMPARE(interval.held, 2000ms);
        QVERIFY(interval.isHeldExact);
    }

    void neverWritesAToken()
    {
        if (m_place.isServer())
            QSKIP("that of a file");
        {
            const auto store = open();
            recordIn(*store, batchAt(0s, {heldBy("r", "canary-token-value")}));
        }
        QFile file(QString::fromStdString(m_file.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("canary-token-value"));
    }

    void closingWritesUntilWhenItWatched()
    {
        {
            // Its thread reads the clock only when it is asked to write.
            ManualClock clock;
            const auto store = HistoryStore::open({.place = m_place, .interval = 1h}, clock);
            QVERIFY(store);
            recordIn(**store, batchAt(0s, {heldUntil("r", "a", 1h)}));
            QVERIFY((*store)->flush());
            clock.setWallNow(kHistoryWall + 4s);
        }
        (void)open(); // ends what was left open
        QCOMPARE(timelineOf("r").intervals.at(0).lastSeen, kHistoryWall + 4s);
    }

    void keepsNamesByteForByte()
    {
        const std::string name("\0'; DROP TABLE intervals;--\xff\n\x1b[2J", 32);
        {
            const auto store = open();
            recordIn(*store, batchAt(0s, {heldBy(name, "a")}));
        }
        QCOMPARE(timelineOf(name).intervals.size(), std::size_t(1));
        QCOMPARE(timelineOf(name).intervals[0].resource, Resource(name));
    }

    void goesOnWithAnIntervalAfterARestart()
    {
        Sighting first = heldBy("r", "a");
        first.renewals = 3;
        {
            const auto store = open();
            recordIn(*store, batchAt(0s, {heldBy("r", "a"), heldBy("other", "x")}));
            recordIn(*store, batchAt(1s, {first}));
        }
        Sighting again = heldBy("r", "a");
        again.mayPredateWatch = true;
        Sighting renewed = again;
        renewed.renewals = 2;
        {
            const auto store = open();
            recordIn(*store, batchAt(60s, {again}));
            recordIn(*store, batchAt(61s, {renewed}));
        }
        const auto timeline = timelineOf("r");
        QCOMPARE(timeline.intervals.size(), std::size_t(1));
        QCOMPARE(timeline.intervals[0].firstSeen, kHistoryWall);
        QCOMPARE(timeline.intervals[0].renewals, 5U);
        QVERIFY(!timeline.intervals[0].end);
        // Of the one that was not seen again nobody knows how it ended.
        QCOMPARE(timelineOf("other").intervals[0].end, std::optional(End::Unknown));
    }

    void doesNotGoOnWithWhatWasNotThereMeanwhile()
    {
        ManualClock clock;
        const auto watch = [&](std::chrono::milliseconds at, std::chrono::milliseconds time,
                               const char* resource) {
            clock.setWallNow(kHistoryWall + at);
            const auto store = HistoryStore::open({.place = m_place, .interval = 1h}, clock);
            Sighting sighting = heldBy(resource, "a");
            sighting.mayPredateWatch = true;
            recordIn(**store, batchAt(at, {sighting}));
            QVERIFY((*store)->flush());
            clock.setWallNow(kHistoryWall + at + time);
        };
        watch(0s, 10s, "r");
        watch(60s, 10s, "r");
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(1));
        watch(120s, 10s, "other");
        watch(180s, 10s, "r");
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(2));
    }

    void ofOtherMastersNothingGoesOn()
    {
        for (int i = 0; i < 2; ++i) {
            const auto store = HistoryStore::open(
                {.place = m_place, .areSameMasters = false, .interval = 1h}, systemClock());
            QVERIFY(store);
            Sighting sighting = heldBy("r", "a");
            sighting.mayPredateWatch = true;
            recordIn(**store, batchAt(std::chrono::minutes(i), {sighting}));
            QVERIFY((*store)->flush());
        }
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(2));
    }

    void aTimeWithoutARecorderIsAGap()
    {
        ManualClock clock;
        const auto watchAt = [&](std::chrono::milliseconds at) {
            clock.setWallNow(kHistoryWall + at);
            auto store = HistoryStore::open({.place = m_place, .interval = 1h}, clock);
            Batch batch = batchAt(at, {heldUntil("r", "a", 5h)});
            batch.stale = 0;
            recordIn(**store, std::move(batch));
            QVERIFY((*store)->flush());
            clock.setWallNow(kHistoryWall + at + 4s);
        };
        watchAt(0s);
        watchAt(1h);
        watchAt(1h + 10s);
        const auto gaps = TimelineReader::open(m_place)->gaps({kHistoryWall, kHistoryWall + 2h});
        QVERIFY(gaps);
        QCOMPARE(gaps->size(), std::size_t(2));
        QCOMPARE(gaps->front().from, kHistoryWall + 4s);
        QCOMPARE(gaps->front().to, kHistoryWall + 1h);
        QCOMPARE(gaps->back().from, kHistoryWall + 1h + 4s);
        QCOMPARE(gaps->back().to, kHistoryWall + 1h + 10s);
    }

    void theOneThatRecordsIsKnown()
    {
        const auto first = open();
        QVERIFY(!first->status().recordedBy);
        const auto second = open();
        QVERIFY(!second->status().isRecording);
        if (!m_place.isServer()) // its recorder may be of another host
            QCOMPARE(second->status().recordedBy, (std::optional(RecordedBy{::getpid(), true})));
    }

    void anotherTokenAfterARestartIsAnotherInterval()
    {
        for (const char* token : {"a", "b"}) {
            const auto store = open();
            Sighting sighting = heldBy("r", token);
            sighting.mayPredateWatch = true;
            recordIn(*store, batchAt(0s, {sighting}));
        }
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(2));
        QCOMPARE(timelineOf("r").intervals[0].end, std::optional(End::Unknown));
    }

    void survivesAKillWithAllButTheLastSecond()
    {
        std::array<int, 2> pipe{};
        QCOMPARE(::pipe(pipe.data()), 0);
        const pid_t child = ::fork();
        if (child == 0)
            recordUntilKilled(m_place, pipe[1]);
        ::close(pipe[1]);
        // A busy machine's server takes its time to answer.
        const SteadyTime::duration unwritten = m_place.isServer() ? 4s : 1s;
        std::vector<std::array<std::int64_t, 2>> notes;
        std::array<std::int64_t, 2> note{};
        const auto isEnough = [&] {
            return notes.size() > 1
                && SteadyTime::duration(note[1] - notes[0][1]) > unwritten + 1500ms;
        };
        while (!isEnough() && ::read(pipe[0], note.data(), sizeof note) == sizeof note)
            notes.push_back(note);
        ::kill(child, SIGKILL);
        const SteadyTime killed = systemClock().now();
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        ::close(pipe[0]);
        std::size_t acknowledged = 0;
        for (const auto& [number, at] : notes)
            acknowledged += killed - SteadyTime(SteadyTime::duration(at)) > unwritten ? 1 : 0;
        QVERIFY(acknowledged > 100);
        const auto reader = HistoryReader::open(m_place);
        QVERIFY(reader);
        for (std::size_t i = 0; i < acknowledged; ++i) {
            const Resource resource("r" + std::to_string(notes[i][0]));
            QCOMPARE(reader->timeline(resource, {}, 1)->intervals.size(), std::size_t(1));
        }
        // And it goes on from there.
        const auto next = open();
        if (m_place.isServer()) // which waits whether the killed one lives
            QTRY_VERIFY_WITH_TIMEOUT(next->flush() && next->status().isRecording, 30000);
        else
            QVERIFY(m_notices.empty());
    }

    void onlyOneRecordsAndTheOtherTakesOver()
    {
        auto first = open();
        const auto second = open();
        QVERIFY(first->status().isRecording);
        QVERIFY(!second->status().isRecording);
        QCOMPARE(m_notices.size(), std::size_t(1));
        recordIn(*first, batchAt(0s, {heldBy("r", "a")}));
        recordIn(*second, batchAt(0s, {heldBy("r", "a")}));
        QVERIFY(first->flush());
        QVERIFY(second->flush());
        const std::uint64_t before = second->generation();
        first.reset();
        QVERIFY(second->flush());
        QVERIFY(second->status().isRecording);
        QVERIFY(second->generation() > before); // it wants to be told everything
        Sighting again = heldBy("r", "a");
        again.mayPredateWatch = true;
        recordIn(*second, batchAt(1s, {again}));
        QVERIFY(second->flush());
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(1));
    }

    void waitsForAnotherProcessThatWrites()
    {
        if (m_place.isServer())
            QSKIP("that of a file");
        const auto store = open();
        std::array<int, 2> locked{};
        std::array<int, 2> let{};
        QCOMPARE(::pipe(locked.data()), 0);
        QCOMPARE(::pipe(let.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            char byte = 'x';
            {
                SQLite::Database other(m_file.string(), SQLite::OPEN_READWRITE);
                other.exec("BEGIN IMMEDIATE");
                if (::write(locked[1], &byte, 1) != 1 || ::read(let[0], &byte, 1) != 1)
                    ::_exit(1);
                other.exec("COMMIT");
            }
            ::_exit(0);
        }
        char byte = 0;
        QCOMPARE(::read(locked[0], &byte, 1), ::ssize_t(1));
        recordIn(*store, batchAt(0s, {heldBy("r", "a")}));
        std::thread flushed([&] { (void)store->flush(); });
        QCOMPARE(::write(let[1], &byte, 1), ::ssize_t(1));
        flushed.join();
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QVERIFY(store->flush());
        QCOMPARE(store->status().dropped, std::uint64_t(0));
        QCOMPARE(timelineOf("r").intervals.size(), std::size_t(1));
    }

    void countsWhatDoesNotFitIntoTheQueue()
    {
        auto opened
            = HistoryStore::open({.place = m_place, .interval = 1h, .queueLimit = 10}, m_clock);
        QVERIFY(opened);
        HistoryStore& store = **opened;
        const std::uint64_t before = store.generation();
        recordIn(store, batchAt(0s, {heldBy("kept", "a")}));
        std::vector<Sighting> many;
        for (int i = 0; i < 20; ++i)
            many.push_back(heldBy("r" + std::to_string(i), "a"));
        recordIn(store, batchAt(0s, many));
        QVERIFY(store.flush());
        QCOMPARE(store.status().dropped, std::uint64_t(20));
        QVERIFY(store.generation() > before);
    }

    void makesLazySightingsOnItsOwnThread()
    {
        const auto store = open();
        std::set<std::thread::id> threads;
        Batch batch = batchAt(0s, {goneFrom("r0")});
        batch.lazy = {2, [&threads](std::size_t number) {
                          threads.insert(std::this_thread::get_id());
                          return heldBy("r" + std::to_string(number), "a");
                      }};
        QCOMPARE(batch.size(), std::size_t(3));
        recordIn(*store, std::move(batch));
        QVERIFY(store->flush());
        QCOMPARE(threads.size(), std::size_t(1));
        QVERIFY(!threads.contains(std::this_thread::get_id()));
        QCOMPARE(timelineOf("r0").intervals.size(), std::size_t(1));
        QVERIFY(timelineOf("r0").intervals.front().end);
        QVERIFY(!timelineOf("r1").intervals.at(0).end);
    }

    void keepsTheOrderOfManyBatches()
    {
        auto opened = HistoryStore::open({.place = m_place, .interval = 1h}, m_clock);
        QVERIFY(opened);
        HistoryStore& store = **opened;
        constexpr int kMany = 12'000;
        std::vector<Sighting> held;
        for (int i = 0; i < kMany; ++i)
            held.push_back(heldBy("r" + std::to_string(i), "a"));
        recordIn(store, batchAt(0s, held));
        for (int i = 0; i < kMany; ++i)
            held[static_cast<std::size_t>(i)] = heldBy("s" + std::to_string(i), "a");
        recordIn(store, batchAt(1s, held));
        recordIn(store, batchAt(2s, {goneFrom("r0"), heldBy("r1", "b"), goneFrom("s1")}));
        QVERIFY(store.flush());
        QCOMPARE(store.status().dropped, std::uint64_t(0));
        QCOMPARE(timelineOf("r0").intervals.size(), std::size_t(1));
        QVERIFY(timelineOf("r0").intervals.front().end);
        QCOMPARE(timelineOf("r1").intervals.size(), std::size_t(2));
        QVERIFY(timelineOf("s1").intervals.at(0).end);
        QVERIFY(!timelineOf("s" + std::to_string(kMany - 1)).intervals.at(0).end);
    }

    void forgetsWhatIsTooOld()
    {
        ManualClock clock;
        clock.setWallNow(kHistoryWall + 48h);
        {
            ManualClock later;
            later.setWallNow(kHistoryWall + 40h);
            const auto store = std::move(*HistoryStore::open({.place = m_place}, later));
            recordIn(*store, batchAt(0s, {heldBy("old", "a"), heldBy("still held", "a")}));
            recordIn(*store, batchAt(1s, {goneFrom("old"), heldBy("new", "a")}));
            recordIn(*store, batchAt(40h, {goneFrom("new"), heldBy("still held", "a")}));
        }
        {
            auto store = HistoryStore::open({.place = m_place, .age = 24h}, clock);
            QVERIFY(store);
            QVERIFY((*store)->flush());
        }
        QVERIFY(timelineOf("old").intervals.empty());
        QCOMPARE(timelineOf("new").intervals.size(), std::size_t(1));
        QCOMPARE(timelineOf("still held").intervals.size(), std::size_t(1));
    }

    void shrinksTheFileToItsSize()
    {
        if (m_place.isServer())
            QSKIP("that of a file");
        const auto fill = [&](HistoryStore& store) {
            for (int i = 0; i < 20; ++i) {
                std::vector<Sighting> come;
                std::vector<Sighting> go;
                for (int j = 0; j < 1000; ++j) {
                    const std::string name = std::to_string(i * 1000 + j) + std::string(60, 'r');
                    come.push_back(heldBy(name, "a"));
                    go.push_back(goneFrom(name));
                }
                recordIn(store, batchAt(i * 1s, come));
                recordIn(store, batchAt(i * 1s + 500ms, go));
            }
            return store.flush().has_value();
        };
        QVERIFY(fill(*open()));
        const auto before = std::filesystem::file_size(m_file);
        QVERIFY(before > 4'000'000);
        constexpr std::uint64_t kLimit = 1'000'000;
        {
            auto store = HistoryStore::open({.place = m_place, .bytes = kLimit}, m_clock);
            QVERIFY(store);
            const auto isSmall
                = [&] { return (*store)->flush() && std::filesystem::file_size(m_file) <= kLimit; };
            QTRY_VERIFY_WITH_TIMEOUT(isSmall(), 20000);
        }
        // The newest are what is left.
        QCOMPARE(timelineOf("19999" + std::string(60, 'r')).intervals.size(), std::size_t(1));
        QVERIFY(timelineOf("0" + std::string(60, 'r')).intervals.empty());
    }

private:
    std::unique_ptr<HistoryStore> open()
    {
        auto store = HistoryStore::open(
            {.place = m_place, .onNotice = [this](const auto& text) { m_notices.push_back(text); }},
            m_clock);
        if (!store)
            qFatal("%s", store.error().text.c_str());
        return std::move(*store);
    }
    Timeline timelineOf(const std::string& resource) const
    {
        const auto reader = HistoryReader::open(m_place);
        return reader ? reader->timeline(Resource(resource), {}, kAll).value_or(Timeline())
                      : Timeline();
    }

    const ManualClock m_clock; // at kHistoryWall
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    history::Place m_place;
    std::vector<std::string> m_notices;
};

LOCKKEEPER_TEST(HistoryStoreTest)

} // namespace lockkeeper::tests::history_store_test

#include "history_store_test.moc"
