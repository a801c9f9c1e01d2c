// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_file.h"
#include "core/history/timeline_reader.h"
#include "core/history/trends.h"
#include "tests/support/history_batches.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::history_damage_test {

using namespace lockkeeper::history;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes, std::streamoff at = 0)
{
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(at);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Runs `work` in a child process; true if it returned true.
template <class Work> bool isTrueInChild(Work work)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work() ? 0 : 1);
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void limitFileSize(rlim_t bytes)
{
    struct ::rlimit limit { };
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

} // namespace

class HistoryDamageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        m_file = std::filesystem::path(m_directory->path().toStdString()) / "d.sqlite";
        m_notices.clear();
    }

    void setsADamagedFileAside_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("cut short") << 0;
        QTest::newRow("pages overwritten") << 1;
        QTest::newRow("no database") << 2;
        QTest::newRow("header overwritten") << 3;
    }

    void setsADamagedFileAside()
    {
        QFETCH(int, kind);
        QVERIFY(fill());
        const auto size = std::filesystem::file_size(m_file);
        QVERIFY(size > 40'000);
        switch (kind) {
        case 0:
            std::filesystem::resize_file(m_file, size / 2 + 100);
            break;
        case 1:
            write(m_file, std::string(16'384, '\xa5'), 8192);
            break;
        case 2:
            std::filesystem::resize_file(m_file, 0);
            std::ofstream(m_file) << "these are notes, and not a database, but somebody's\n";
            break;
        default:
            write(m_file, std::string(64, 'x'));
        }
        const std::string damaged = contentOf(m_file);

        const auto store = open();
        QVERIFY(store);
        const auto aside = m_file.string() + ".damaged-1750000000";
        QCOMPARE(contentOf(aside), damaged);
        QCOMPARE(m_notices.size(), std::size_t(1));
        QVERIFY(m_notices[0].find(aside) != std::string::npos);
        recordIn(**store, batchAt(0s, {heldBy("after", "a")}));
        QVERIFY((*store)->flush());
        QVERIFY(isRecorded("after"));
        QVERIFY(!isRecorded("before 1"));
    }

    void neverOverwritesWhatWasSetAsideBefore()
    {
        for (const char* content : {"first, and long enough to be read as a header of a file",
                 "second, and long enough to be read as a header of a file"}) {
            std::ofstream(m_file) << content;
            QVERIFY(open());
            std::filesystem::remove(m_file);
        }
        QVERIFY(contentOf(m_file.string() + ".damaged-1750000000").starts_with("first"));
        QVERIFY(contentOf(m_file.string() + ".damaged-1750000000.2").starts_with("second"));
    }

    void replacesAFileThatIsDamagedUnderWay()
    {
        const auto store = open();
        QVERIFY(store);
        recordIn(**store, batchAt(0s, {heldBy("before", "a")}));
        QVERIFY((*store)->flush());
        const std::uint64_t before = (*store)->generation();
        {
            // Into the file itself, so that the pages are not read from the log.
            SQLite::Database other(m_file.string(), SQLite::OPEN_READWRITE);
            other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        const auto size = std::filesystem::file_size(m_file);
        write(m_file, std::string(size - 4096, '\xa5'), 4096);
        // A change from outside makes the store read its pages anew.
        for (int i = 0; i < 3; ++i) {
            recordIn(**store, batchAt(1s, {heldBy("now " + std::to_string(i), "a")}));
            (void)(*store)->flush();
        }
        QVERIFY((*store)->generation() > before);
        QVERIFY(std::filesystem::exists(m_file.string() + ".damaged-1750000000"));
        QVERIFY(!m_notices.empty());
        recordIn(**store, batchAt(2s, {heldBy("after", "a")}));
        QVERIFY((*store)->flush());
        QVERIFY(isRecorded("after"));
    }

    void beginsANewFileWhenItsOwnWasRemoved()
    {
        const auto store = open();
        QVERIFY(store);
        std::filesystem::remove(m_file);
        QVERIFY((*store)->flush());
        QCOMPARE(m_notices.size(), std::size_t(1));
        recordIn(**store, batchAt(0s, {heldBy("after", "a")}));
        QVERIFY((*store)->flush());
        QVERIFY(isRecorded("after"));
    }

    void bringsAnOlderVersionUpToDate()
    {
        QVERIFY(fill());
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE)
            .exec("DROP INDEX tombstones; DROP INDEX intervals_in_time; CREATE INDEX "
                  "intervals_of_resource ON intervals"
                  " (resource_id, first_seen); DROP TABLE waits; DROP TABLE stale_counts;"
                  " ALTER TABLE intervals DROP COLUMN certainty;"
                  " ALTER TABLE intervals DROP COLUMN lease_until; PRAGMA user_version=1");
        QCOMPARE(HistoryReader::open(m_file).error().kind, ErrorClass::System);
        QVERIFY(open());
        const auto reader = HistoryReader::open(m_file);
        QVERIFY(reader);
        const auto longest = reader->longestHeld({}, 1);
        QVERIFY(longest && longest->size() == 1);
        QVERIFY(!longest->front().certainty);
    }

    void leavesANewerVersionAlone()
    {
        QVERIFY(fill());
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version=99");
        const std::string content = contentOf(m_file);
        const auto store = open();
        QVERIFY(!store);
        QCOMPARE(store.error().kind, ErrorClass::Unsupported);
        QCOMPARE(contentOf(m_file), content);
        QVERIFY(m_notices.empty());
        QCOMPARE(HistoryReader::open(m_file).error().kind, ErrorClass::Unsupported);
    }

    void leavesTheDatabaseOfAnotherProgramAlone()
    {
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec("CREATE TABLE photos (name TEXT)");
        std::filesystem::permissions(m_file, std::filesystem::perms(0600));
        const std::string content = contentOf(m_file);
        QCOMPARE(open().error().kind, ErrorClass::Unsupported);
        QCOMPARE(contentOf(m_file), content);
        QVERIFY(!HistoryReader::open(m_file));
    }

    void refusesAFileThatOthersMayChange()
    {
        QVERIFY(fill());
        std::filesystem::permissions(m_file, std::filesystem::perms(0666));
        QVERIFY(!open());
    }

    void refusesASymbolicLink()
    {
        std::filesystem::create_symlink("/nowhere", m_file);
        QVERIFY(!open());
        QVERIFY(!std::filesystem::exists("/nowhere"));
    }

    void saysWhyAFileHasNoPlace()
    {
        std::ofstream(m_file) << "in the way";
        const auto inIt = m_file / "h.sqlite";
        QCOMPARE(history::prepareHistoryFile(inIt).error().text,
            "history " + inIt.string() + ": can't create it: Not a directory");
        const auto below = m_file / "directory" / "h.sqlite";
        const std::string reason
            = "history " + below.string() + ": can't create its directory: Not a directory";
        QCOMPARE(history::prepareHistoryFile(below).error().text, reason);
        QCOMPARE(history::RecordingLock::tryTake(below).error().text, reason);
        const auto missing = m_file.parent_path() / "missing.sqlite";
        QCOMPARE(history::setAside(missing, 1).error().text,
            "history " + missing.string() + ": can't set it aside: No such file or directory");
    }

    void saysThatTheDirectoryCanNotBeWritten()
    {
        const auto directory = m_file.parent_path();
        const auto isRefused = [&] {
            // Root may write anywhere.
            constexpr uid_t kNobody = 65534;
            if (::geteuid() == 0
                && (::chown(directory.c_str(), kNobody, kNobody) != 0 || ::setuid(kNobody) != 0))
                return false;
            ::chmod(directory.c_str(), 0500);
            const auto store = HistoryStore::open({.place = m_file}, m_clock);
            return !store && store.error().kind == ErrorClass::System
                && store.error().text.find(m_file.string()) != std::string::npos;
        };
        QVERIFY(isTrueInChild(isRefused));
        ::chmod(directory.c_str(), 0700);
    }

    void keepsWhatAFullDiskRefusesAndWritesItLater()
    {
        const auto isKept = [&] {
            ::signal(SIGXFSZ, SIG_IGN);
            int notices = 0;
            const auto store = HistoryStore::open(
                {.place = m_file, .onNotice = [&](const auto&) { ++notices; }}, m_clock);
            if (!store)
                return false;
            limitFileSize(100'000);
            for (int i = 0; i < 2; ++i) {
                std::vector<Sighting> many;
                for (int j = 0; j < 1000; ++j)
                    many.push_back(heldBy(std::to_string(i) + "/" + std::to_string(j), "a"));
                recordIn(**store, batchAt(i * 1s, many));
                if ((*store)->flush() || (*store)->status().isRecording)
                    return false;
            }
            limitFileSize(RLIM_INFINITY);
            const bool isWritten = (*store)->flush() && (*store)->status().isRecording;
            // Told once that it fails, and once that it works again.
            return isWritten && (*store)->status().dropped == 0 && notices == 2;
        };
        QVERIFY(isTrueInChild(isKept));
        QVERIFY(isRecorded("0/0"));
        QVERIFY(isRecorded("1/999"));
    }

    void countsWhatItGivesUpWhenTheDiskStaysFull()
    {
        const auto isCounted = [&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const auto store = HistoryStore::open({.place = m_file, .queueLimit = 2500}, m_clock);
            limitFileSize(100'000);
            for (int i = 0; i < 4; ++i) {
                std::vector<Sighting> many;
                for (int j = 0; j < 1000; ++j)
                    many.push_back(heldBy(std::to_string(i) + "/" + std::to_string(j), "a"));
                recordIn(**store, batchAt(i * 1s, many));
                (void)(*store)->flush();
            }
            const bool isDropped = (*store)->status().dropped > 2500;
            limitFileSize(RLIM_INFINITY);
            (void)(*store)->flush();
            recordIn(**store, batchAt(9s, {heldBy("after", "a")}));
            return isDropped && (*store)->flush().has_value();
        };
        QVERIFY(isTrueInChild(isCounted));
        QVERIFY(isRecorded("after"));
    }

    void aReaderSaysWhatIsMissingOrDamaged()
    {
        QCOMPARE(HistoryReader::open(m_file).error().kind, ErrorClass::System);
        std::ofstream(m_file) << "this is no database, although it is as long as the header of one";
        QCOMPARE(HistoryReader::open(m_file).error().kind, ErrorClass::System);
        QVERIFY(std::filesystem::exists(m_file)); // it is not the reader's to move
    }

    void timesThatNobodyWroteDoNotOverflow_data()
    {
        QTest::addColumn<QString>("change");
        // A bit of the disk has turned over: no page looks damaged.
        for (const char* time : {"9223372036854775807", "-9223372036854775807 - 1"}) {
            for (const char* column : {"since", "first_seen", "last_seen", "ended_at"})
                QTest::addRow("%s %s", column, time)
                    << QStringLiteral("UPDATE intervals SET %1 = %2")
                           .arg(QLatin1String(column), QLatin1String(time));
            for (const char* column : {"started_at", "last_seen", "ended_at"})
                QTest::addRow("wait %s %s", column, time)
                    << QStringLiteral("UPDATE waits SET %1 = %2")
                           .arg(QLatin1String(column), QLatin1String(time));
            QTest::addRow("seen_at %s", time)
                << QStringLiteral("UPDATE recording SET seen_at = %1").arg(QLatin1String(time));
        }
    }

    void timesThatNobodyWroteDoNotOverflow()
    {
        QFETCH(QString, change);
        QVERIFY(fill());
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE).exec(change.toStdString());
        const auto isTime = [](WallTime time) {
            return time >= WallTime{} && time < WallTime::max() - std::chrono::hours(1);
        };
        const auto timeline = HistoryReader::open(m_file)->timeline(Resource("before 1"), {}, 9);
        QVERIFY(timeline);
        for (const Interval& interval : timeline->intervals) {
            QVERIFY(isTime(interval.firstSeen) && isTime(interval.lastSeen));
            QVERIFY(isTime(interval.endedAt.value_or(WallTime{})));
            QVERIFY(isTime(interval.since.value_or(WallTime{})));
        }
        for (const WaitRecord& wait : timeline->waits)
            QVERIFY(isTime(wait.from) && isTime(wait.lastSeen));
        const auto extent = TimelineReader::open(m_file)->extent();
        QVERIFY(extent && *extent && isTime((*extent)->from) && isTime((*extent)->to));
        const auto trends = readTrends(m_file, {});
        QVERIFY(trends && !trends->steps.empty());
        for (const TrendStep& step : trends->steps)
            QVERIFY(isTime(step.from) && step.longestWait.value_or(0ms) >= 0ms);
    }

    void aFileThatHasUsedUpItsNumbersIsSetAside()
    {
        QVERIFY(fill());
        SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE intervals SET id = 9223372036854775807 WHERE id = 1");
        const auto store = open();
        QVERIFY(store);
        recordIn(**store, batchAt(0s, {heldBy("after", "a")}));
        QVERIFY((*store)->flush());
        QVERIFY(isRecorded("after"));
        QVERIFY(std::filesystem::exists(m_file.string() + ".damaged-1750000000"));
    }

    void whatAnErrorRepeatsOfTheFileIsFitForATerminal()
    {
        QVERIFY(fill());
        {
            SQLite::Database other(m_file.string(), SQLite::OPEN_READWRITE);
            other.exec("PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = 'CREATE',"
                       " name = char(27) || '[31m' WHERE name = 'waits'");
        }
        const auto reader = HistoryReader::open(m_file);
        const auto error = reader ? reader->waits({}, 1).error() : reader.error();
        QVERIFY(error.text.find("[31m") != std::string::npos);
        QVERIFY(error.text.find('\x1b') == std::string::npos);
    }

private:
    Result<std::unique_ptr<HistoryStore>> open()
    {
        return HistoryStore::open(
            {.place = m_file, .onNotice = [this](const auto& text) { m_notices.push_back(text); }},
            m_clock);
    }
    bool fill()
    {
        const auto store = open();
        std::vector<Sighting> many;
        for (int i = 0; i < 500; ++i)
            many.push_back(heldBy("before " + std::to_string(i), "a"));
        recordIn(**store, batchAt(0s, many));
        recordIn(**store, waitingAt(1s, {waitFor("w", "before 1", 1s)}));
        return (*store)->flush().has_value();
    }
    bool isRecorded(const std::string& resource) const
    {
        const auto reader = HistoryReader::open(m_file);
        const auto timeline = reader->timeline(Resource(resource), {}, 1);
        return timeline && !timeline->intervals.empty();
    }

    const ManualClock m_clock; // at kHistoryWall
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
    std::vector<std::string> m_notices;
};

LOCKKEEPER_TEST(HistoryDamageTest)

} // namespace lockkeeper::tests::history_damage_test

#include "history_damage_test.moc"
