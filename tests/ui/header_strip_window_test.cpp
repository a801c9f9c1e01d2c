// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/widgets/master_strip.h"
#include "ui/window/header_strip.h"
#include "ui/window/status_bar.h"

#include <QLabel>

namespace lockkeeper::tests::header_strip_window_test {

using redis::LinkState;

/// The head and the foot of the window.
class HeaderStripWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allMastersUpIsAQuorum()
    {
        QCOMPARE(quorumAfter({LinkState::Up, LinkState::Up, LinkState::Up}), u"quorum 2/3 ok"_s);
    }

    void aMasterLessIsToldWhileTheQuorumStands()
    {
        QCOMPARE(quorumAfter({LinkState::Up, LinkState::Silent, LinkState::Up}),
            u"quorum 2/3 ok, 2 answer"_s);
    }

    void aLostQuorumIsTold()
    {
        QCOMPARE(quorumAfter({LinkState::Up, LinkState::Down, LinkState::Silent}),
            u"quorum lost: 1 of 3 answer"_s);
    }

    void aMasterThatCannotBeReadIsNoneOfTheQuorum()
    {
        ui::HeaderStrip strip({u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad}, m_clock);
        auto update = withMasters({LinkState::Up, LinkState::Up, LinkState::Up});
        for (const std::size_t blind : {0U, 1U}) {
            update.masters[blind].isSweepComplete = false;
            update.masters[blind].sweepError = Error{ErrorClass::NoPermission, "no SCAN for you"};
        }
        strip.apply(update);
        QCOMPARE(child<QLabel>(strip, u"quorumLabel"_s).text(), u"only 1 of 3 can be read"_s);
        const auto cells = strip.findChildren<ui::MasterCell*>();
        QCOMPARE(cells[0]->words(), u"not read"_s);
        QVERIFY(cells[0]->accessibleName().contains(u"no SCAN for you"_s));
        QCOMPARE(cells[2]->words(), u"< 1 ms"_s);
    }

    void eachMasterHasACellWithItsStateInWords()
    {
        ui::HeaderStrip strip({u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad}, m_clock);
        strip.apply(withMasters({LinkState::Up, LinkState::Down, LinkState::Refused}));
        QStringList words;
        for (const auto* cell : strip.findChildren<ui::MasterCell*>())
            words << cell->words();
        QCOMPARE(words, QStringList({u"< 1 ms"_s, u"down"_s, u"refused"_s}));
    }

    void aMasterWhoseVoteDoesNotCountSaysForHowLong()
    {
        ui::HeaderStrip strip({u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad}, m_clock);
        auto update = withMasters({LinkState::Up, LinkState::Up, LinkState::Down});
        update.masters[1].quarantinedUntil = m_clock.now() + 48s;
        update.masters[2].quarantinedUntil = m_clock.now() + 48s;
        strip.apply(update);
        const auto cells = strip.findChildren<ui::MasterCell*>();
        QCOMPARE(cells[0]->words(), u"< 1 ms"_s);
        QCOMPARE(cells[1]->words(), u"no vote for 48 s"_s);
        QVERIFY(cells[1]->accessibleName().contains(u"it may have forgotten locks"_s));
        QCOMPARE(cells[2]->words(), u"down"_s);
        const auto& quorum = child<QLabel>(strip, u"quorumLabel"_s);
        QCOMPARE(quorum.text(), u"no lock can be taken: 1 of 3 have a vote"_s);
        update.masters[2].link.state = LinkState::Up;
        update.masters[2].quarantinedUntil.reset();
        strip.apply(update);
        QCOMPARE(quorum.text(), u"quorum 2/3 ok, 2 have a vote"_s);
        m_clock.advance(48s);
        strip.tick();
        QCOMPARE(cells[1]->words(), u"< 1 ms"_s);
        strip.apply(update);
        QCOMPARE(quorum.text(), u"quorum 2/3 ok"_s);
    }

