// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/models/locks/lock_table.h"
#include "ui/pages/lock_detail.h"
#include "ui/pages/locks_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/table_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace lockkeeper::tests::locks_page_test {

using observe::EvidenceKind;

class LocksPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { createPage(); }

    void beforeTheFirstUpdateItSaysThatItWaits()
    {
        QCOMPARE(emptyTitle(), u"Waiting for the first sweep"_s);
        QVERIFY(!table().isVisible());
    }

    void anEmptyDeploymentSaysWhatToDoNext()
    {
        update({});
        QCOMPARE(emptyTitle(), u"No locks under orders:*"_s);
        QVERIFY(child<ui::EmptyState>(*m_page, u"emptyState"_s)
                    .accessibleDescription()
                    .contains(u"Ctrl+N"_s));
    }

    void whereOtherKeysAreOneMayListen()
    {
        update({});
        auto& listen = child<QPushButton>(*m_page, u"emptyStateAction"_s);
        QVERIFY(!listen.isVisibleTo(m_page.get()));
        auto next = updateOf({});
        next.isComplete = true;
        next.otherKeys = 7;
        apply(next);
        QVERIFY(listen.isVisibleTo(m_page.get()));
        QSignalSpy wanted(m_page.get(), &ui::LocksPage::listenRequested);
        listen.click();
        QCOMPARE(wanted.count(), 1);
    }

    void anEmptyDatabaseNamesOthersThatHaveKeys()
    {
        auto next = updateOf({});
        next.isComplete = true;
        observe::MasterStatus master;
        master.facts = std::make_shared<const observe::ServerFacts>(
            observe::ServerFacts{.databases = {{3, 12}}});
        next.masters = {master};
        apply(next);
        QCOMPARE(emptyTitle(), u"No locks under orders:*"_s);
        QVERIFY(child<ui::EmptyState>(*m_page, u"emptyState"_s)
                    .accessibleDescription()
                    .contains(u"Only database 0 is looked at; keys are in 3 (12 keys)"_s));
    }

    void aFilterThatHidesAllSaysSo()
    {
        update({held("orders:1")});
        QVERIFY(table().isVisible());
        type(child<QLineEdit>(*m_page, u"filterLineEdit"_s), u"nothing like it"_s);
        QVERIFY(!table().isVisible());
        QCOMPARE(emptyTitle(), u"No lock matches the filter"_s);
    }

    void anErrorOfTheSweepIsShown()
    {
        auto next = updateOf({});
        next.error = Error{ErrorClass::TooManyKeys, "name some patterns"};
        apply(next);
        QCOMPARE(emptyTitle(), u"Nothing is swept"_s);
    }

    void theSelectedLocksDetailsAreShown()
    {
        update({held("orders:1"), stale("orders:2")});
        clickRow("orders:2");
        QCOMPARE(title(), u"orders:2"_s);
        QVERIFY(child<QLabel>(*m_page, u"evidenceLabel"_s).text().contains(u"never expires"_s));
        QCOMPARE(child<ui::TableView>(*m_page, u"votesTable"_s).model()->rowCount(), 3);
    }

    void theDetailsFollowTheLockNotTheRow()
    {
        table().sortByColumn(ui::LockTable::ResourceName, Qt::AscendingOrder);
        update({held("orders:5")});
        clickRow("orders:5");
        update({held("orders:1"), held("orders:2")});
        QCOMPARE(title(), u"orders:5"_s);
        QCOMPARE(table().currentIndex().row(), 2);
    }

    void selectingByNameMovesTheTablesSelection()
    {
        update({held("orders:1"), held("orders:2")});
        clickRow("orders:1");
        m_page->select(Resource("orders:2"));
        QCOMPARE(title(), u"orders:2"_s);
        QCOMPARE(m_models->proxy.entryAt(table().currentIndex())->resource, Resource("orders:2"));
    }

    void theTtlOfTheSelectedLockIsDrawn()
    {
        m_page->resize(1280, 800);
        update({heldEntry("a", m_clock.now()), heldEntry("b", m_clock.now(), 50s)});
        const auto& plot = child<ui::PlotView>(*m_page, u"ttlPlot"_s);
        m_page->select(Resource("a"));
        QTRY_VERIFY(plot.isVisible());
        QCOMPARE(plot.accessibleName(), u"TTL"_s);
        QCOMPARE(plot.plot().series[0].points.back().value, 30'000.0);
        QCOMPARE(plot.accessibleDescription(), u"TTL between 30 s and 30 s, no renewal seen"_s);
        m_page->select(Resource("b"));
        QCOMPARE(plot.plot().series[0].points.back().value, 50'000.0);
        // With time it counts down, and is plotted again each second.
        m_clock.advance(500ms);
        m_page->tick();
        QCOMPARE(plot.plot().series[0].points.back().value, 50'000.0);
        m_clock.advance(500ms);
        m_page->tick();
        QCOMPARE(plot.plot().series[0].points.back().value, 49'000.0);
    }

    void theTtlYieldsToTheVotes()
    {
        update({held("a")});
        m_page->select(Resource("a"));
        const auto& plot = child<ui::PlotView>(*m_page, u"ttlPlot"_s);
        m_page->resize(650, 410);
        QTRY_VERIFY(!plot.isVisible());
        m_page->resize(1280, 800);
        QTRY_VERIFY(plot.isVisible());
    }

    void votesOfNineMastersFit()
    {
        observe::BoardUpdate next
            = updateOf({LockEntryBuilder("orders:1", m_clock.now(), 9).held("token", 30s).build()});
        setAnswering(next, m_clock.now(), 9);
        apply(std::move(next));
        const QModelIndex votes = m_models->proxy.index(0, ui::LockTable::Votes);
        const int needed = table().sizeHintForIndex(votes).width();
        QVERIFY(needed > 80);
        QVERIFY(table().columnWidth(ui::LockTable::Votes) >= needed);
    }

    void oldDetailsAreMarkedAsOld()
    {
        update({held("orders:1")});
        clickRow("orders:1");
        const QString fresh = child<QLabel>(*m_page, u"heldForLabel"_s).text();
        m_clock.advance(20s);
        m_models->locks.tick();
        m_page->tick();
        QVERIFY(!fresh.contains(u", old"_s));
        QVERIFY(child<QLabel>(*m_page, u"heldForLabel"_s).text().contains(u", old"_s));
        QVERIFY(child<QLabel>(*m_page, u"remainingLabel"_s).text().contains(u"old"_s));
    }

    void nobodyHeldATombstoneThatIsGone()
    {
        LockEntryBuilder revoked("orders:1", m_clock.now());
        revoked.held("tombstone", 30s).lock().format = "lk1-revoked";
        update({revoked.build()});
        clickRow("orders:1");
        update({}, {Resource("orders:1")});
        QCOMPARE(child<QLabel>(*m_page, u"heldForLabel"_s).text(), u"none"_s);
    }

    void aRemovedLockDoesNotPassTheSelectionOn()
    {
        update({held("orders:1"), held("orders:2")});
        clickRow("orders:1");
        update({}, {Resource("orders:1")});
        m_models->locks.tick();
        QCOMPARE(m_models->locks.rows().size(), 1);
        QVERIFY(!table().currentIndex().isValid());
        QVERIFY(table().selectionModel()->selectedRows().isEmpty());
        QVERIFY(!m_page->isSelectedThere());
        QVERIFY(!detail().isVisible());
    }

    void theDetailsOfAGoneLockLeaveWithItsRow()
    {
        update({held("orders:1"), held("orders:2")});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        const int whole = table().height();
        clickRow("orders:1");
        QTRY_VERIFY(table().height() < whole);
        m_page->setDialogOpen(true); // what is gone keeps its row
        update({}, {Resource("orders:1")});
        m_clock.advance(1s);
        m_models->locks.tick();
        QVERIFY(detail().isVisible());
        child<ui::TableView>(*m_page, u"votesTable"_s).setFocus();
        child<QPushButton>(child<ui::Banner>(*m_page, u"waitingBanner"_s), u"bannerButton"_s)
            .click();
        QVERIFY(!detail().isVisible());
        QVERIFY(table().hasFocus());
        QTRY_COMPARE(table().height(), whole);
    }

    void escapeClosesTheDetailsFromEachOfTheirParts()
    {
        LockEntryBuilder builder("orders:1", m_clock.now());
        update({builder.held("token", 30s).build()});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        clickRow("orders:1");
        QVERIFY(detail().isVisible());
        const auto parts = detail().findChildren<QWidget*>();
        int tried = 0;
        for (QWidget* const part : parts) {
            if (!(part->focusPolicy() & Qt::TabFocus) || !part->isVisible() || !part->isEnabled())
                continue;
            part->setFocus();
            QTest::keyClick(part, Qt::Key_Escape);
            QVERIFY2(!detail().isVisible(), part->metaObject()->className());
            QVERIFY(table().hasFocus());
            m_page->select(Resource("orders:1"));
            QVERIFY(detail().isVisible());
            ++tried;
        }
        QVERIFY(tried > 3);
    }

    void nothingIsSelectedByTakingTheFocus()
    {
        update({held("orders:1")});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        child<QLineEdit>(*m_page, u"filterLineEdit"_s).setFocus();
        table().setFocus();
        QVERIFY(table().hasFocus());
        QVERIFY(!table().currentIndex().isValid());
    }

    void returnLeavesTheFilterPastTheWordsOnOffer()
    {
        update({held("stable:1")});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        auto& filter = child<QLineEdit>(*m_page, u"filterLineEdit"_s);
        filter.setFocus();
        QTest::keyClicks(&filter, u"sta"_s);
        QWidget* const words = QApplication::activePopupWidget();
        QVERIFY(words);
        QTest::keyClick(words, Qt::Key_Return);
        QTRY_VERIFY(table().hasFocus());
        QCOMPARE(filter.text(), u"sta"_s);
    }

    void aTableThatAppearsLeavesTheFocusInTheFilter()
    {
        update({held("stuck:1")});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        auto& filter = child<QLineEdit>(*m_page, u"filterLineEdit"_s);
        m_page->focusFilter();
        type(filter, u"foo:bar"_s);
        QVERIFY(!table().isVisible());
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Down}) {
            QTest::keyClick(&filter, key);
            m_page->focusFilter();
            QTest::keyClicks(QApplication::focusWidget(), u"s"_s);
            QVERIFY(table().isVisible());
            QVERIFY(filter.hasFocus());
            QTest::keyClicks(QApplication::focusWidget(), u"q"_s); // no match again
            QCOMPARE(filter.text(), u"sq"_s);
            QVERIFY(!table().isVisible());
        }
    }

    void aLockThatReturnsIsSelectedAgain()
    {
        update({held("orders:1"), held("orders:2")});
        clickRow("orders:1");
        auto& filter = child<QLineEdit>(*m_page, u"filterLineEdit"_s);
        type(filter, u"orders:2"_s);
        QVERIFY(!table().currentIndex().isValid());
        filter.clear();
        QCOMPARE(table().currentIndex(),
            m_models->proxy.indexOf(Resource("orders:1"), table().currentIndex().column()));
    }

    void theButtonAsksToReleaseTheSelectedLock()
    {
        const QSignalSpy requested(m_page.get(), &ui::LocksPage::releaseSelectedRequested);
        update({held("orders:1"), held("orders:2")});
        clickRow("orders:2");
        auto& button = child<QPushButton>(*m_page, u"detailReleaseButton"_s);
        QCOMPARE(button.text(), u"Release orders:2\u2026"_s);
        click(button);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(m_page->selectedEntry()->resource, Resource("orders:2"));
    }

    void aViewOnlyLockCanNotBeReleased()
    {
        LockEntryBuilder builder("orders:1", m_clock.now());
        builder.held("token", 30s).lock().isReleasable = false;
        update({builder.build()});
        clickRow("orders:1");
        const auto& button = child<QPushButton>(*m_page, u"detailReleaseButton"_s);
        QVERIFY(!button.isEnabled());
        QVERIFY(button.toolTip().contains(u"View only"_s));
    }

    void aLeaseOfOursIsReleasedAsALease()
    {
        const QSignalSpy released(m_page.get(), &ui::LocksPage::releaseSelectedRequested);
        QSignalSpy extended(m_page.get(), &ui::LocksPage::extendRequested);
        m_models->leases.add({.id = 7,
            .resource = Resource("orders:1"),
            .fingerprint = Fingerprint::ofString("token"),
            .deadline = m_clock.now() + 30s,
            .ttl = 30s});
        update({held("orders:1")});
        clickRow("orders:1");
        click(child<QPushButton>(*m_page, u"detailExtendButton"_s));
        click(child<QPushButton>(*m_page, u"detailReleaseButton"_s));
        QCOMPARE(extended.value(0).value(0).toInt(), 7);
        QCOMPARE(released.size(), 1);
        QCOMPARE(m_page->selectedLease()->id, 7);
    }

    void spaceInTheTablePauses()
    {
        update({held("orders:1")});
        QTest::keyClick(&table(), Qt::Key_Space);
        QVERIFY(m_page->isPaused());
        QTest::keyClick(&table(), Qt::Key_Space);
        QVERIFY(!m_page->isPaused());
    }

    void whilePausedTheOrderHoldsAndABannerSaysSo()
    {
        update({held("orders:1"), held("orders:2")});
        const QStringList before = shownOrder();
        click(child<QPushButton>(*m_page, u"pauseButton"_s));
        QVERIFY(child<QWidget>(*m_page, u"pauseBanner"_s).isVisible());
        update({stale("orders:2")});
        QCOMPARE(shownOrder(), before);
        click(child<QPushButton>(*m_page, u"bannerButton"_s));
        QVERIFY(!child<QWidget>(*m_page, u"pauseBanner"_s).isVisible());
        QCOMPARE(shownOrder(), QStringList({u"orders:2"_s, u"orders:1"_s}));
    }

    void theOrderIsHeldWhileADialogIsOpen()
    {
        m_page->setDialogOpen(true);
        QVERIFY(m_models->proxy.isOrderHeld());
        m_page->setDialogOpen(false);
        QVERIFY(!m_models->proxy.isOrderHeld());
    }

    void closingADialogDoesNotEndThePause()
    {
        m_page->setPaused(true);
        m_page->setDialogOpen(true);
        m_page->setDialogOpen(false);
        QVERIFY(m_models->proxy.isOrderHeld());
    }

    void theStaleToggleFiltersAndCounts()
    {
        update({held("orders:1"), stale("orders:2")});
        auto& toggle = child<QPushButton>(*m_page, u"staleButton"_s);
        QCOMPARE(toggle.text(), u"Stale 1"_s);
        click(toggle);
        QCOMPARE(shownOrder(), QStringList({u"orders:2"_s}));
        QCOMPARE(child<QLabel>(*m_page, u"countLabel"_s).text(), u"1 of 2 locks"_s);
    }

    void columnsLeaveAndTheEvidenceStays()
    {
        using Table = ui::LockTable;
        update({held("orders:1")});
        const auto shown = [this](int column) { return !table().isColumnHidden(column); };
        const int letter = table().fontMetrics().averageCharWidth();
        m_page->resize(220 * letter, 600);
        for (int column = 0; column < Table::kColumnCount; ++column)
            QTRY_VERIFY2(shown(column), qPrintable(u"%1 of %2"_s.arg(column).arg(table().width())));
        m_page->resize(126 * letter, 600);
        QTRY_VERIFY(!shown(Table::Library) && !shown(Table::Waiting) && !shown(Table::Votes));
        QVERIFY(shown(Table::ResourceName) && shown(Table::Evidence) && shown(Table::HeldFor));
        QVERIFY(table().columnWidth(Table::Evidence) >= 40 * letter);
        m_page->resize(220 * letter, 600);
        QTRY_VERIFY(shown(Table::Library));
    }

    void filterAndWidthsSurviveARestart()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        type(child<QLineEdit>(*m_page, u"filterLineEdit"_s), u"orders:*"_s);
        dragColumn(table(), 1, 333);
        table().sortByColumn(ui::LockTable::Remaining, Qt::DescendingOrder);
        m_page->saveState(settings, u"orders"_s);
        createPage();
        m_page->restoreState(settings, u"orders"_s);
        QCOMPARE(child<QLineEdit>(*m_page, u"filterLineEdit"_s).text(), u"orders:*"_s);
        QCOMPARE(table().columnWidth(1), 333);
        QCOMPARE(m_models->proxy.sortColumn(), static_cast<int>(ui::LockTable::Remaining));
        QCOMPARE(m_models->proxy.sortOrder(), Qt::DescendingOrder);
        m_page->restoreState(settings, u"billing"_s);
        QCOMPARE(child<QLineEdit>(*m_page, u"filterLineEdit"_s).text(), QString());
    }

    void aFilterOfLastTimeSaysWhatItHides()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        type(child<QLineEdit>(*m_page, u"filterLineEdit"_s), u"orders:*"_s);
        m_page->saveState(settings, u"orders"_s);
        createPage();
        m_page->restoreState(settings, u"orders"_s);
        update({held("orders:1"), held("cron:1"), stale("cron:2")});
        auto& note = child<ui::Banner>(*m_page, u"hiddenBanner"_s);
        QVERIFY(note.isVisible());
        QCOMPARE(note.text(), u"The filter is from last time: 2 hidden, 1 stale"_s);
        click(child<QPushButton>(note, u"bannerButton"_s));
        QVERIFY(!note.isVisible());
        QCOMPARE(m_models->proxy.rowCount(), 3);
        // A filter of this run is known to whoever typed it.
        type(child<QLineEdit>(*m_page, u"filterLineEdit"_s), u"orders:*"_s);
        QVERIFY(!note.isVisible());
    }

    void aWordThatIsNotUnderstoodIsNamedOverTheTable()
    {
        update({held("orders:1"), held("cron:1")});
        type(child<QLineEdit>(*m_page, u"filterLineEdit"_s), u"held>soon orders"_s);
        auto& note = child<ui::Banner>(*m_page, u"complaintBanner"_s);
        QTRY_VERIFY(note.isVisible());
        QVERIFY(note.text().startsWith(u"held>soon"));
        QCOMPARE(shownOrder(), QStringList({u"orders:1"_s}));
        child<QLineEdit>(*m_page, u"filterLineEdit"_s).clear();
        QVERIFY(!note.isVisible());
    }

    void changesWaitWhileThePointerIsOverTheTable()
    {
        update({held("orders:1"), held("orders:2")});
        QEnterEvent enter({50, 50}, {50, 50}, {50, 50});
        QCoreApplication::sendEvent(table().parentWidget(), &enter);
        QVERIFY(!m_models->proxy.isOrderHeld()); // the window may have opened under the pointer
        QMouseEvent move(QEvent::MouseMove, QPointF(50, 50), QPointF(50, 50), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(table().viewport(), &move);
        QVERIFY(m_models->proxy.isOrderHeld());
        update({stale("orders:2")});
        QCOMPARE(shownOrder(), QStringList({u"orders:1"_s, u"orders:2"_s}));
        QCOMPARE(child<ui::Banner>(*m_page, u"waitingBanner"_s).text(), u"1 change waiting"_s);
        leave();
        QVERIFY(!m_models->proxy.isOrderHeld());
        QCOMPARE(shownOrder(), QStringList({u"orders:2"_s, u"orders:1"_s}));
        QVERIFY(!child<ui::Banner>(*m_page, u"waitingBanner"_s).isVisible());
    }

    void changesWaitWhileARowIsSelected()
    {
        update({held("orders:1"), held("orders:2")});
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        leave();
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Down);
        update({stale("orders:2")});
        QCOMPARE(shownOrder(), QStringList({u"orders:1"_s, u"orders:2"_s}));
        QTest::keyClick(&table(), Qt::Key_Escape);
        QVERIFY(!table().currentIndex().isValid());
        QCOMPARE(shownOrder(), QStringList({u"orders:2"_s, u"orders:1"_s}));
        QVERIFY(!m_page->isSelectedThere());
    }

    void theReleaseIsProposedWhereItIsSafe()
    {
        const auto& release = child<QPushButton>(*m_page, u"detailReleaseButton"_s);
        for (const bool mayOutlive : {false, true}) {
            LockEntryBuilder builder("orders:1", m_clock.now());
            builder.held("token", 30s).stale({.kind = observe::EvidenceKind::HolderProcessGone});
            builder.lock().holder.mayOutliveProcess = mayOutlive;
            update({builder.revision(mayOutlive ? 2 : 1).build()});
            m_page->select(Resource("orders:1"));
            QCOMPARE(release.property("isPrimary").toBool(), !mayOutlive);
        }
    }

    void theButtonOfSeveralLocksIsForAllOfThem()
    {
        update({held("orders:1"), held("orders:2"), held("orders:3")});
        table().selectRow(0);
        auto& release = child<QPushButton>(*m_page, u"detailReleaseButton"_s);
        const QString one = release.accessibleName();
        table().selectAll();
        QCOMPARE(release.text(), u"Free 3 locks\u2026"_s);
        QVERIFY(!child<QPushButton>(*m_page, u"detailRevokeButton"_s).isEnabled());
        QVERIFY(
            child<QLabel>(*m_page, u"detailTitleLabel"_s).text().startsWith(u"3 locks selected"_s));
        const QSignalSpy requested(m_page.get(), &ui::LocksPage::releaseSelectedRequested);
        release.click();
        QCOMPARE(requested.size(), 1);
        m_page->setDialogOpen(true); // what is gone keeps its row
        update({}, {Resource("orders:3")});
        QCOMPARE(release.text(), u"Free 2 locks\u2026"_s);
        QCOMPARE(m_page->selectedResources(9),
            (std::vector{Resource("orders:1"), Resource("orders:2")}));
        table().selectRow(0);
        QCOMPARE(release.accessibleName(), one);
    }

    void theButtonOfAProblemSelectsItsLock()
    {
        update({held("orders:1"), stale("orders:2")});
        auto& release = child<QPushButton>(*m_page, u"problemRelease0"_s);
        QTRY_VERIFY(release.isVisible());
        QSignalSpy requested(m_page.get(), &ui::LocksPage::releaseRequested);
        release.click();
        QCOMPARE(requested.value(0).value(0).value<Resource>(), Resource("orders:2"));
        QCOMPARE(m_page->selectedEntry()->resource, Resource("orders:2"));
    }

    void nothingIsDoneToALockThatTheFilterHides()
    {
        update({held("orders:1"), held("orders:2")});
        m_page->select(Resource("orders:2"));
        auto& release = child<QPushButton>(*m_page, u"detailReleaseButton"_s);
        QVERIFY(release.isEnabled() && m_page->isSelectedThere());
        m_models->proxy.setFilter(u"orders:1"_s);
        QTRY_VERIFY(!m_models->proxy.indexOf(Resource("orders:2")).isValid());
        QVERIFY(!release.isEnabled() && !m_page->isSelectedThere());
        QVERIFY(release.toolTip().contains(u"hides it"_s));
        m_models->proxy.setFilter({});
        QTRY_VERIFY(release.isEnabled() && m_page->isSelectedThere());
    }

    void waitingChangesAreAppliedByAClick()
    {
        update({held("orders:1"), held("orders:2"), held("orders:3")});
        m_page->setDialogOpen(true);
        update({stale("orders:2")}, {Resource("orders:3")});
        auto& note = child<ui::Banner>(*m_page, u"waitingBanner"_s);
        QCOMPARE(note.text(), u"2 changes waiting"_s);
        m_clock.advance(1s);
        click(child<QPushButton>(note, u"bannerButton"_s));
        QCOMPARE(shownOrder(), QStringList({u"orders:2"_s, u"orders:1"_s}));
        QVERIFY(m_models->proxy.isOrderHeld());
        QVERIFY(!note.isVisible());
    }

    void problemsKeepTheirHeightWhileThePointerIsBelowThem()
    {
        update({stale("orders:1"), stale("orders:2")});
        auto& panel = child<QWidget>(*m_page, u"problemPanel"_s);
        auto& toggle = child<QPushButton>(*m_page, u"staleButton"_s);
        QTRY_VERIFY(child<QWidget>(panel, u"problemRelease1"_s).isVisible());
        const int height = panel.height();
        QEnterEvent enter({5, 5}, {5, 5}, {50, 50});
        QCoreApplication::sendEvent(toggle.parentWidget(), &enter);
        QMouseEvent move(QEvent::MouseMove, QPointF(5, 5), QPointF(5, 5), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(&toggle, &move);
        update({held("orders:2")});
        auto& note = child<ui::Banner>(*m_page, u"waitingBanner"_s);
        QTRY_COMPARE(note.text(), u"2 changes waiting"_s); // a row, and a problem
        QCOMPARE(panel.height(), height);
        click(child<QPushButton>(note, u"bannerButton"_s));
        QTRY_VERIFY(panel.height() < height);
        QVERIFY(!note.isVisible());
    }

    void theOrderIsNotHeldWhileLocksAreLoaded()
    {
        QTest::mouseMove(m_page.get(), {400, 300});
        auto loading = updateOf({held("orders:2")});
        loading.masters[0].isSweeping = true;
        loading.masters[0].isSweepComplete = false;
        apply(loading);
        QTest::mouseMove(table().viewport(), {60, 60});
        auto more = updateOf({stale("orders:3")});
        more.masters = loading.masters;
        apply(more);
        QCOMPARE(shownOrder(), QStringList({u"orders:3"_s, u"orders:2"_s}));
    }

    void notesDoNotPushTheTable()
    {
        update({held("orders:1")});
        const QRect before(table().mapToGlobal(QPoint()), table().size());
        m_page->setPaused(true);
        QVERIFY(child<QWidget>(*m_page, u"pauseBanner"_s).isVisible());
        QCOMPARE(QRect(table().mapToGlobal(QPoint()), table().size()), before);
    }

    void aLowPageShowsRowsAndVotes()
    {
        std::vector<observe::LockEntryPtr> entries;
        for (int i = 0; i < 20; ++i)
            entries.push_back(stale("orders:" + std::to_string(i)));
        update(std::move(entries));
        clickRow("orders:1");
        m_page->resize(653, 356); // what a window of 800x500 with a notice leaves
        const auto rowsOf = [](const ui::TableView& view) {
            return view.viewport()->height() / view.rowHeight(0);
        };
        QTRY_VERIFY(rowsOf(table()) >= 2);
        QTRY_VERIFY(rowsOf(child<ui::TableView>(*m_page, u"votesTable"_s)) >= 2);
    }

    void detailsNeedNoScrollBarBesideTheTables_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280x800 with 2 notices") << QSize(1133, 620);
        QTest::newRow("1280x800 with 3 masters down") << QSize(1133, 500);
        QTest::newRow("800x500") << QSize(758, 400);
    }
    void detailsNeedNoScrollBarBesideTheTables()
    {
        QFETCH(QSize, size);
        std::vector<observe::LockEntryPtr> entries;
        for (int i = 0; i < 20; ++i)
            entries.push_back(stale("orders:" + std::to_string(i)));
        LockEntryBuilder talkative("orders:1", m_clock.now());
        talkative.held("token", std::nullopt)
            .stale({.kind = EvidenceKind::NeverExpires})
            .stale({.kind = EvidenceKind::HolderProcessGone});
        talkative.lock().caution = std::string(150, 'x').replace(70, 1, " ");
        entries.push_back(talkative.build());
        update(std::move(entries));
        m_page->resize(size);
        clickRow("orders:1");
        const auto bars = [this] {
            QStringList shown;
            for (const QScrollBar* bar : m_page->findChildren<QScrollBar*>()) {
                if (bar->isVisible() && bar->orientation() == Qt::Vertical)
                    shown << bar->parentWidget()->parentWidget()->objectName();
            }
            return shown;
        };
        QTRY_COMPARE(bars(), QStringList(u"locksTable"_s));
        QTRY_VERIFY(child<QLabel>(*m_page, u"evidenceLabel"_s).isVisible());
    }

