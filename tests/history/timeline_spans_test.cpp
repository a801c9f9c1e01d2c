// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/timeline_spans.h"
#include "tests/support/history_batches.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::timeline_spans_test {

using namespace lockkeeper::history;

namespace {

constexpr auto kPixel = 100ms;
/// The beginning of a cell: merged spans are cut there.
const WallTime kStart{std::chrono::milliseconds(1'750'000'000'000 / 800 * 800)};

Ownership owned(std::chrono::milliseconds from, std::chrono::milliseconds to)
{
    static std::int64_t id = 0;
    return {.id = ++id, .from = kStart + from, .to = kStart + to, .end = End::Released};
}

std::vector<Span> spansOf(
    const std::vector<Ownership>& all, std::chrono::milliseconds pixel = kPixel)
{
    SpanMaker maker(pixel);
    for (const Ownership& one : all)
        maker.add(one);
    return maker.take();
}

} // namespace

class TimelineSpansTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anOwnershipOfTwoPixelsHasASpanOfItsOwn()
    {
        const auto spans = spansOf({owned(0ms, 200ms), owned(200ms, 400ms)});
        QCOMPARE(spans.size(), std::size_t(2));
        QVERIFY(!spans[0].isMerged());
        QCOMPARE(spans[0].from, kStart);
        QCOMPARE(spans[0].to, kStart + 200ms);
        QCOMPARE(spans[1].held, 200ms);
    }

    void shortOwnershipsAreMergedAndTheirGapsAreTold()
    {
        const auto spans = spansOf({owned(0ms, 50ms), owned(100ms, 150ms), owned(240ms, 250ms)});
        QCOMPARE(spans.size(), std::size_t(1));
        QVERIFY(spans[0].isMerged());
        QCOMPARE(spans[0].count, std::size_t(3));
        QCOMPARE(spans[0].held, 110ms);
        QCOMPARE(spans[0].to, kStart + 250ms);
    }

    void aShortOwnershipAloneKeepsItsOwner()
    {
        const Ownership one = owned(0ms, 50ms);
        QCOMPARE(spansOf({one}).at(0).owner, std::optional(one));
    }

    void aGapOfMoreThanAPixelIsLeftFree()
    {
        const auto spans = spansOf({owned(0ms, 50ms), owned(151ms, 160ms)});
        QCOMPARE(spans.size(), std::size_t(2));
        QCOMPARE(spans[0].to, kStart + 50ms);
        QCOMPARE(spans[1].from, kStart + 151ms);
    }

    void mergedSpansAreCutAtTheSameTimesWhereverTheyBegin()
    {
        std::vector<Ownership> all;
        for (auto at = 0ms; at < 4000ms; at += 40ms)
            all.push_back(owned(at, at + 30ms));
        const auto whole = spansOf(all);
        QCOMPARE(whole.size(), std::size_t(5));
        const auto later = spansOf(std::vector<Ownership>(all.begin() + 20, all.end()));
        QCOMPARE(later.size(), std::size_t(4));
        for (std::size_t i = 0; i < later.size(); ++i)
            QCOMPARE(later[i].from, whole[i + 1].from);
    }

    void whatIsStillHeldIsNeverMerged()
    {
        Ownership open = owned(60ms, 90ms);
        open.end.reset();
        const auto spans = spansOf({owned(0ms, 50ms), open});
        QCOMPARE(spans.size(), std::size_t(2));
        QVERIFY(!spans[1].isMerged());
    }

    void ownershipsThatOverlapAreNotCountedTwice()
    {
        // The clock was set back in between.
        const auto spans = spansOf({owned(0ms, 100ms), owned(50ms, 120ms)});
        QCOMPARE(spans.at(0).held, 120ms);
        QCOMPARE(spans.at(0).count, std::size_t(2));
    }

    void aPictureThatIsZoomedALittleKeepsItsSpans()
    {
        QCOMPARE(spanPixel(1023ms), 512ms);
        QCOMPARE(spanPixel(1024ms), 1024ms);
        QCOMPARE(spanPixel(10us), 1ms);
    }

    void waitsThatFollowEachOtherAreOneSpan()
    {
        const auto wait = [](std::chrono::milliseconds from, std::chrono::milliseconds to) {
            return WaitRecord{.from = kStart + from, .lastSeen = kStart + to};
        };
        const auto spans
            = waitSpans({wait(0ms, 500ms), wait(300ms, 900ms), wait(1001ms, 1100ms)}, kPixel);
        QCOMPARE(spans.size(), std::size_t(2));
        QCOMPARE(spans[0].count, std::size_t(2));
        QCOMPARE(spans[0].to, kStart + 900ms);
        QCOMPARE(spans[1].from, kStart + 1001ms);
    }

    void anOutageLastsUntilItsMasterIsUp()
    {
        const auto change = [](const char* master, const char* state, std::chrono::seconds at) {
            return MasterChange{MasterId(master), state, "", kStart + at};
        };
        const auto outages = outagesOf({change("a", "connecting", 0s), change("a", "up", 1s),
            change("b", "down", 2s), change("a", "silent", 3s), change("b", "connecting", 4s),
            change("b", "up", 5s), change("a", "down", 6s)});
        QCOMPARE(outages.size(), std::size_t(2));
        QCOMPARE(outages[0].master, MasterId("b"));
        QCOMPARE(outages[0].to, std::optional(kStart + 5s));
        // First silent, then down: that is one, and it goes on.
        QCOMPARE(outages[1].state, std::string("down"));
        QCOMPARE(outages[1].from, kStart + 3s);
        QVERIFY(!outages[1].to);
    }
};

LOCKKEEPER_TEST(TimelineSpansTest)

} // namespace lockkeeper::tests::timeline_spans_test

#include "timeline_spans_test.moc"
