// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/history_test.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/history/trends_source.h"
#include "ui/pages/trends/trends_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/table_view.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace lockkeeper::tests::trends_page_test {

using namespace lockkeeper::history;
using ui::TrendPlot;
using ui::TrendSpan;

class TrendsPageTest : public HistoryTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        beginHistory(30min);
        makePage();
    }

    void cleanup()
    {
        m_page.reset();
        m_source.reset();
        m_store.reset();
    }

    void withoutAHistoryThatIsSaid()
    {
        QVERIFY(m_store->flush());
        m_page->show();
        auto& empty = child<ui::EmptyState>(*m_page, u"emptyState"_s);
        QTRY_COMPARE(empty.title(), u"Nothing has been recorded yet"_s);
        QVERIFY(visibleTexts(*m_page).contains(u"lockctl watch --record"_s));
        m_page->setRecorder(ui::Recorder::AgentsHost);
        m_page->setSpan(TrendSpan::Week);
        QTRY_COMPARE(empty.title(), u"Nothing is recorded here"_s);
        record();
        m_page->setSpan(TrendSpan::Hour);
        QTRY_VERIFY(!empty.isVisible());
    }

    void whatIsNoHistoryIsSaidToBe()
    {
        m_store.reset();
        std::filesystem::remove(m_file);
        QFile file(QString::fromStdString(m_file.string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no database, but some text") > 0);
        file.close();
        m_page->show();
        QTRY_COMPARE(child<ui::EmptyState>(*m_page, u"emptyState"_s).title(),
            u"The history can't be read"_s);
    }

    void thePlotsShowWhatWasRecorded()
    {
        record();
        show();
        for (int i = 0; i < ui::kTrendPlots; ++i) {
            const auto which = static_cast<TrendPlot>(i);
            QVERIFY(!plot(which).isEmpty());
            QVERIFY(m_page->plot(which).drawings() > 0);
            QCOMPARE(m_page->plot(which).accessibleDescription(), plot(which).summary);
        }
        QCOMPARE(plot(TrendPlot::HandOvers).summary,
            u"half of 2 hand-overs within 100 ms, 99 % within 200 ms"_s);
        QCOMPARE(plot(TrendPlot::Stale).summary, u"2 all the time"_s);
        QVERIFY(note().contains(u"nothing before"_s));
    }

    void itOpensOnTheShortestSpanWithData()
    {
        record();
        const std::vector<std::pair<std::chrono::milliseconds, TrendSpan>> cases{
            {1h, TrendSpan::Hour}, {20h, TrendSpan::Day}, {6 * 24h, TrendSpan::Week},
            {20 * 24h, TrendSpan::Month}, {60 * 24h, TrendSpan::Month}};
        for (const auto& [later, span] : cases) {
            makePage();
            m_clock->setWallNow(kHistoryWall + later);
            m_page->show();
            QTRY_COMPARE(m_page->span(), span);
            QVERIFY(child<QPushButton>(*m_page, u"hourButton"_s).isChecked()
                == (span == TrendSpan::Hour));
        }
        // Somebody watches, but there was no lock for an hour.
        m_clock->setWallNow(kHistoryWall + 5h);
        recordIn(*m_store, batchAt(5h, {goneFrom("orders")}));
        m_store.reset();
        makePage();
        m_page->show();
        QTRY_COMPARE(m_page->span(), TrendSpan::Day);
        m_page->setSpan(TrendSpan::Hour);
        QTRY_COMPARE(plot(TrendPlot::Held).summary, u"0 all the time"_s);
    }

    void theSpanThatWasChosenStays()
    {
        record();
        m_page->setSpan(TrendSpan::Week);
        show();
        QCOMPARE(m_page->span(), TrendSpan::Week);
        m_page->hide();
        m_page->show();
        QCOMPARE(m_page->span(), TrendSpan::Week);
        // So does the one that it opened on.
        makePage();
        show();
        m_clock->setWallNow(kHistoryWall + 20h);
        m_page->hide();
        m_page->show();
        QTRY_COMPARE(plot(TrendPlot::Held).window.to, kHistoryWall + 20h);
        QCOMPARE(m_page->span(), TrendSpan::Hour);
    }

    void anotherSpanIsReadAtOnce()
    {
        record();
        show();
        const auto length = [this] {
            return plot(TrendPlot::Held).window.to - plot(TrendPlot::Held).window.from;
        };
        QCOMPARE(length(), 1h);
        // By the minute: 30 of them, the one that begins now, and the end.
        QCOMPARE(plot(TrendPlot::Held).series.front().points.size(), std::size_t(32));
        QCOMPARE(plot(TrendPlot::Held).series.front().points.at(16).value, 2.0);
        click(child<QWidget>(*m_page, u"monthButton"_s));
        QTRY_COMPARE(length(), 30 * 24h);
    }

    void allPlotsHaveOneCursor()
    {
        record();
        show();
        auto& held = m_page->plot(TrendPlot::Held);
        QTest::keyClick(&held, Qt::Key_Left);
        const QString time = held.chosenText().section(u": "_s, 0, 0);
        QVERIFY(!time.isEmpty());
        for (const auto which : {TrendPlot::Waiting, TrendPlot::Acquisitions})
            QCOMPARE(m_page->plot(which).chosenText().section(u": "_s, 0, 0), time);
        // By Tab from plot to plot it stays.
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        held.setFocus();
        m_page->plot(TrendPlot::Waiting).setFocus(Qt::TabFocusReason);
        QVERIFY(held.chosenText().startsWith(time));
        m_page->setFocus(Qt::TabFocusReason);
        QVERIFY(held.chosenText().isEmpty());
    }

    void aPlotLeadsToTheTimeline()
    {
        record();
        show();
        const QSignalSpy asked(m_page.get(), &ui::TrendsPage::timelineRequested);
        auto& held = m_page->plot(TrendPlot::Held);
        QTest::keyClick(&held, Qt::Key_Home);
        QTest::keyClick(&held, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<WallTime>(), plot(TrendPlot::Held).series.front().points[0].at);
        QCOMPARE(asked[0][1].value<std::chrono::milliseconds>(), 6min);
        click(child<QWidget>(*m_page, u"monthButton"_s));
        QTRY_COMPARE(plot(TrendPlot::Held).window.to - plot(TrendPlot::Held).window.from, 30 * 24h);
        click(held);
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked[1][1].value<std::chrono::milliseconds>(), 6h);
    }

    void aSpanWithoutAnythingIsSaidToBe()
    {
        record();
        m_clock->setWallNow(kHistoryWall + 3 * 24h);
        m_page->setSpan(TrendSpan::Hour);
        m_page->show();
        QTRY_VERIFY(note().contains(u"nothing was recorded in this time"_s));
        QCOMPARE(m_page->plot(TrendPlot::Held).accessibleDescription(),
            u"Nothing was recorded in this time."_s);
    }

    void theMostContendedLeadToTheirLocks()
    {
        record();
        show();
        QCOMPARE(contended().rowCount(), 1); // "reports" was never handed over
        QCOMPARE(contended().index(0, 1).data().toString(), u"2"_s);
        const QSignalSpy asked(m_page.get(), &ui::TrendsPage::lockRequested);
        auto& table = child<ui::TableView>(*m_page, u"contentionTable"_s);
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<Resource>(), Resource("orders"));
    }

    void whileHiddenNothingIsRead()
    {
        record();
        show();
        QVERIFY(child<QTimer>(*m_page, u"trendsReader"_s).isActive());
        m_page->hide();
        QVERIFY(!child<QTimer>(*m_page, u"trendsReader"_s).isActive());
    }

    void smallWindowsScroll()
    {
        record();
        show();
        const auto& held = m_page->plot(TrendPlot::Held);
        const auto& waiting = m_page->plot(TrendPlot::Waiting);
        QCOMPARE(held.y(), waiting.y());
        m_page->resize(590, 350);
        QTRY_VERIFY(waiting.y() > held.y());
        // The note is read whole, below the title.
        const auto& noteLabel = child<QLabel>(*m_page, u"trendsNote"_s);
        QVERIFY(noteLabel.width() >= noteLabel.fontMetrics().horizontalAdvance(noteLabel.text()));
        QVERIFY(noteLabel.y() > child<QPushButton>(*m_page, u"dayButton"_s).y());
        QVERIFY(held.height() >= held.minimumSizeHint().height());
        const auto* scroll = m_page->findChild<QScrollArea*>();
        QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    }

    void hostileNamesAreHarmless()
    {
        std::chrono::milliseconds at = 0s;
        for (const std::string& name : hostileNames(30)) {
            hold(name, "a", at, at + 10s);
            hold(name, "b", at + 10s + 50ms, at + 20s);
            at += 25s;
        }
        QVERIFY(m_store->flush());
        show();
        QCOMPARE(contended().rowCount(), static_cast<int>(ui::TrendReport::kMostContended));
        m_page->grab();
        for (int row = 0; row < contended().rowCount(); ++row) {
            const QString name = contended().index(row, 0).data().toString();
            QVERIFY(!name.contains(u'\n') && !name.contains(u'\x1b') && !name.contains(u'\u202e'));
        }
    }

