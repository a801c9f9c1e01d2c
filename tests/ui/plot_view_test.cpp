// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/look/palette.h"
#include "ui/look/theme.h"
#include "ui/widgets/plot_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QToolTip>

namespace lockkeeper::tests::plot_view_test {

using namespace lockkeeper::ui;

namespace {

constexpr WallTime kStart{1'764'000'000s};

Plot ascending(int points)
{
    Plot plot{.title = u"Held"_s,
        .unit = PlotUnit::Count,
        .window = {kStart, kStart + 10min},
        .summary = u"what is held"_s,
        .emptyText = u"nothing yet"_s};
    plot.series.push_back({.name = u"held"_s});
    for (int i = 0; i < points; ++i)
        plot.series[0].points.push_back({kStart + i * 1min, static_cast<double>(i)});
    return plot;
}

} // namespace

class PlotViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<PlotView>();
        m_view->resize(400, 200);
    }

    void aHiddenPlotIsNotDrawn()
    {
        m_view->setPlot(ascending(3));
        QCOMPARE(m_view->drawings(), 0);
        show();
        QVERIFY(m_view->drawings() > 0);
        m_view->hide();
        const int drawn = m_view->drawings();
        m_view->setPlot(ascending(5));
        QCOMPARE(m_view->drawings(), drawn);
        show();
        QVERIFY(m_view->drawings() > drawn);
    }

    void whatHasNotChangedIsNotDrawnAgain()
    {
        show();
        m_view->setPlot(ascending(3));
        const int drawn = m_view->drawings();
        m_view->setPlot(ascending(3));
        QVERIFY(QTest::qWaitFor([] { return true; }));
        QCOMPARE(m_view->drawings(), drawn);
    }

    void changesAreDrawnOnceASecond()
    {
        show();
        m_view->setPlot(ascending(3));
        const int drawn = m_view->drawings();
        for (int points = 4; points < 9; ++points)
            m_view->setPlot(ascending(points));
        QCOMPARE(m_view->drawings(), drawn);
        QTRY_COMPARE(m_view->drawings(), drawn + 1);
        QCOMPARE(m_view->plot().series[0].points.size(), std::size_t(8));
    }

    void anotherSpanIsDrawnAtOnce()
    {
        show();
        m_view->setPlot(ascending(3));
        const int drawn = m_view->drawings();
        Plot plot = ascending(3);
        plot.window.to += 1h;
        m_view->setPlot(plot);
        QCOMPARE(m_view->drawings(), drawn + 1);
    }

    void itFollowsThePalette()
    {
        m_view->setPalette(lightPalette());
        show();
        m_view->setPlot(ascending(8));
        const QColor light = m_view->grab().toImage().pixelColor(300, 60);
        m_view->setPalette(darkPalette());
        const QColor dark = m_view->grab().toImage().pixelColor(300, 60);
        QVERIFY(light.lightness() > 200);
        QVERIFY(dark.lightness() < 80);
    }

    void theLegendIsWholeAlsoInANarrowPlot()
    {
        m_view->setPalette(lightPalette());
        Plot plot = ascending(3);
        plot.title = u"Free between two holders"_s;
        plot.unit = PlotUnit::Duration;
        plot.series.push_back(plot.series[0]);
        plot.series[0].name = u"half within"_s;
        plot.series[1].name = u"99 % within"_s;
        plot.series[1].line = PlotSeries::Line::Second;
        show();
        m_view->setPlot(plot);
        for (const int width : {900, 330}) {
            m_view->resize(width, 160);
            QTRY_COMPARE(m_view->findChild<QWidget*>()->width(), width - 2);
            const QImage shown = m_view->grab().toImage();
            const QRect head(0, 0, width, m_view->findChild<QWidget*>()->y());
            for (const QColor& line : {m_view->palette().color(QPalette::Link),
                     toneColour(Tone::Notice, m_view->palette())}) {
                int pixels = 0;
                for (int y = head.top(); y <= head.bottom(); ++y) {
                    for (int x = 1; x < width - 1; ++x)
                        pixels += shown.pixelColor(x, y) == line ? 1 : 0;
                }
                QVERIFY2(pixels > 5, qPrintable(u"%1 at %2"_s.arg(line.name()).arg(width)));
            }
        }
    }

    void aScreenReaderReadsWhatItShows()
    {
        show();
        QAccessibleInterface* const element = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(element);
        QCOMPARE(element->role(), QAccessible::Chart);
        QCOMPARE(element->childCount(), 0);
        m_view->setPlot(ascending(0));
        QCOMPARE(element->text(QAccessible::Name), u"Held"_s);
        QCOMPARE(element->text(QAccessible::Description), u"nothing yet"_s);
        m_view->setPlot(ascending(3));
        QCOMPARE(element->text(QAccessible::Description), u"what is held"_s);
    }