    void wordsOfMastersThatFailAreKeptLongest()
    {
        ui::HeaderStrip strip({u"prod"_s, {}, ui::Tone::Bad}, m_clock);
        strip.apply(withMasters(
            {LinkState::Up, LinkState::Silent, LinkState::Up, LinkState::Silent, LinkState::Up}));
        strip.resize(1400, 40);
        strip.show();
        const auto cells = strip.findChildren<ui::MasterCell*>();
        QTRY_COMPARE(cells[0]->words(), u"< 1 ms"_s);
        strip.resize(strip.minimumSizeHint().width() + 220, 40);
        QTRY_COMPARE(cells[0]->words(), QString());
        QVERIFY(cells[1]->words().startsWith(u"no answer"_s));
        strip.resize(1400, 40);
        QTRY_COMPARE(cells[0]->words(), u"< 1 ms"_s);
    }

    void aSilentMastersTimeGoesOn()
    {
        ui::HeaderStrip strip({u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad}, m_clock);
        strip.apply(withMasters({LinkState::Silent}));
        m_clock.advance(12s);
        strip.tick();
        QCOMPARE(strip.findChild<ui::MasterCell*>()->words(), u"no answer for 12 s"_s);
    }

    void theAgeCountsFromTheLastReadingOfAQuorum()
    {
        ui::StatusLine line(1s, m_clock);
        line.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Up}), 2);
        m_clock.advance(9s);
        line.apply(withMasters({LinkState::Up, LinkState::Down, LinkState::Down}), 2);
        QVERIFY2(line.wholeText().contains(u"data from 9"_s), qPrintable(line.wholeText()));
        line.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Down}), 2);
        QVERIFY2(line.wholeText().contains(u"data from less than 2 s ago"_s),
            qPrintable(line.wholeText()));
    }

    void anIncompleteSweepNamesTheMasters()
    {
        ui::StatusLine line(1s, m_clock);
        line.apply(withMasters({LinkState::Up, LinkState::Down, LinkState::Silent}), 0);
        QVERIFY2(
            line.wholeText().contains(u"not all keys of b, c"_s), qPrintable(line.wholeText()));
    }

    void theStatusLineSaysHowChangesAreSeen()
    {
        ui::StatusLine line(1s, m_clock);
        auto update = withMasters({LinkState::Up, LinkState::Up});
        line.apply(update, 0);
        QVERIFY2(line.wholeText().contains(u"polling every 1 s"_s), qPrintable(line.wholeText()));
        update.masters[0].isPushed = true;
        line.apply(update, 0);
        QVERIFY2(line.wholeText().contains(u"pushed by 1 of 2, else polling every 1 s"_s),
            qPrintable(line.wholeText()));
        update.masters[1].isPushed = true;
        line.apply(update, 0);
        QVERIFY2(line.wholeText().contains(u"changes are pushed"_s), qPrintable(line.wholeText()));
        QVERIFY2(!line.wholeText().contains(u"polling"_s), qPrintable(line.wholeText()));
    }

    void aNarrowStatusLineKeepsWhatMatters()
    {
        ui::StatusLine line(1s, m_clock);
        line.resize(2000, 20);
        line.show();
        line.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Down}), 3);
        QCOMPARE(line.text(), line.wholeText());
        const QFontMetrics metrics = line.fontMetrics();
        for (int width = 2000; width > 100; width -= 10) {
            line.resize(width, 20);
            QVERIFY2(metrics.horizontalAdvance(line.text()) <= width, qPrintable(line.text()));
            QVERIFY(line.text().startsWith(u"data from"_s) || width < 200);
        }
        line.resize(metrics.horizontalAdvance(line.wholeText()) - 1, 20);
        QVERIFY2(!line.text().contains(u"polling"_s), qPrintable(line.text()));
        QVERIFY2(line.text().contains(u"not all keys of c were read"_s), qPrintable(line.text()));
        QVERIFY2(line.text().contains(u"3 locks"_s), qPrintable(line.text()));
        QVERIFY(line.toolTip().contains(u"polling"_s));
    }

    void ofMastersWhoseAgentIsLostNothingIsSaid()
    {
        ui::HeaderStrip strip(
            {u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad, u"http://agent.test:7737"_s}, m_clock);
        const auto& quorum = child<QLabel>(strip, u"quorumLabel"_s);
        const auto& agent = child<QLabel>(strip, u"agentLabel"_s);
        strip.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Up}));
        QVERIFY(agent.toolTip().contains(u"watches the masters"_s));
        strip.apply(withoutAgent());
        m_clock.advance(10min);
        strip.tick();
        QCOMPARE(quorum.text(), u"no news from the agent for 10 m 00 s"_s);
        QVERIFY2(agent.toolTip().contains(u"can&#39;t be reached"_s)
                || agent.toolTip().contains(u"can't be reached"_s),
            qPrintable(agent.toolTip()));
        QVERIFY(!agent.toolTip().contains(u"watches the masters"_s));
        for (const auto* cell : strip.findChildren<ui::MasterCell*>()) {
            QVERIFY2(cell->words().isEmpty(), qPrintable(cell->words()));
            QVERIFY2(cell->accessibleName().contains(u"not known: the agent can't be reached"_s),
                qPrintable(cell->accessibleName()));
        }
        strip.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Up}));
        QCOMPARE(quorum.text(), u"quorum 2/3 ok"_s);
        QVERIFY(quorum.toolTip().isEmpty());
        QVERIFY(agent.toolTip().contains(u"watches the masters"_s));
    }

    void aStatusLineWhoseAgentIsLostSaysWhy()
    {
        ui::StatusLine line(1s, m_clock);
        line.apply(withMasters({LinkState::Up, LinkState::Up, LinkState::Up}), 2);
        m_clock.advance(9s);
        line.apply(withoutAgent(), 2);
        QVERIFY2(line.wholeText().contains(u"data from 9"_s), qPrintable(line.wholeText()));
        QVERIFY2(line.wholeText().contains(u"nothing arrives: the agent can't be reached"_s),
            qPrintable(line.wholeText()));
        for (const QString& said : {u"polling"_s, u"not all keys"_s})
            QVERIFY2(!line.wholeText().contains(said), qPrintable(line.wholeText()));
    }