private:
    /// "orders" is handed over twice within the last hour, "reports" is held once.
    void record()
    {
        hold("orders", "a", 0s, 600s);
        hold("orders", "b", 600s + 100ms, 1200s);
        hold("orders", "c", 1200s + 200ms, 1800s);
        hold("reports", "d", 900s, 1500s);
        Batch batch = batchAt(1700s, {});
        batch.stale = 2;
        recordIn(*m_store, std::move(batch));
        QVERIFY(m_store->flush());
    }
    void makePage()
    {
        m_page.reset();
        m_source = std::make_unique<ui::TrendsSource>([file = m_file] { return file; });
        m_page = std::make_unique<ui::TrendsPage>(*m_source, *m_clock);
        m_page->resize(1000, 600);
    }
    void show()
    {
        m_page->show();
        QTRY_VERIFY(!plot(TrendPlot::Held).isEmpty());
    }
    [[nodiscard]] const ui::Plot& plot(TrendPlot which) { return m_page->plot(which).plot(); }
    [[nodiscard]] QAbstractItemModel& contended()
    {
        return *child<ui::TableView>(*m_page, u"contentionTable"_s).model();
    }
    [[nodiscard]] QString note() { return child<QLabel>(*m_page, u"trendsNote"_s).text(); }

    std::unique_ptr<ui::TrendsSource> m_source;
    std::unique_ptr<ui::TrendsPage> m_page;
};

LOCKKEEPER_TEST(TrendsPageTest)

} // namespace lockkeeper::tests::trends_page_test

#include "trends_page_test.moc"
