// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/database.h"
#include "core/history/history_reader.h"
#include "core/history/timeline_reader.h"
#include "core/history/trends.h"
#include "core/history/usual_hold_table.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"
#include "tests/support/history_batches.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

// A history file that a disk or another program has changed: it is read, or refused by an error
// that fits on a line. The input changes a file that is one: see changed().
namespace lockkeeper::fuzz {
namespace {

using namespace std::chrono_literals;
using namespace lockkeeper::history;
using lockkeeper::tests::batchAt;
using lockkeeper::tests::goneFrom;
using lockkeeper::tests::heldUntil;
using lockkeeper::tests::kHistoryWall;
using lockkeeper::tests::waitFor;
using lockkeeper::tests::waitingAt;

constexpr std::size_t kMost = 20; ///< rows of an answer

/// A directory in memory, if there is one, for the files of this process.
class Scratch {
public:
    Scratch()
    {
        std::string name = (std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp");
        name += "/lockkeeper-fuzz-XXXXXX";
        m_path = ::mkdtemp(name.data());
    }
    ~Scratch()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] std::filesystem::path file(const char* name) const { return m_path / name; }
    void clear() const
    {
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            std::filesystem::remove(entry);
    }

private:
    std::filesystem::path m_path;
};

void record(Database& database, Tracker& tracker, const Batch& batch)
{
    tracker.apply(batch);
    check(database.write(tracker.changes(), batch.wallAt).has_value(), "a history is written");
    tracker.clearChanges();
}

/// The bytes of a small history that has rows in all tables.
std::string goodHistory(const Scratch& scratch)
{
    const auto file = scratch.file("good");
    std::ofstream(file).close();
    {
        auto opened = Database::open(file);
        check(opened.has_value(), "a history is created");
        Database& database = **opened;
        Tracker tracker(database.nextIntervalId(), database.nextWaitId());
        for (int i = 0; i < 8; ++i) {
            const auto at = i * 700s;
            record(database, tracker,
                batchAt(at,
                    {heldUntil("a", "t" + std::to_string(i), at + 30s),
                        heldUntil("b", "u", at + 1h)}));
            record(database, tracker, batchAt(at + 20s, {goneFrom("a")}));
        }
        record(database, tracker, waitingAt(2h, {waitFor("w1", "a", 2h), waitFor("w2", "b", 1h)}));
        record(database, tracker, waitingAt(2h + 9s, {waitFor("w2", "b", 1h)}));
        Batch batch = batchAt(3h, {});
        batch.masters = {{MasterId("m1"), "up"}, {MasterId("m2"), "down", "no reply"}};
        batch.stale = 2;
        record(database, tracker, batch);
    }
    SQLite::Database small(file.string(), SQLite::OPEN_READWRITE);
    small.exec("PRAGMA journal_mode=DELETE");
    small.exec("PRAGMA page_size=512"); // so that a change hits something
    small.exec("VACUUM");
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Bytes of the input, one after the other; zeros behind its end.
class Bytes {
public:
    explicit Bytes(std::string_view input)
        : m_input(input)
    { }
    [[nodiscard]] bool isEmpty() const noexcept { return m_input.empty(); }
    [[nodiscard]] std::uint64_t next(std::size_t count)
    {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            number = number << 8U
                | (m_input.empty() ? 0U : static_cast<unsigned char>(m_input.front()));
            m_input.remove_prefix(m_input.empty() ? 0 : 1);
        }
        return number;
    }
    [[nodiscard]] std::string_view text(std::size_t most)
    {
        const auto text = m_input.substr(0, most);
        m_input.remove_prefix(text.size());
        return text;
    }

private:
    std::string_view m_input;
};

/// Overwrites bytes anywhere: two of an offset, one of a length, and those.
void overwrite(std::string& file, Bytes input)
{
    while (!input.isEmpty()) {
        const std::size_t at = input.next(2) % file.size();
        const std::string_view bytes = input.text(1 + input.next(1) % 16);
        file.replace(at, std::min(bytes.size(), file.size() - at), bytes);
    }
}

/// Stores any values in columns: one byte for the column, one for the kind of value, then eight of
/// a number or up to 24 of a text.
void setValues(const std::filesystem::path& file, Bytes input)
{
    constexpr std::array<std::string_view, 35> kColumns{"intervals id", "intervals resource_id",
        "intervals token", "intervals format", "intervals app", "intervals host", "intervals pid",
        "intervals since", "intervals first_seen", "intervals last_seen", "intervals ended_at",
        "intervals ending", "intervals held", "intervals is_start_seen", "intervals is_hand_over",
        "intervals earlier_renewals", "intervals renewals", "intervals renewal_interval",
        "intervals last_renewed", "intervals certainty", "intervals lease_until",
        "verdict_changes from_verdict", "verdict_changes to_verdict", "verdict_changes at",
        "master_changes master", "master_changes state", "master_changes at", "recording seen_at",
        "waits resource_id", "waits started_at", "waits last_seen", "waits ended_at",
        "waits is_open", "stale_counts at", "stale_counts stale"};
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA synchronous=OFF");
    while (!input.isEmpty()) {
        const std::string_view column = kColumns[input.next(1) % kColumns.size()];
        const std::string table(column.substr(0, column.find(' ')));
        const std::string name(column.substr(column.find(' ') + 1));
        SQLite::Statement update(database,
            "UPDATE OR IGNORE " + table + " SET " + name
                + " = ?1 WHERE rowid ="
                  " (SELECT rowid FROM "
                + table + " LIMIT 1 OFFSET ?2)");
        const std::uint64_t kind = input.next(1);
        update.bind(2, static_cast<std::int64_t>(kind >> 2U));
        if ((kind & 3U) == 0)
            update.bind(1);
        else if ((kind & 3U) == 1)
            update.bind(1, std::string(input.text(24)));
        else
            update.bind(1, static_cast<std::int64_t>(input.next(8)));
        try {
            update.exec();
        } catch (const SQLite::Exception&) { // the column takes no such value
        }
    }
}

/// True if the answer is no error; an error must fit on a line.
template <class T> bool isGiven(const Result<T>& answer)
{
    if (!answer)
        checkPrintable(answer.error().text);
    return answer.has_value();
}

void checkTime(WallTime time)
{
    check(time >= WallTime{}, "no time is before the epoch");
}

void checkInterval(const Interval& interval)
{
    checkTime(interval.firstSeen);
    checkTime(interval.lastSeen);
    checkTime(interval.since.value_or(WallTime{}));
    checkTime(interval.endedAt.value_or(WallTime{}));
}

void readHistory(const std::filesystem::path& file)
{
    const auto reader = HistoryReader::open(file);
    if (!isGiven(reader))
        return;
    for (const char* name : {"a", "b"}) {
        const Resource resource(name);
        if (const auto timeline = reader->timeline(resource, {}, kMost); isGiven(timeline)) {
            check(timeline->intervals.size() <= kMost, "an answer is bounded");
            for (const Interval& interval : timeline->intervals)
                checkInterval(interval);
        }
        (void)isGiven(reader->owners(resource, kMost));
        (void)isGiven(reader->usualHold(resource));
        (void)isGiven(reader->handOvers(resource));
    }
    (void)isGiven(reader->waits({}, kMost));
    (void)isGiven(reader->busiest({}, kMost));
    (void)isGiven(reader->mostContended({}, kMost));
    (void)isGiven(reader->recordedSince());
    (void)isGiven(reader->usualHolds(1));
    if (const auto longest = reader->longestHeld({}, kMost); isGiven(longest)) {
        for (const Interval& interval : *longest)
            checkInterval(interval);
    }
}

void readTimeline(const std::filesystem::path& file)
{
    auto reader = TimelineReader::open(file);
    if (!isGiven(reader))
        return;
    reader->setRecordedAt(kHistoryWall + 4h);
    const auto extent = reader->extent();
    if (!isGiven(extent) || !*extent)
        return;
    check((*extent)->from <= (*extent)->to, "a history ends behind its beginning");
    const auto rows = reader->rows(Window{kHistoryWall, kHistoryWall + 2h});
    if (!isGiven(rows))
        return;
    for (const ResourceRow& row : *rows) {
        for (const Window& window : {**extent, Window{}}) {
            if (const auto spans = reader->spans(row.id, window, 1s); isGiven(spans)) {
                for (const Span& span : *spans)
                    check(span.from <= span.to, "a span ends behind its beginning");
            }
            (void)isGiven(reader->waits(row.id, window, 1s));
        }
        const auto owner = reader->ownershipAt(row.id, kHistoryWall + 10s);
        if (isGiven(owner) && *owner)
            (void)isGiven(reader->neighbour(row.id, **owner, true));
    }
    (void)isGiven(reader->outages(WallTime::max()));
}

/// As the store does: it goes on with the file, or sets it aside.
void goOnRecording(const std::filesystem::path& file)
{
    auto opened = Database::open(file);
    if (!opened) {
        checkPrintable(opened.error().error.text);
        return;
    }
    Database& database = **opened;
    Tracker tracker(database.nextIntervalId(), database.nextWaitId());
    tracker.apply(batchAt(5h, {heldUntil("a", "new", 6h), heldUntil("c", "t", 6h)}));
    if (const auto written = database.write(tracker.changes(), kHistoryWall + 5h); !written)
        checkPrintable(written.error().error.text);
    if (const auto retained = database.retain({.age = 2h, .bytes = 4096}, kHistoryWall + 5h);
        !retained)
        checkPrintable(retained.error().error.text);
}

/// The first byte says how the rest of the input changes the file.
void run(std::string_view input)
{
    static const Scratch scratch;
    static const std::string good = goodHistory(scratch);
    if (input.empty())
        return;
    scratch.clear();
    const auto file = scratch.file("history");
    const bool areBytes = (static_cast<unsigned char>(input.front()) & 1U) != 0;
    std::string bytes = good;
    if (areBytes)
        overwrite(bytes, Bytes(input.substr(1)));
    std::ofstream(file, std::ios::binary) << bytes;
    if (!areBytes)
        setValues(file, Bytes(input.substr(1)));
    readHistory(file);
    readTimeline(file);
    for (const Window& window : {Window{}, Window{kHistoryWall, kHistoryWall + 2h}})
        (void)isGiven(readTrends(file, window, 1min));
    (void)readUsualHolds(file);
    goOnRecording(file);
    readHistory(file);
}

constexpr int kCost = 20; // it writes files
const Target kTarget("history", run, kCost);

} // namespace
} // namespace lockkeeper::fuzz
