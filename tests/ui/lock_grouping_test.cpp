// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/models/base/roles.h"
#include "ui/models/locks/lock_table.h"
#include "ui/pages/lock_grouping.h"
#include "ui/pages/locks_page.h"
#include "ui/widgets/grouped_table_view.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>

namespace lockkeeper::tests::lock_grouping_test {

class LockGroupingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        createPage();
        put({"orders:1", "orders:2", "cron:a", "cron:b"});
        m_page->grouping().set(ui::Grouping::Prefix);
    }

    void aClickCollapsesAGroupAndLeavesTheSelection()
    {
        clickAt(lock("orders:2"));
        clickAt(header(u"cron:*"_s));
        QCOMPARE(m_models->proxy.rowCount(), 4);
        QCOMPARE(table().currentIndex(), lock("orders:2"));
        QCOMPARE(m_page->selectedCount(), 1);
        clickAt(header(u"orders:*"_s));
        QVERIFY(!table().currentIndex().isValid());
        put({"cron:c", "orders:3"}); // collapsed groups stay so
        QCOMPARE(m_models->proxy.rowCount(), 2);
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, middle(header(u"orders:*"_s)));
        QVERIFY(lock("orders:2").isValid());
        QCOMPARE(table().currentIndex().row(), lock("orders:2").row());
    }

    void theKeyboardCollapsesAndExpands()
    {
        clickAt(lock("orders:1"));
        QTest::keyClick(&table(), Qt::Key_Left);
        QCOMPARE(table().currentIndex().row(), header(u"orders:*"_s).row());
        QTest::keyClick(&table(), Qt::Key_Left);
        QVERIFY(!lock("orders:1").isValid());
        QCOMPARE(table().currentIndex().row(), header(u"orders:*"_s).row());
        QTest::keyClick(&table(), Qt::Key_Right);
        QVERIFY(lock("orders:1").isValid());
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(!lock("orders:1").isValid());
        QTest::keyClick(&table(), Qt::Key_Up);
        QCOMPARE(table().currentIndex().row(), lock("cron:b").row());
    }

    void aFilterThatIsTypedShowsWhatItFinds()
    {
        m_models->proxy.setAllCollapsed(true);
        QVERIFY(!lock("orders:1").isValid());
        auto& filter = child<QLineEdit>(*m_page, u"filterLineEdit"_s);
        filter.setFocus();
        QTest::keyClicks(&filter, u"orders:1"_s);
        QTRY_VERIFY(lock("orders:1").isValid());
    }

    void returnAtAHeaderOpensNoLock()
    {
        QSignalSpy opened(m_page.get(), &ui::LocksPage::openRequested);
        table().setCurrentIndex(header(u"orders:*"_s));
        QTest::keyClick(&table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 0);
    }

    void aHeaderSelectsNoLock()
    {
        clickAt(lock("orders:1"));
        QVERIFY(m_page->isSelectedThere());
        QTest::keyClick(&table(), Qt::Key_Up);
        QCOMPARE(table().currentIndex().row(), header(u"orders:*"_s).row());
        QVERIFY(!m_page->selectedEntry());
        QCOMPARE(m_page->selectedCount(), 0);
    }

    void severalSelectedLocksAreCountedWithoutHeaders()
    {
        clickAt(lock("cron:b"));
        QTest::mouseClick(
            table().viewport(), Qt::LeftButton, Qt::ShiftModifier, middle(lock("orders:1")));
        QCOMPARE(m_page->selectedCount(), 2);
        QCOMPARE(m_page->selectedResources(50),
            std::vector<Resource>({Resource("cron:b"), Resource("orders:1")}));
    }

    void theScrollPositionSurvivesUpdates()
    {
        std::vector<std::string> names;
        for (int i = 100; i < 200; ++i)
            names.push_back("orders:" + std::to_string(i));
        put(names);
        table().verticalScrollBar()->setValue(30);
        const int top = table().rowAt(0);
        const QVariant name = m_models->proxy.index(top, 1).data();
        put({"orders:150"});
        put({"zeta:1"});
        QCOMPARE(table().rowAt(0), top);
        QCOMPARE(m_models->proxy.index(top, 1).data(), name);
    }

    void aScreenReaderHearsTheGroup()
    {
        QAccessibleInterface* view = QAccessible::queryAccessibleInterface(&table());
        QVERIFY(view && view->tableInterface());
        const int row = header(u"orders:*"_s).row();
        QAccessibleInterface* cell = view->tableInterface()->cellAt(row, 3);
        QVERIFY(cell);
        QCOMPARE(cell->text(QAccessible::Name), u"Group orders:*: 2 locks, expanded"_s);
    }

    void headersAreDrawnOverAllColumns()
    {
        const QImage picture = table().viewport()->grab().toImage();
        const QRect row = table().visualRect(header(u"orders:*"_s));
        const QColor band = table().palette().color(QPalette::Window);
        for (const int x : {2, picture.width() / 2, picture.width() - 3})
            QCOMPARE(picture.pixelColor(x, row.top() + 2), band);
        QVERIFY(picture.pixelColor(picture.width() - 3, row.bottom() + 4) != band);
    }

    void aLockOfACollapsedGroupCanBeSelectedByName()
    {
        m_page->grouping().collapseAll();
        m_page->select(Resource("orders:2"));
        QCOMPARE(table().currentIndex(), lock("orders:2"));
        QVERIFY(!lock("cron:a").isValid());
        m_page->grouping().expandAll();
        QVERIFY(lock("cron:a").isValid());
    }

    void theGroupingSurvivesARestart()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_page->grouping().set(ui::Grouping::Library);
        m_page->saveState(settings, u"orders"_s);
        createPage();
        QSignalSpy changed(&m_page->grouping(), &ui::LockGrouping::changed);
        m_page->restoreState(settings, u"orders"_s);
        QCOMPARE(m_models->proxy.grouping(), ui::Grouping::Library);
        QCOMPARE(changed.size(), 1);
    }

