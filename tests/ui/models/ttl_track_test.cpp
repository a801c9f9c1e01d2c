// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "ui/models/plots/tracks.h"

namespace lockkeeper::tests::ttl_track_test {

using ui::Plot;
using ui::TtlTrack;

class TtlTrackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_track = std::make_unique<TtlTrack>(*m_clock);
        m_renewals = {};
    }

    void withoutALockThereIsNothing()
    {
        QVERIFY(m_track->plot().isEmpty());
        m_track->note(nullptr, false);
        QVERIFY(m_track->plot().isEmpty());
    }

    void itCountsDownBetweenRenewals()
    {
        read(30s);
        pass(10s);
        renew(30s);
        pass(5s);
        const Plot plot = m_track->plot();
        QCOMPARE(values(plot), (std::vector<double>{30'000, 20'000, 30'000, 25'000}));
        QCOMPARE(plot.window.to, m_clock->wallNow());
        QCOMPARE(plot.series[0].points[0].at, m_clock->wallNow() - 15s);
        QCOMPARE(plot.series[0].points[1].at, plot.series[0].points[2].at);
        QCOMPARE(plot.summary, u"TTL between 20 s and 30 s, renewed once, last 5.0 s ago"_s);
    }

    void anotherReadingIsNoRenewal()
    {
        read(30s);
        pass(10s);
        read(20s + 100ms);
        QCOMPARE(values(m_track->plot()), (std::vector<double>{30'000, 20'000}));
        QVERIFY(m_track->plot().summary.endsWith(u"no renewal seen"_s));
    }

    void afterItsEndItStaysAtZero()
    {
        read(10s);
        pass(15s);
        QCOMPARE(values(m_track->plot()), (std::vector<double>{10'000, 0, 0}));
    }

    void whatIsGoneEnds()
    {
        read(30s);
        pass(10s);
        m_track->note(m_entry, false);
        const Plot ended = m_track->plot();
        pass(10s);
        m_track->note(m_entry, false);
        QVERIFY(m_track->plot() == ended); // so that it is not drawn again
        QCOMPARE(values(ended), (std::vector<double>{30'000, 20'000}));
    }

    void whatIsFreshAgainGoesOn()
    {
        read(30s);
        m_track->note(m_entry, false);
        pass(10s);
        m_track->note(m_entry, true);
        QCOMPARE(values(m_track->plot()), (std::vector<double>{30'000, 20'000}));
    }

    void theLastRenewalBeforeTheFirstLookIsKnown()
    {
        m_renewals.count = 40;
        m_renewals.last = m_clock->now() - 4s;
        read(26s);
        const Plot plot = m_track->plot();
        QCOMPARE(values(plot), (std::vector<double>{30'000, 26'000}));
        QCOMPARE(plot.summary, u"TTL between 26 s and 30 s, renewed 40 times, last 4.0 s ago"_s);
    }

    void anotherHolderBeginsAnew()
    {
        read(30s);
        pass(10s);
        read(60s, "other");
        QCOMPARE(values(m_track->plot()), (std::vector<double>{60'000, 60'000}));
        m_entry = heldEntry("elsewhere", m_clock->now(), 5s, "other");
        QVERIFY(m_track->note(m_entry, true));
        QVERIFY(!m_track->note(m_entry, true));
        QCOMPARE(values(m_track->plot()).front(), 5'000.0);
    }

    void onlyTheLastMinutesAreKept()
    {
        for (int i = 0; i < 2'000; ++i) {
            renew(30s);
            pass(1s);
        }
        const Plot plot = m_track->plot();
        QVERIFY(plot.series[0].points.size() <= 2 * (TtlTrack::kKept / 1s) + 2);
        QVERIFY(plot.series[0].points.front().at >= m_clock->wallNow() - TtlTrack::kKept);
        QCOMPARE(plot.window.to - plot.window.from, WallTime::duration(TtlTrack::kKept));
    }

    void fastRenewalsAreABand()
    {
        for (int i = 0; i < 600; ++i) {
            renew(30s);
            pass(1s);
        }
        const Plot plot = m_track->plot();
        QCOMPARE(plot.series.size(), std::size_t(2));
        QCOMPARE(plot.series[0].name, u"highest TTL"_s);
        QCOMPARE(plot.series[1].line, ui::PlotSeries::Line::Lower);
        QVERIFY(plot.series[0].points.size() <= TtlTrack::kMostTeeth / 2 + 2);
        QCOMPARE(values(plot), std::vector<double>(plot.series[0].points.size(), 30'000));
        for (const ui::PlotPoint& point : plot.series[1].points)
            QCOMPARE(point.value, 29'000.0);
        QVERIFY2(plot.summary.startsWith(u"TTL between 29 s and 30 s, renewed 600 times"_s),
            qPrintable(plot.summary));
        // It stops: the band goes down.
        pass(20s);
        QCOMPARE(m_track->plot().series[1].points.back().value, 9'000.0);
    }

    void slowRenewalsAreALine()
    {
        for (int i = 0; i < 60; ++i) {
            renew(30s);
            pass(10s);
        }
        QCOMPARE(m_track->plot().series.size(), std::size_t(1));
    }

    void aLeftoverHasALine()
    {
        auto entry
            = std::make_shared<observe::LockEntry>(*heldEntry("r", m_clock->now(), 30s, "token"));
        std::vector<observe::Vote> votes(entry->votes.begin(), entry->votes.end());
        for (std::size_t i = 1; i < votes.size(); ++i)
            votes[i] = {.master = votes[i].master,
                .state = observe::VoteState::Free,
                .readAt = m_clock->now()};
        entry->votes = votes;
        QCOMPARE(entry->countVotes().verdict, observe::Verdict::Minority);
        m_track->note(entry, true);
        pass(5s);
        const Plot plot = m_track->plot();
        QCOMPARE(plot.title, u"TTL of the leftover"_s);
        QCOMPARE(values(plot), (std::vector<double>{30'000, 25'000}));
    }

    void whatNeverExpiresHasNoLine()
    {
        m_track->note(heldEntry("r", m_clock->now(), std::nullopt, "token"), true);
        QVERIFY(m_track->plot().isEmpty());
        QCOMPARE(m_track->plot().emptyText, u"No TTL: it does not expire on its own."_s);
    }

private:
    void pass(std::chrono::milliseconds time)
    {
        m_clock->advance(time);
        m_clock->setWallNow(m_clock->wallNow() + time);
    }
    void read(std::chrono::milliseconds ttl, const std::string& token = "token")
    {
        auto entry
            = std::make_shared<observe::LockEntry>(*heldEntry("r", m_clock->now(), ttl, token));
        entry->renewals = m_renewals;
        m_entry = entry;
        m_track->note(m_entry, true);
    }
    void renew(std::chrono::milliseconds ttl)
    {
        ++m_renewals.count;
        m_renewals.last = m_clock->now();
        read(ttl);
    }
    static std::vector<double> values(const Plot& plot)
    {
        std::vector<double> values;
        for (const ui::PlotPoint& point : plot.series.at(0).points)
            values.push_back(point.value);
        return values;
    }

    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<TtlTrack> m_track;
    observe::Renewals m_renewals;
    observe::LockEntryPtr m_entry;
};

LOCKKEEPER_TEST(TtlTrackTest)

} // namespace lockkeeper::tests::ttl_track_test

#include "ttl_track_test.moc"