private:
    struct Models {
        explicit Models(const Clock& clock)
            : locks(clock, ui::LockStore::Options{.lingerFor = 0ms, .settleFor = 0ms})
            , proxy(locks)
            , leases(clock)
            , masters(clock)
        { }
        ui::LockStore locks;
        ui::LockTable proxy;
        ui::OwnLeaseModel leases;
        ui::MasterTableModel masters;
    };

    void createPage()
    {
        m_page.reset();
        m_models = std::make_unique<Models>(m_clock);
        m_page = std::make_unique<ui::LocksPage>(
            ui::LocksPage::Models{m_models->proxy, m_models->leases, m_models->masters}, m_clock,
            u"orders:*"_s);
        m_page->resize(1000, 700);
        m_page->show();
    }
    void update(std::vector<observe::LockEntryPtr> changed, std::vector<Resource> gone = {})
    {
        auto next = updateOf(std::move(changed), std::move(gone));
        next.isComplete = true;
        apply(next);
    }
    void apply(observe::BoardUpdate next)
    {
        next.asOf = m_clock.now();
        m_models->locks.apply(next);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(std::move(next)));
    }
    [[nodiscard]] observe::LockEntryPtr held(const std::string& name)
    {
        return heldEntry(name, m_clock.now());
    }
    [[nodiscard]] observe::LockEntryPtr stale(const std::string& name)
    {
        return LockEntryBuilder(name, m_clock.now())
            .held("token", std::nullopt)
            .stale({.kind = EvidenceKind::NeverExpires})
            .build();
    }
    [[nodiscard]] ui::TableView& table() { return child<ui::TableView>(*m_page, u"locksTable"_s); }
    void clickRow(const char* resource)
    {
        const auto index = m_models->proxy.indexOf(Resource(resource), 1);
        QTest::mouseClick(
            table().viewport(), Qt::LeftButton, {}, table().visualRect(index).center());
    }
    /// Moves the pointer out of the table and the problems.
    void leave()
    {
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(table().parentWidget(), &leave);
        QCoreApplication::sendEvent(&child<QWidget>(*m_page, u"problemPanel"_s), &leave);
    }
    [[nodiscard]] ui::LockDetail& detail()
    {
        auto* const found = m_page->findChild<ui::LockDetail*>();
        if (found == nullptr)
            qFatal("no details");
        return *found;
    }
    [[nodiscard]] QString title() { return child<QLabel>(*m_page, u"detailTitleLabel"_s).text(); }
    [[nodiscard]] QString emptyTitle()
    {
        return child<ui::EmptyState>(*m_page, u"emptyState"_s).title();
    }
    [[nodiscard]] QStringList shownOrder()
    {
        QStringList names;
        for (int row = 0; row < m_models->proxy.rowCount(); ++row)
            names << m_models->proxy.index(row, ui::LockTable::ResourceName).data().toString();
        return names;
    }

    ManualClock m_clock;
    std::unique_ptr<Models> m_models;
    std::unique_ptr<ui::LocksPage> m_page;
};

LOCKKEEPER_TEST(LocksPageTest)

} // namespace lockkeeper::tests::locks_page_test

#include "locks_page_test.moc"