private:
    [[nodiscard]] observe::BoardUpdate withMasters(std::initializer_list<LinkState> states)
    {
        observe::BoardUpdate update;
        char id = 'a';
        for (const auto state : states) {
            observe::MasterStatus master;
            master.id = MasterId(std::string(1, id++));
            master.link.state = state;
            master.link.latency = 400us;
            master.link.lastReply = m_clock.now();
            master.isSweepComplete = state == LinkState::Up;
            update.masters.push_back(master);
        }
        update.quorum = update.masters.size() / 2 + 1;
        update.isComplete = std::all_of(update.masters.begin(), update.masters.end(),
            [](const auto& master) { return master.isSweepComplete; });
        update.asOf = m_clock.now();
        return update;
    }
    [[nodiscard]] QString quorumAfter(std::initializer_list<LinkState> states)
    {
        ui::HeaderStrip strip({u"prod"_s, u"PRODUCTION"_s, ui::Tone::Bad}, m_clock);
        strip.apply(withMasters(states));
        return child<QLabel>(strip, u"quorumLabel"_s).text();
    }

    /// As an AgentBoard tells it; the agent was heard now.
    [[nodiscard]] observe::BoardUpdate withoutAgent()
    {
        auto update = withMasters({LinkState::Silent, LinkState::Silent, LinkState::Silent});
        update.agentLoss = observe::AgentLoss{
            {ErrorClass::Unreachable, "the agent can't be reached", {}}, m_clock.now()};
        return update;
    }

    ManualClock m_clock;
};

LOCKKEEPER_TEST(HeaderStripWindowTest)

} // namespace lockkeeper::tests::header_strip_window_test

#include "header_strip_window_test.moc"