private:
    struct Models {
        explicit Models(const Clock& clock)
            : locks(clock, ui::LockStore::Options{.lingerFor = 0ms})
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
        m_page->resize(780, 700);
        m_page->show();
    }
    void put(const std::vector<std::string>& names)
    {
        std::vector<observe::LockEntryPtr> entries;
        for (const std::string& name : names)
            entries.push_back(heldEntry(name, m_clock.now()));
        auto next = updateOf(std::move(entries));
        next.isComplete = true;
        m_models->locks.apply(next);
        m_page->showUpdate(std::make_shared<const observe::BoardUpdate>(std::move(next)));
    }
    [[nodiscard]] ui::GroupedTableView& table()
    {
        return child<ui::GroupedTableView>(*m_page, u"locksTable"_s);
    }
    [[nodiscard]] QModelIndex header(const QString& name)
    {
        for (int row = 0; row < m_models->proxy.rowCount(); ++row) {
            const QModelIndex index = m_models->proxy.index(row, 0);
            if (index.data(ui::GroupRole).value<ui::GroupHeader>().name == name)
                return index;
        }
        return {};
    }
    [[nodiscard]] QPoint middle(const QModelIndex& index)
    {
        return table().visualRect(index).center();
    }
    void clickAt(const QModelIndex& index)
    {
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, middle(index));
    }
    [[nodiscard]] QModelIndex lock(const char* name)
    {
        return m_models->proxy.indexOf(Resource(name));
    }

    ManualClock m_clock;
    std::unique_ptr<Models> m_models;
    std::unique_ptr<ui::LocksPage> m_page;
};

LOCKKEEPER_TEST(LockGroupingTest)

} // namespace lockkeeper::tests::lock_grouping_test

#include "lock_grouping_test.moc"