    void keysChooseATime()
    {
        show();
        m_view->setPlot(ascending(3));
        m_view->setFocus();
        QVERIFY(m_view->chosenText().isEmpty());
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(m_view->chosenText().endsWith(u": held 2"_s));
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(m_view->chosenText().endsWith(u": held 1"_s));
        QCOMPARE(m_view->accessibleDescription(), m_view->chosenText());
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(m_view->chosenText().endsWith(u": held 0"_s));
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QVERIFY(m_view->chosenText().endsWith(u": held 2"_s));
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(m_view->chosenText().isEmpty());
        QCOMPARE(m_view->accessibleDescription(), u"what is held"_s);
    }

    void pointingAtItTellsTheValue()
    {
        show();
        Plot plot = ascending(11);
        plot.series[0].name = u"<b>held</b>"_s;
        m_view->setPlot(plot);
        QCOMPARE(tipAt({10, 5}), u"what is held"_s);
        // In the middle, at the fifth minute or beside it.
        QTest::mouseMove(m_view.get(), {228, 100});
        QVERIFY(
            QRegularExpression(u": <b>held</b> [456]$"_s).match(m_view->chosenText()).hasMatch());
        m_view->grab();
        QTRY_VERIFY(tipAt({228, 100}).isEmpty()); // it stands above
        // What has no room there is told by the tool tip.
        m_view->resize(160, 100);
        QTest::mouseMove(m_view.get(), {120, 50});
        m_view->grab();
        QVERIFY2(
            tipAt({120, 50}).contains(u"&lt;b&gt;held&lt;/b&gt; "_s), qPrintable(tipAt({120, 50})));
        QTest::mouseMove(m_view.get(), {158, 50});
        QVERIFY(m_view->chosenText().endsWith(u": <b>held</b> 10"_s)); // the end
        QTest::mouseMove(m_view.get(), {120, 5});
        QVERIFY(m_view->chosenText().isEmpty());
    }

    void severalHaveOneCursor()
    {
        auto other = std::make_unique<PlotView>();
        other->setPlot(ascending(2));
        shareCursor(std::array{m_view.get(), other.get()});
        show();
        m_view->setPlot(ascending(3));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QVERIFY(other->chosenText().endsWith(u": held 1"_s));
        QTest::mouseMove(m_view.get(), {72, 100});
        QVERIFY(other->chosenText().endsWith(u": held 0"_s));
        QTest::mouseMove(m_view.get(), {228, 100});
        QCOMPARE(other->chosenText(), u"nothing is known then"_s);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_view.get(), &leave);
        QVERIFY(other->chosenText().isEmpty());
        QTest::keyClick(other.get(), Qt::Key_Home);
        QVERIFY(m_view->chosenText().endsWith(u": held 0"_s));
        QTest::keyClick(other.get(), Qt::Key_Escape);
        QVERIFY(m_view->chosenText().isEmpty());
    }

    void aClickAndReturnOpenTheChosenTime()
    {
        show();
        m_view->setPlot(ascending(11));
        const QSignalSpy opened(m_view.get(), &PlotView::opened);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QVERIFY(opened.isEmpty()); // none is chosen
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<WallTime>(), kStart + 10min);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {228, 100});
        QCOMPARE(opened.size(), 2);
        const auto time = opened[1][0].value<WallTime>();
        QVERIFY(time > kStart + 4min && time < kStart + 6min);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {228, 5});
        QTest::mouseClick(m_view.get(), Qt::RightButton, {}, {228, 100});
        QCOMPARE(opened.size(), 2);
    }

    void itCanBeTiny()
    {
        m_view->setPlot(ascending(8));
        for (const QSize size : {QSize(1, 1), QSize(40, 20), QSize(160, 30), QSize(20, 300)}) {
            m_view->resize(size);
            show();
            m_view->grab();
        }
    }

private:
    void show()
    {
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    QString tipAt(QPoint position)
    {
        QToolTip::hideText();
        QHelpEvent help(QEvent::ToolTip, position, m_view->mapToGlobal(position));
        QCoreApplication::sendEvent(m_view.get(), &help);
        return QToolTip::text().remove(u"<span>"_s).remove(u"</span>"_s);
    }

    std::unique_ptr<PlotView> m_view;
};

LOCKKEEPER_TEST(PlotViewTest)

} // namespace lockkeeper::tests::plot_view_test

#include "plot_view_test.moc"
