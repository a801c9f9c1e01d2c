// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/history_test.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/history/timeline_source.h"
#include "ui/models/timeline/timeline_words.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_view.h"
#include "ui/widgets/empty_state.h"

#include <QAccessible>
#include <QComboBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSvgRenderer>
#include <QToolTip>
#include <QWheelEvent>

namespace lockkeeper::tests::timeline_page_test {

using namespace lockkeeper::history;

namespace {

bool isHarmless(const QString& text)
{
    return !text.contains(u'\n') && !text.contains(u'\x1b') && !text.contains(u'\u202e');
}

} // namespace

class TimelinePageTest : public HistoryTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        beginHistory(1h);
        m_source = std::make_unique<ui::TimelineSource>([file = m_file] { return file; });
        m_page = std::make_unique<ui::TimelinePage>(*m_source, *m_clock);
        m_page->resize(1000, 500);
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
        QVERIFY(!view().isVisible());
        hold("orders", "a", 0s, 1s);
        QVERIFY(m_store->flush());
        QTRY_VERIFY(view().isVisible());
    }

    void eachResourceHasARow()
    {
        showUsual();
        QCOMPARE(names(), (QStringList{u"orders"_s, u"reports"_s}));
        QCOMPARE(view().camera().contentAt(0)->spans.size(), std::size_t(2));
    }

    void aClickTellsAllAboutTheOwner()
    {
        showUsual();
        clickAt(0, 900s);
        QTRY_VERIFY(detail().startsWith(u"orders: b"_s));
        QVERIFY(detail().contains(u"held for 10 m 00 s"_s));
        QVERIFY(detail().contains(localTime(600s)));
        QVERIFY(detail().contains(u"released"_s) || detail().contains(u"expired"_s));
        QVERIFY(view().scene().selected != 0);
    }

    void betweenTwoOwnersNobodyIsNamed()
    {
        showUsual();
        clickAt(1, 1000s);
        QTRY_VERIFY(detail().startsWith(u"reports: nobody was seen to hold it"_s));
        QCOMPARE(view().scene().selected, std::int64_t(0));
    }

    void pointingAtABarTellsAboutIt()
    {
        showUsual();
        QSignalSpy asked(&view(), &ui::TimelineView::ownerWanted);
        const QPoint at = pointAt(1, 2000s);
        QHelpEvent help(QEvent::ToolTip, at, view().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(view().viewport(), &help);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(
            asked[0][2].value<ui::TimelineAnswer::Purpose>(), ui::TimelineAnswer::Purpose::Tell);
    }

    void whoHadTheLockAtATimeIsTold()
    {
        showUsual();
        goTo(localTime(630s));
        QTRY_VERIFY(detail().startsWith(u"orders: b"_s));
        QCOMPARE(view().scene().marker, std::optional(kHistoryWall + 630s));
        QVERIFY(!view().camera().isFollowing());
        goTo(localTime(100s));
        QTRY_VERIFY(detail().startsWith(u"orders: a"_s));
        QTest::keyClick(&view(), Qt::Key_Down);
        QTRY_VERIFY(detail().startsWith(u"reports: nobody"_s));
    }

    void aTimeThatWasNotRecordedIsNamedSo()
    {
        showUsual();
        goTo(localTime(-7200s));
        QTRY_VERIFY(detail().startsWith(u"orders: nothing was recorded at"_s));
    }

    void whatIsNoTimeIsRefused()
    {
        showUsual();
        goTo(u"tomorrow"_s);
        QVERIFY(detail().startsWith(u"That is no time"_s));
        QVERIFY(!view().scene().marker);
    }

    void keysZoomAndMove()
    {
        showUsual();
        const auto span = [this] { return view().scene().scale.span(); };
        const auto before = span();
        QTest::keyClick(&view(), Qt::Key_Plus);
        QVERIFY(span() < before);
        QTest::keyClick(&view(), Qt::Key_Minus);
        QVERIFY(std::chrono::abs(span() - before) < 1ms);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(&view(), Qt::Key_Plus);
        QCOMPARE(span(), WallTime::duration(1s));
        QTest::keyClick(&view(), Qt::Key_Home);
        QVERIFY(view().scene().scale.window().from <= kHistoryWall);
        QVERIFY(view().scene().scale.window().to > kHistoryWall);
        const WallTime left = view().scene().scale.window().from;
        QTest::keyClick(&view(), Qt::Key_Right);
        QVERIFY(view().scene().scale.window().from > left);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(&view(), Qt::Key_Minus);
        QCOMPARE(span(), WallTime::duration(24h * 30));
        QTest::keyClick(&view(), Qt::Key_0);
        QVERIFY(view().scene().scale.window().from < kHistoryWall);
        QVERIFY(span() < 2h);
    }

    void theWheelZoomsAroundThePointer()
    {
        showUsual();
        QTest::keyClick(&view(), Qt::Key_Left); // no longer follows the present
        const QPoint at = pointAt(0, 600s);
        const auto span = view().scene().scale.span();
        wheel(2, Qt::ControlModifier, at);
        QVERIFY(view().scene().scale.span() < span);
        QVERIFY(std::abs(pointAt(0, 600s).x() - at.x()) <= 1);
        const WallTime from = view().scene().scale.window().from;
        wheel(1, Qt::ShiftModifier, at);
        QVERIFY(view().scene().scale.window().from < from);
    }

    void itFollowsThePresentUntilItIsMoved()
    {
        showUsual();
        QVERIFY(view().camera().isFollowing());
        m_clock->setWallNow(kHistoryWall + 90min);
        QTRY_VERIFY(view().scene().scale.window().to > kHistoryWall + 90min);
        QTest::keyClick(&view(), Qt::Key_Left);
        const WallTime to = view().scene().scale.window().to;
        m_clock->setWallNow(kHistoryWall + 95min);
        view().tick();
        QCOMPARE(view().scene().scale.window().to, to);
        click(child<QPushButton>(*m_page, u"nowButton"_s));
        QVERIFY(view().camera().isFollowing());
        QVERIFY(view().scene().scale.window().to > kHistoryWall + 95min);
    }

    void aDraggedRangeShowsOnlyWhatWasHeldThen()
    {
        showUsual();
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, pointAt(0, 1500s));
        QTest::mouseMove(view().viewport(), pointAt(0, 1700s));
        QTest::mouseMove(view().viewport(), pointAt(0, 2000s));
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, pointAt(0, 2000s));
        QTRY_COMPARE(names(), QStringList{u"reports"_s});
        QVERIFY(child<QPushButton>(*m_page, u"clearBrushButton"_s).isVisible());
        QTest::keyClick(&view(), Qt::Key_Escape);
        QTRY_COMPARE(names().size(), 2);
        QVERIFY(!child<QPushButton>(*m_page, u"clearBrushButton"_s).isVisible());
    }

    void shiftAndArrowsSelectARange()
    {
        showUsual();
        QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(view().scene().brush);
        const auto first = *view().scene().brush;
        QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(view().scene().brush->to > first.to);
        QCOMPARE(view().scene().brush->from, first.from);
        QTest::keyClick(&view(), Qt::Key_Left, Qt::ShiftModifier);
        QTest::keyClick(&view(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(!view().scene().brush);
    }

    void controlAndArrowsGoFromOwnerToOwner()
    {
        showUsual();
        QTest::keyClick(&view(), Qt::Key_Down);
        QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
        QTRY_VERIFY(detail().startsWith(u"orders: b"_s));
        QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
        QTRY_VERIFY(detail().startsWith(u"orders: a"_s));
        QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier);
        QTRY_VERIFY(detail().startsWith(u"orders: b"_s));
    }

    void theFilterHidesOtherRows()
    {
        showUsual();
        type(child<QLineEdit>(*m_page, u"timelineFilterLineEdit"_s), u"PORT"_s);
        QTRY_COMPARE(names(), QStringList{u"reports"_s});
    }

    void theLatestMayComeFirst()
    {
        showUsual();
        auto& order = child<QComboBox>(*m_page, u"timelineOrderComboBox"_s);
        order.setFocus();
        QTest::keyClick(&order, Qt::Key_Down);
        QTRY_COMPARE(names(), (QStringList{u"reports"_s, u"orders"_s}));
    }

    void namesAreInNaturalOrder()
    {
        for (const char* name : {"job-10", "job-2", "job-1"})
            hold(name, "a", 0s, 600s);
        show();
        QCOMPARE(names(), (QStringList{u"job-1"_s, u"job-2"_s, u"job-10"_s}));
    }

    void mastersThatAreDownTogetherAreNamedSideBySide()
    {
        hold("orders", "a", 0s, 600s);
        Batch down = batchAt(700s, {});
        down.masters = {{MasterId("north"), "down"}, {MasterId("south"), "down"}};
        recordIn(*m_store, down);
        show();
        const QString svg = QString::fromUtf8(m_page->asSvg());
        const auto placeOf = [&svg](const QString& name) {
            const QRegularExpression text(u"<text[^>]*\\bx=\"([-0-9.]+)\"[^>]*>%1 "_s.arg(name));
            return text.match(svg).captured(1).toDouble();
        };
        QVERIFY2(placeOf(u"north"_s) > 0, qPrintable(svg));
        QVERIFY(placeOf(u"south"_s) > placeOf(u"north"_s) + 20);
    }

    void nothingIsDrawnWhereNobodyHeld()
    {
        showUsual();
        const QImage image = view().viewport()->grab().toImage();
        const QRgb background = view().palette().color(QPalette::Base).rgb();
        const auto isFree = [&](int row, std::chrono::seconds at) {
            const QPoint point = pointAt(row, at) - QPoint(0, 5); // beside a text in the middle
            return image.pixel(point) == background;
        };
        for (const auto at : {30s, 300s, 570s, 630s, 1170s})
            QVERIFY2(!isFree(0, at), qPrintable(QString::number(at.count())));
        for (const auto at : {1240s, 1500s, 2100s, 3000s})
            QVERIFY2(isFree(0, at), qPrintable(QString::number(at.count())));
        QVERIFY(isFree(1, 1740s));
        QVERIFY(!isFree(1, 2100s));
        QVERIFY(isFree(1, 2460s));
    }

    void theLegendFollowsTheColours()
    {
        showUsual();
        // Without the frame of the focus.
        const QRect place = view().places().legend.adjusted(1, 0, -1, -1);
        const auto shown = [&] {
            return view().viewport()->grab(place).toImage().convertToFormat(QImage::Format_RGB32);
        };
        const QImage before = shown();
        QPalette palette = view().palette();
        palette.setColor(QPalette::Window, Qt::black);
        palette.setColor(QPalette::PlaceholderText, Qt::yellow);
        view().setPalette(palette);
        const QImage after = shown();
        QVERIFY(after != before);
        QCOMPARE(after.pixelColor(0, after.height() - 1), QColor(Qt::black));
    }

    void whoWaitedIsDrawnAndTold()
    {
        const auto wait = [this](std::chrono::seconds at, std::vector<WaitSighting> waits) {
            Batch batch = batchAt(at, {});
            batch.waits = std::move(waits);
            recordIn(*m_store, std::move(batch));
        };
        wait(700s,
            {{.id = "w",
                .resources = {Resource("orders")},
                .waiter = {.app = "late"},
                .since = kHistoryWall + 700s,
                .firstSeen = kHistorySteady + 700s}});
        wait(1200s, {});
        showUsual();
        const auto* row = view().camera().contentAt(0);
        QCOMPARE(row->waits.size(), std::size_t(1));
        QCOMPARE(row->waits[0].from, kHistoryWall + 700s);
        QCOMPARE(row->waits[0].to, kHistoryWall + 1200s);
        const auto* there
            = view().camera().waitAt(0, view().scene().scale.xOf(kHistoryWall + 900s), 0);
        QVERIFY(there);
        QVERIFY(
            ui::waitText(*there, view().scene().zone).startsWith(u"late waited for 8 m 20 s"_s));
        QVERIFY(!view().camera().waitAt(0, view().scene().scale.xOf(kHistoryWall + 1300s), 0));
    }

    void aRowLeadsToItsLock()
    {
        showUsual();
        QSignalSpy wanted(m_page.get(), &ui::TimelinePage::lockRequested);
        clickAt(1, 2000s);
        click(child<QPushButton>(*m_page, u"showLockButton"_s));
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0][0].value<Resource>(), Resource("reports"));
    }

    void newOwnersAppear()
    {
        showUsual();
        hold("tasks", "d", 3000s, 3100s);
        QVERIFY(m_store->flush());
        QTRY_COMPARE(names().size(), 3);
    }

    void itIsSavedAsSvgAndPng()
    {
        showUsual();
        const QByteArray svg = m_page->asSvg();
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(svg.contains("reports"));
        const QImage png = QImage::fromData(m_page->asPng(), "PNG");
        QVERIFY(png.width() >= view().viewport()->width());
    }

    void aScreenReaderReadsTheRows()
    {
        Sighting open = heldBy("open", "x");
        open.holder.app = "worker";
        recordIn(*m_store, batchAt(10s, {open}));
        showUsual();
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&view());
        QVERIFY(list);
        QCOMPARE(list->childCount(), 3);
        QCOMPARE(list->child(0)->text(QAccessible::Name), u"open: held by worker"_s);
        QCOMPARE(list->child(1)->text(QAccessible::Name), u"orders: free"_s);
        QCOMPARE(list->indexOfChild(list->child(1)), 1);
        clickAt(1, 900s);
        QTRY_VERIFY(list->child(1)->text(QAccessible::Name).startsWith(u"orders: b"_s));
        QVERIFY(list->child(1)->state().selected);
        QVERIFY(!list->child(0)->state().selected);
    }

    void hostileNamesAreHarmless()
    {
        std::chrono::seconds at = 0s;
        for (const std::string& name : hostileNames(60)) {
            hold(name, name, at, at + 40s);
            at += 50s;
        }
        show();
        for (int row = 0; row < view().camera().rowCount(); ++row) {
            view().setCurrentRow(row);
            QVERIFY(isHarmless(detail()));
            QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
            QTRY_VERIFY(view().scene().selected != 0);
            QVERIFY(isHarmless(detail()));
        }
        QVERIFY(QSvgRenderer(m_page->asSvg()).isValid());
    }

