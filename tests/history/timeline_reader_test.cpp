// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_store.h"
#include "core/history/timeline_reader.h"
#include "tests/support/history_test.h"
#include "tests/support/test_class.h"

#include <map>
#include <random>

namespace lockkeeper::tests::timeline_reader_test {

using namespace lockkeeper::history;
using std::chrono::milliseconds;

namespace {

constexpr int kResources = 25;
constexpr int kAcquisitions = 10'000;
constexpr auto kTolerance = 100ms;

/// What really happened: who owned a resource from when to when.
struct Owned {
    milliseconds from;
    milliseconds to;
    Fingerprint token;
};
using Oracle = std::map<std::string, std::vector<Owned>>;

std::uint32_t seed()
{
    const QByteArray given = qgetenv("LOCKKEEPER_SEED");
    return given.isEmpty() ? std::random_device()() : given.toUInt();
}

/// True if an instant within the tolerance has this owner; no token: nobody.
bool isOwnerNear(
    const std::vector<Owned>& owned, milliseconds at, const std::optional<Fingerprint>& token)
{
    const auto first = std::partition_point(
        owned.begin(), owned.end(), [&](const Owned& one) { return one.to < at - kTolerance; });
    bool hasGap = first == owned.end() || first->from > at - kTolerance;
    for (auto one = first; one != owned.end() && one->from <= at + kTolerance; ++one) {
        if (token && one->token == *token)
            return true;
        const bool isLast = one + 1 == owned.end();
        hasGap = hasGap || (one->to < at + kTolerance && (isLast || (one + 1)->from > one->to));
    }
    return !token && hasGap;
}

} // namespace

class TimelineReaderTest : public HistoryTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addHistoryPlaces(); }
    void init() { beginHistory(1h); }
    void cleanup() { m_store.reset(); }

    /// Until when is written only now and then.
    void whileItIsRecordedWhatGoesOnGoesOn()
    {
        recordIn(*m_store, batchAt(0s, {heldBy("r", "a")}));
        QVERIFY(m_store->flush());
        TimelineReader history = reader();
        const std::int64_t row = history.rows()->at(0).id;
        const WallTime written = (*history.extent())->to;
        const auto hasOwnerAt
            = [&](WallTime at) { return history.ownershipAt(row, at)->has_value(); };
        QVERIFY(!hasOwnerAt(written + 20s));
        history.setRecordedAt(written + 25s);
        QVERIFY(hasOwnerAt(written + 20s));
        QVERIFY((*history.extent())->to == written + 24s);
        // Nobody records any more who has not written for so long.
        history.setRecordedAt(written + 1min);
        QVERIFY(!hasOwnerAt(written + 20s));
        QVERIFY((*history.extent())->to == written);
    }

    void drawsWhatTheOracleSaw_data()
    {
        QTest::addColumn<int>("pixel");
        for (const int pixel : {1, 16, 100, 1000, 8192, 65'536})
            QTest::addRow("%d ms a pixel", pixel) << pixel;
    }

    void drawsWhatTheOracleSaw()
    {
        QFETCH(int, pixel);
        const std::uint32_t number = seed();
        qInfo("LOCKKEEPER_SEED=%u", number);
        std::mt19937 random(number);
        const Oracle oracle = recordAtRandom(random);
        const TimelineReader history = reader();
        const auto rows = history.rows();
        QCOMPARE(rows->size(), oracle.size());
        for (const ResourceRow& row : *rows) {
            compare(oracle, history, row, milliseconds(pixel), random);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void anInstantHasItsOwner()
    {
        hold("r", "a", 0s, 10s);
        hold("r", "b", 20s, 30s);
        const TimelineReader history = reader();
        const std::int64_t row = history.rows()->at(0).id;
        const auto tokenAt = [&](milliseconds at) -> std::optional<Fingerprint> {
            const auto found = history.ownershipAt(row, kHistoryWall + at);
            return *found ? std::optional((*history.interval((*found)->id))->token) : std::nullopt;
        };
        QCOMPARE(tokenAt(5s), std::optional(Fingerprint::ofString("a")));
        QCOMPARE(tokenAt(20s), std::optional(Fingerprint::ofString("b")));
        QVERIFY(!tokenAt(15s));
        QVERIFY(!tokenAt(31s));
        QVERIFY(!tokenAt(-1s));
    }

    void onlyRowsWithAnOwnerInTheWindowAreListed()
    {
        hold("early", "a", 0s, 10s);
        hold("late", "b", 20s, 30s);
        recordIn(*m_store, batchAt(40s, {heldBy("open", "c")}));
        const TimelineReader history = reader();
        const auto namesIn = [&](std::chrono::seconds from, std::chrono::seconds to) {
            QStringList names;
            const auto rows = history.rows(Window{kHistoryWall + from, kHistoryWall + to});
            for (const ResourceRow& row : *rows)
                names << QString::fromStdString(row.resource.value());
            return names;
        };
        QCOMPARE(namesIn(0s, 5s), QStringList{QStringLiteral("early")});
        QCOMPARE(namesIn(12s, 18s), QStringList());
        QCOMPARE(namesIn(5s, 25s), (QStringList{QStringLiteral("early"), QStringLiteral("late")}));
        QCOMPARE(namesIn(100s, 101s), QStringList{QStringLiteral("open")});
        QCOMPARE(history.rows()->size(), std::size_t(3));
    }

    void whatIsHeldOnIsOpenAndLastsUntilItWasSeen()
    {
        recordIn(*m_store, batchAt(0s, {heldBy("r", "a")}));
        const TimelineReader history = reader();
        const std::int64_t row = history.rows()->at(0).id;
        const auto spans = history.spans(row, {kHistoryWall + 30min, kHistoryWall + 40min}, 1s);
        QCOMPARE(spans->size(), std::size_t(1));
        QVERIFY(!spans->at(0).owner->end);
        QCOMPARE(spans->at(0).to, kHistoryWall + 1h);
        QVERIFY(*history.ownershipAt(row, kHistoryWall + 1h));
    }

    void oneOwnershipLeadsToTheNext()
    {
        hold("r", "a", 0s, 10s);
        hold("other", "x", 12s, 13s);
        hold("r", "b", 20s, 30s);
        const TimelineReader history = reader();
        const auto rows = history.rows();
        const std::int64_t row = rows->at(1).id;
        const auto first = history.ownershipAt(row, kHistoryWall);
        const auto second = history.neighbour(row, **first, true);
        QCOMPARE((*history.interval((*second)->id))->token, Fingerprint::ofString("b"));
        QCOMPARE(*history.neighbour(row, **second, false), *first);
        QVERIFY(!*history.neighbour(row, **second, true));
    }

    void aLeaseThatWasLostOverlapsTheNext()
    {
        recordIn(*m_store, batchAt(0s, {heldUntil("r", "a", 60s)}));
        Sighting second = heldUntil("r", "b", 90s);
        second.votes = heldAfterLoss("b");
        recordIn(*m_store, batchAt(6s, {second}));
        recordIn(*m_store, batchAt(8s, {goneFrom("r")}));
        const TimelineReader read = reader();
        const std::int64_t row = read.rows()->front().id;
        const auto spansFrom = [&](milliseconds from) {
            return *read.spans(row, {kHistoryWall + from, kHistoryWall + 120s}, 1ms);
        };
        const std::vector<Span> both = spansFrom(0s);
        QCOMPARE(both.size(), std::size_t(2));
        QCOMPARE(both[0].owner->leaseUntil, std::optional(kHistoryWall + 60s));
        QVERIFY(!both[1].owner->leaseUntil);
        // What is looked at begins after both have ended, but not after that lease.
        QCOMPARE(spansFrom(30s).size(), std::size_t(1));
        QVERIFY(spansFrom(61s).empty());
        QVERIFY(!*read.ownershipAt(row, kHistoryWall + 30s)); // nobody is seen to hold it
        QCOMPARE(read.interval(both[0].owner->id)->value().leaseUntil, both[0].owner->leaseUntil);
    }

    void mastersThatDidNotAnswerAreTold()
    {
        Batch down = batchAt(5s, {heldBy("r", "a")});
        down.masters = {{MasterId("b"), "down", "connection refused"}};
        recordIn(*m_store, std::move(down));
        Batch up = batchAt(9s, {});
        up.masters = {{MasterId("b"), "up", ""}};
        recordIn(*m_store, std::move(up));
        const auto outages = reader().outages(WallTime::max());
        QCOMPARE(outages->size(), std::size_t(1));
        QCOMPARE(outages->at(0).from, kHistoryWall + 5s);
        QCOMPARE(outages->at(0).to, std::optional(kHistoryWall + 9s));
        QCOMPARE(outages->at(0).error, std::string("connection refused"));
    }

    void withoutOwnershipsThereIsNoExtent()
    {
        QVERIFY(!*reader().extent());
        hold("r", "a", 3s, 4s);
        QCOMPARE((*reader().extent())->from, kHistoryWall + 3s);
        QCOMPARE((*reader().extent())->to, kHistoryWall + 1h);
    }

    void aSnapshotIsOfOneState()
    {
        hold("r", "a", 0s, 10s);
        const TimelineReader history = reader();
        {
            const TimelineReader::Snapshot snapshot(history);
            const auto before = *history.extent();
            QCOMPARE(history.rows()->size(), std::size_t(1));
            hold("other", "b", 20s, 30s);
            QVERIFY(m_store->flush());
            QCOMPARE(history.rows()->size(), std::size_t(1));
            QCOMPARE((*history.extent())->to, before->to);
        }
        QCOMPARE(history.rows()->size(), std::size_t(2));
        QVERIFY((*history.extent())->to >= kHistoryWall + 30s);
    }

    void aClockThatIsSetBackStopsNoHistory()
    {
        const auto setBack = [](Batch batch) {
            batch.wallAt -= 2h;
            return batch;
        };
        hold("over", "x", 0s, 1s);
        recordIn(*m_store, batchAt(2s, {heldBy("r", "a"), heldBy("on", "o")}));
        Batch down = batchAt(3s, {});
        down.masters = {{MasterId("b"), "down", "connection refused"}};
        recordIn(*m_store, std::move(down));
        QVERIFY(m_store->flush());
        m_clock->setWallNow(kHistoryWall - 2h + 10s);
        Batch end = setBack(batchAt(6s, {goneFrom("r")}));
        end.masters = {{MasterId("b"), "up", ""}};
        recordIn(*m_store, std::move(end));
        const TimelineReader history = reader();
        // The picture begins with what goes on, as the clock dates it now, and has reached the
        // present.
        QCOMPARE((*history.extent())->from, kHistoryWall - 2h + 2s);
        QCOMPARE((*history.extent())->to, kHistoryWall - 2h + 10s);
        const Window all{kHistoryWall - 3h, kHistoryWall + 1h};
        const auto rows = history.rows();
        for (const ResourceRow& row : *rows) {
            const auto spans = history.spans(row.id, all, 1ms);
            QCOMPARE(spans->size(), std::size_t(1));
            const auto length = spans->front().to - spans->front().from;
            const auto expected = row.resource == Resource("over") ? 1s
                : row.resource == Resource("r")                    ? 4s
                                                                   : 8s;
            QCOMPARE(std::chrono::duration_cast<std::chrono::seconds>(length), expected);
        }
        const auto outages = history.outages(WallTime::max());
        QCOMPARE(outages->size(), std::size_t(1));
        QVERIFY(outages->front().to && *outages->front().to >= outages->front().from);
    }

    /// Else the picture would be that of a file which nobody writes any more.
    void aFileThatIsRemovedIsNotedAsGone()
    {
        if (m_place.isServer())
            QSKIP("that of a file");
        hold("r", "a", 3s, 4s);
        const TimelineReader history = reader();
        QVERIFY(history.isStillThere());
        std::filesystem::remove(m_file);
        QVERIFY(!history.isStillThere());
        QVERIFY(m_store->flush()); // begins a new one
        QVERIFY(std::filesystem::exists(m_file));
        QVERIFY(!history.isStillThere());
    }

private:
    TimelineReader reader()
    {
        if (const auto flushed = m_store->flush(); !flushed)
            qFatal("%s", flushed.error().text.c_str());
        auto reader = TimelineReader::open(m_place);
        if (!reader)
            qFatal("%s", reader.error().text.c_str());
        return std::move(*reader);
    }

    /// Locks that are held for milliseconds or minutes, with gaps or handed over at once.
    Oracle recordAtRandom(std::mt19937& random)
    {
        const auto upTo
            = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        Oracle oracle;
        std::multimap<milliseconds, Sighting> events;
        for (int r = 0; r < kResources; ++r) {
            const std::string name = "r" + std::to_string(r);
            milliseconds at{upTo(5000)};
            for (int i = 0; i < kAcquisitions / kResources; ++i) {
                const std::string token = name + "/" + std::to_string(i);
                const milliseconds to = at + milliseconds(1 + upTo(upTo(9) == 0 ? 120'000 : 900));
                const bool isHandedOver = upTo(3) == 0;
                events.emplace(at, heldBy(name, token));
                if (!isHandedOver)
                    events.emplace(to, goneFrom(name));
                oracle[name].push_back({at, to, Fingerprint::ofString(token)});
                at = to
                    + (isHandedOver ? 0ms : milliseconds(1 + upTo(upTo(4) == 0 ? 60'000 : 700)));
            }
            events.emplace(at, goneFrom(name));
        }
        for (auto& [at, sighting] : events)
            recordIn(*m_store, batchAt(at, {std::move(sighting)}));
        return oracle;
    }

    void compare(const Oracle& oracle, const TimelineReader& reader, const ResourceRow& row,
        milliseconds pixel, std::mt19937& random)
    {
        const std::vector<Owned>& owned = oracle.at(row.resource.value());
        const auto spans = reader.spans(row.id, {kHistoryWall - 1h, kHistoryWall + 24h}, pixel);
        QVERIFY(spans);
        std::size_t count = 0;
        for (const Span& span : *spans) {
            count += span.count;
            const auto from = std::chrono::duration_cast<milliseconds>(span.from - kHistoryWall);
            const auto to = std::chrono::duration_cast<milliseconds>(span.to - kHistoryWall);
            if (!span.isMerged())
                continue;
            QVERIFY(span.count > 1);
            milliseconds held{0};
            for (const Owned& one : owned)
                held += std::max(0ms, std::min(one.to, to) - std::max(one.from, from));
            // It says how much of it is held, and hides no gap of more than a pixel.
            QVERIFY2(std::abs((held - span.held).count()) <= kTolerance.count(),
                row.resource.value().c_str());
            for (std::size_t i = 1; i < owned.size(); ++i) {
                if (owned[i - 1].from >= from && owned[i].to <= to)
                    QVERIFY(owned[i].from - owned[i - 1].to <= pixel);
            }
        }
        QCOMPARE(count, owned.size());
        std::uniform_int_distribution<std::int64_t> anywhere(0, owned.back().to.count() + 1000);
        for (int i = 0; i < 400; ++i) {
            const milliseconds at(anywhere(random));
            const auto drawn = std::find_if(spans->begin(), spans->end(), [&](const Span& span) {
                return span.from <= kHistoryWall + at && kHistoryWall + at < span.to;
            });
            if (drawn != spans->end() && drawn->isMerged())
                continue; // it names no owner
            std::optional<Fingerprint> token;
            if (drawn != spans->end())
                token = (*reader.interval(drawn->owner->id))->token;
            QVERIFY2(isOwnerNear(owned, at, token),
                qPrintable(QString::fromStdString(
                    row.resource.value() + " at " + std::to_string(at.count()))));
        }
    }
};

LOCKKEEPER_TEST(TimelineReaderTest)

} // namespace lockkeeper::tests::timeline_reader_test

#include "timeline_reader_test.moc"
