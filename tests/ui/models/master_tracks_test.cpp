// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostile_names.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "ui/models/plots/tracks.h"

#include <cmath>

namespace lockkeeper::tests::master_tracks_test {

using redis::LinkState;
using ui::MasterTracks;
using ui::Plot;

class MasterTracksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_tracks = std::make_unique<MasterTracks>(*m_clock);
        m_update = {};
        m_update.masters.push_back({.id = MasterId("a")});
        m_update.masters.front().link.state = LinkState::Up;
    }

    void beforeTheFirstUpdateThatIsSaid()
    {
        const Plot plot = m_tracks->latency(MasterId("a"));
        QCOMPARE(plot.title, u"Latency of master a"_s);
        QVERIFY(plot.isEmpty());
        QCOMPARE(plot.emptyText, u"Nothing is known of it yet."_s);
    }

    void theLatencyIsFollowed()
    {
        note(400us, 0);
        note(1200us, 0);
        note(500us, 0);
        const Plot plot = m_tracks->latency(MasterId("a"));
        QCOMPARE(values(plot), (std::vector<double>{0.4, 1.2, 0.5}));
        QCOMPARE(plot.summary, u"between < 1 ms and 1 ms, < 1 ms now"_s);
        QCOMPARE(plot.series[0].points.back().at, plot.window.to);
    }

    void whileItDoesNotAnswerThereIsAGap()
    {
        note(400us, 0);
        m_update.masters.front().link.state = LinkState::Silent;
        note(400us, 0);
        const Plot plot = m_tracks->latency(MasterId("a"));
        QVERIFY(std::isnan(values(plot).back()));
        QVERIFY(plot.summary.endsWith(u"not known now"_s));
    }

    void commandsAreCountedByTheSecond()
    {
        note(400us, 100);
        note(400us, 112);
        m_clock->advance(1s); // then two seconds pass
        note(400us, 212);
        const Plot plot = m_tracks->commands(MasterId("a"));
        QVERIFY(std::isnan(values(plot).front())); // nobody knows since when
        QCOMPARE(values(plot).at(1), 12.0);
        QCOMPARE(values(plot).at(2), 50.0);
        QCOMPARE(plot.summary, u"between 12 a second and 50 a second, 50 a second now"_s);
    }

    void aCountThatBeginsAnewIsNoCost()
    {
        note(400us, 100);
        note(400us, 3);
        note(400us, 5);
        const auto shown = values(m_tracks->commands(MasterId("a")));
        QVERIFY(std::isnan(shown.at(1)));
        QCOMPARE(shown.at(2), 2.0);
    }

    void oftenerThanOnceASecondOnlyTheLatestLatencyIsCorrected()
    {
        note(400us, 100);
        m_update.masters.front().link.commands = 5'000;
        m_update.masters.front().link.latency = 7ms; // as the table shows it
        m_clock->freeze(-500ms);
        m_tracks->note(m_update);
        QCOMPARE(values(m_tracks->latency(MasterId("a"))), std::vector<double>{7});
        QCOMPARE(values(m_tracks->commands(MasterId("a"))).size(), std::size_t(1));
    }

    void onlyTheLastMinutesAreKept()
    {
        for (int i = 0; i < 1'000; ++i)
            note(400us, 0);
        const Plot plot = m_tracks->latency(MasterId("a"));
        QVERIFY(values(plot).size() <= MasterTracks::kKept / 1s + 1U);
        QCOMPARE(plot.window.to - plot.window.from, WallTime::duration(MasterTracks::kKept));
    }

    void mastersThatAreGoneAreForgotten()
    {
        note(400us, 0);
        m_update.masters.front().id = MasterId("b");
        note(400us, 0);
        QVERIFY(m_tracks->latency(MasterId("a")).isEmpty());
        QVERIFY(!m_tracks->latency(MasterId("b")).isEmpty());
    }

    void hostileNamesAreHarmless()
    {
        for (const std::string& name : hostileNames(40)) {
            const Plot plot = m_tracks->commands(MasterId(name));
            for (const QString& text : {plot.title, plot.series[0].name})
                QVERIFY(
                    !text.contains(u'\n') && !text.contains(u'\x1b') && !text.contains(u'\u202e'));
        }
    }

private:
    /// A second later.
    void note(std::chrono::microseconds latency, std::uint64_t commands)
    {
        m_clock->advance(1s);
        m_update.masters.front().link.latency = latency;
        m_update.masters.front().link.commands = commands;
        m_tracks->note(m_update);
    }
    static std::vector<double> values(const Plot& plot)
    {
        std::vector<double> values;
        for (const ui::PlotPoint& point : plot.series.at(0).points)
            values.push_back(point.value);
        return values;
    }

    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<MasterTracks> m_tracks;
    observe::BoardUpdate m_update;
};

LOCKKEEPER_TEST(MasterTracksTest)

} // namespace lockkeeper::tests::master_tracks_test

#include "master_tracks_test.moc"