private:
    void hold(const std::string& resource, const std::string& app, std::chrono::seconds from,
        std::chrono::seconds to)
    {
        Sighting sighting = heldBy(resource, app + std::to_string(from.count()));
        sighting.holder.app = app;
        recordIn(*m_store, batchAt(from, {sighting}));
        recordIn(*m_store, batchAt(to, {goneFrom(resource)}));
    }
    /// Two locks in the hour before the present: "orders" by a (0-600 s), then b (600-1200 s), and
    /// "reports" by c (1800-2400 s).
    void showUsual()
    {
        hold("orders", "a", 0s, 600s);
        hold("orders", "b", 600s, 1200s);
        hold("reports", "c", 1800s, 2400s);
        show();
    }
    void show()
    {
        QVERIFY(m_store->flush());
        m_page->show();
        QTRY_VERIFY(view().scene().picture);
        view().showAll();
        QTRY_VERIFY(isRead());
    }
    [[nodiscard]] ui::TimelineView& view() { return m_page->view(); }
    [[nodiscard]] bool isRead()
    {
        return view().camera().isRead(view().places().seen(view().scene()));
    }
    [[nodiscard]] QString detail() { return child<QLabel>(*m_page, u"timelineDetail"_s).text(); }
    [[nodiscard]] QPoint pointAt(int row, std::chrono::seconds at)
    {
        const ui::TimelinePlaces places = view().places();
        return {places.plot.left() + static_cast<int>(view().scene().scale.xOf(kHistoryWall + at)),
            places.rowAt(row, view().scene()).center().y()};
    }
    void clickAt(int row, std::chrono::seconds at)
    {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, pointAt(row, at));
    }
    void goTo(const QString& time)
    {
        auto& field = child<QLineEdit>(*m_page, u"goToTimeLineEdit"_s);
        type(field, time);
        QTest::keyClick(&field, Qt::Key_Return);
    }
    [[nodiscard]] QString localTime(std::chrono::seconds at)
    {
        return ui::momentText(kHistoryWall + at, view().scene().zone);
    }
    [[nodiscard]] QStringList names()
    {
        QStringList names;
        for (int row = 0; row < view().camera().rowCount(); ++row)
            names << QString::fromStdString(view().camera().rowAt(row)->resource.value());
        return names;
    }
    void wheel(int notches, Qt::KeyboardModifiers modifiers, const QPoint& at)
    {
        QWheelEvent event(at, view().viewport()->mapToGlobal(at), {}, QPoint(0, 120 * notches),
            Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view().viewport(), &event);
    }

    std::unique_ptr<ui::TimelineSource> m_source;
    std::unique_ptr<ui::TimelinePage> m_page;
};

LOCKKEEPER_TEST(TimelinePageTest)

} // namespace lockkeeper::tests::timeline_page_test

#include "timeline_page_test.moc"
