// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/models/base/roles.h"
#include "ui/widgets/table_view.h"

#include <QHeaderView>
#include <QMenu>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

namespace lockkeeper::tests::table_view_test {

namespace {

using ui::TableColumn;

enum Column { State, Name, Library, Evidence };

/// A table of four columns, whose second has the names.
struct Table {
    explicit Table(int width = 800)
        : model(3, 4)
    {
        model.setHorizontalHeaderLabels({u"State"_s, u"Name"_s, u"A && B"_s, u"Evidence"_s});
        describe(State, {"state", {}, 100});
        describe(Name, {"name", {}, 150, TableColumn::Narrow | TableColumn::Name});
        describe(Library, {"library", {}, 120, TableColumn::Narrow});
        describe(Evidence, {"evidence", {}});
        view.setObjectName(u"testTable"_s);
        view.setModel(&model);
        resize(width);
    }

    void describe(int column, const TableColumn& as)
    {
        model.setHeaderData(column, Qt::Horizontal, QVariant::fromValue(as), ui::ColumnRole);
    }
    void resize(int width)
    {
        view.resize(width, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    void addActions() { view.addColumnActions(menu); }
    [[nodiscard]] QAction* action(const QString& text)
    {
        for (QAction* action : menu.actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
    [[nodiscard]] QStringList shown() const
    {
        QStringList names;
        const QHeaderView& header = *view.horizontalHeader();
        for (int visual = 0; visual < header.count(); ++visual) {
            const int column = header.logicalIndex(visual);
            if (!header.isSectionHidden(column))
                names << model.headerData(column, Qt::Horizontal).toString();
        }
        return names;
    }

    QStandardItemModel model;
    ui::TableView view;
    QMenu menu;
};

/// Notes which cells are painted.
class CountingDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        painted << index;
    }

    mutable QModelIndexList painted;
};

} // namespace

class TableViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void homeAndEndGoToTheFirstAndTheLastRow()
    {
        Table table;
        table.view.setCurrentIndex(table.model.index(1, Name));
        QTest::keyClick(&table.view, Qt::Key_End);
        QCOMPARE(table.view.currentIndex(), table.model.index(2, Name));
        QTest::keyClick(&table.view, Qt::Key_Home);
        QCOMPARE(table.view.currentIndex(), table.model.index(0, Name));
        table.model.setRowCount(0);
        QTest::keyClick(&table.view, Qt::Key_End);
        QVERIFY(!table.view.currentIndex().isValid());
    }

    void namesGetHalfOfWhatIsLeft()
    {
        Table table(700);
        const int name = table.view.columnWidth(Name);
        const int state = table.view.columnWidth(State);
        const int evidence = table.view.columnWidth(Evidence);
        table.resize(1100);
        QCOMPARE(table.view.columnWidth(State), state);
        QVERIFY(std::abs(table.view.columnWidth(Name) - name - 200) <= 2);
        QVERIFY(std::abs(table.view.columnWidth(Evidence) - evidence - 200) <= 2);
    }

    void whatShortNamesDoNotNeedGoesToTheWrappedText()
    {
        Table table(300);
        table.describe(Name, {"name", {}, 180, TableColumn::Name});
        table.describe(Evidence, {"evidence", {}, 200, TableColumn::Wrapped});
        table.view.setModel(nullptr);
        table.view.setModel(&table.model);
        for (const QString& name : {u"a"_s, u"cron:bill"_s, QString(40, u'n')}) {
            table.model.setItem(0, Name, new QStandardItem(name));
            table.resize(table.view.width() == 900 ? 901 : 900);
            const int needed = table.view.sizeHintForIndex(table.model.index(0, Name)).width();
            const int least = table.view.fontMetrics().averageCharWidth() * 18;
            QTRY_VERIFY(table.view.columnWidth(Name) <= std::max(needed, least) + 1);
            QTRY_VERIFY(table.view.columnWidth(Name) >= needed);
            QCOMPARE(table.view.horizontalHeader()->length(), table.view.viewport()->width());
        }
        const int wide = table.view.columnWidth(Name);
        table.model.setItem(0, Name, new QStandardItem(u"a"_s));
        table.resize(900);
        QVERIFY(table.view.columnWidth(Name) >= wide); // columns keep still
    }

    void columnsOfOwnWidthsLeaveANarrowTable()
    {
        Table table(800);
        table.describe(Library, {"library", {}, 120, TableColumn::Plain, 1});
        table.view.setModel(nullptr);
        table.view.setModel(&table.model);
        dragColumn(table.view, State, 140);
        dragColumn(table.view, Library, 150);
        QVERIFY(table.shown().contains(u"A && B"_s));
        table.resize(360);
        QVERIFY(!table.shown().contains(u"A && B"_s));
        QCOMPARE(table.view.columnWidth(State), 140);
        table.resize(800);
        QVERIFY(table.shown().contains(u"A && B"_s));
        QCOMPARE(table.view.columnWidth(Library), 150);
    }

    void textsThatAreCutGetWhatOthersDoNotNeed()
    {
        Table table(700);
        const int name = table.view.columnWidth(Name);
        const int state = table.view.columnWidth(State);
        const int library = table.view.columnWidth(Library);
        table.model.setItem(1, State, new QStandardItem(u"refuses the login of this user"_s));
        QTRY_VERIFY(table.view.columnWidth(State)
            >= table.view.sizeHintForIndex(table.model.index(1, State)).width());
        const int wide = table.view.columnWidth(State);
        QVERIFY(wide > state);
        QVERIFY(table.view.columnWidth(Name) + table.view.columnWidth(Library) < name + library);
        QCOMPARE(table.view.horizontalHeader()->length(), table.view.viewport()->width());
        table.model.setItem(1, State, new QStandardItem(u"up"_s));
        table.resize(800);
        QVERIFY(table.view.columnWidth(State) >= wide); // columns keep still
    }

    void theFirstPictureOfATextShowsItWhole()
    {
        Table table(700);
        const QModelIndex state = table.model.index(1, State);
        table.model.setItem(1, State, new QStandardItem(u"refuses the login of this user"_s));
        (void)table.view.grab(); // at once
        QVERIFY(table.view.columnWidth(State) >= table.view.sizeHintForIndex(state).width());
    }

    void asManyTextsAsPossibleGetWhole()
    {
        Table table(430);
        const QModelIndex state = table.model.index(0, State);
        const QModelIndex evidence = table.model.index(1, Evidence);
        table.model.setItem(0, State, new QStandardItem(u"a little too long for it"_s));
        table.model.setItem(1, Evidence, new QStandardItem(QString(300, u'x')));
        const auto lacks = [&](const QModelIndex& cell) {
            return table.view.sizeHintForIndex(cell).width()
                - table.view.columnWidth(cell.column());
        };
        QTRY_VERIFY(lacks(state) <= 0);
        QVERIFY(lacks(evidence) > 0);
    }

    void aGroupsHeaderNeedsNoWidth()
    {
        Table table(700);
        const QString text(60, u'h'); // spans all columns
        auto* header = new QStandardItem(text);
        header->setData(
            QVariant::fromValue(ui::GroupHeader{.name = text, .counts = {}}), ui::GroupRole);
        table.model.setItem(0, Name, header);
        const QModelIndex evidence = table.model.index(1, Evidence);
        table.model.setItem(1, Evidence, new QStandardItem(QString(45, u'x')));
        QTRY_VERIFY(
            table.view.columnWidth(Evidence) >= table.view.sizeHintForIndex(evidence).width());
    }

    void noTitleIsCut()
    {
        Table table(250);
        table.model.setHeaderData(Evidence, Qt::Horizontal, u"A rather long title"_s);
        const int margin = table.view.style()->pixelMetric(QStyle::PM_HeaderMargin);
        for (const int width : {200, 300, 450}) {
            table.resize(width);
            const QHeaderView& header = *table.view.horizontalHeader();
            for (const int column : {State, Name, Library, Evidence}) {
                const QString title = table.model.headerData(column, Qt::Horizontal).toString();
                QVERIFY(header.sectionSize(column)
                    > header.fontMetrics().horizontalAdvance(title) + 2 * margin);
            }
        }
        table.resize(900);
        const QHeaderView& header = *table.view.horizontalHeader();
        QCOMPARE(header.length(), table.view.viewport()->width());
    }

    void columnsAreHiddenAndShownAgain()
    {
        Table table;
        table.addActions();
        const int name = table.view.columnWidth(Name);
        QVERIFY(!table.action(u"Name"_s)); // without it, no row can be told from another
        QAction* state = table.action(u"State"_s);
        QVERIFY(state && state->isChecked());
        state->trigger();
        QCOMPARE(table.shown(), (QStringList{u"Name"_s, u"A && B"_s, u"Evidence"_s}));
        QVERIFY(table.view.columnWidth(Name) > name);
        state->trigger();
        QCOMPARE(table.shown().size(), 4);
        QCOMPARE(table.view.columnWidth(Name), name);
    }

    void resetBringsBackOrderWidthsAndColumns()
    {
        Table table;
        table.addActions();
        const int name = table.view.columnWidth(Name);
        QHeaderView& header = *table.view.horizontalHeader();
        header.moveSection(0, 2);
        dragColumn(table.view, Name, 60);
        table.action(u"State"_s)->trigger();
        QCOMPARE(table.shown(), (QStringList{u"Name"_s, u"A && B"_s, u"Evidence"_s}));
        table.action(u"Reset columns"_s)->trigger();
        QCOMPARE(table.shown(), (QStringList{u"State"_s, u"Name"_s, u"A && B"_s, u"Evidence"_s}));
        QCOMPARE(table.view.columnWidth(Name), name);
    }

    void cellsWhoseTextsStayAreNotPaintedAgain()
    {
        Table table;
        auto* delegate = new CountingDelegate(&table.view);
        table.view.setItemDelegate(delegate);
        table.view.setItemDelegateForColumn(Name, nullptr);
        const auto tick = [&] {
            Q_EMIT table.model.dataChanged(
                table.model.index(0, Library), table.model.index(2, Evidence), {Qt::DisplayRole});
        };
        table.model.setItem(1, Library, new QStandardItem(u"24 s"_s));
        tick();
        QTRY_VERIFY(!delegate->painted.isEmpty());
        QCoreApplication::processEvents();
        delegate->painted.clear();
        tick();
        QCoreApplication::processEvents();
        QCOMPARE(delegate->painted, QModelIndexList());
        {
            const QSignalBlocker quiet(table.model); // as time passes
            table.model.item(1, Library)->setText(u"23 s"_s);
        }
        tick();
        QTRY_VERIFY(delegate->painted.contains(table.model.index(1, Library)));
        QVERIFY(!delegate->painted.contains(table.model.index(2, Library)));
        QVERIFY(!delegate->painted.contains(table.model.index(1, Evidence)));
        // What changed otherwise is painted whatever its text.
        delegate->painted.clear();
        Q_EMIT table.model.dataChanged(table.model.index(0, 0), table.model.index(2, Evidence));
        QTRY_VERIFY(delegate->painted.contains(table.model.index(2, Evidence)));
    }

    void columnsSurviveARestart()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        {
            Table table;
            table.addActions();
            table.view.horizontalHeader()->moveSection(1, 0);
            table.action(u"State"_s)->trigger();
            table.view.saveState(settings);
        }
        Table table;
        table.view.restoreState(settings);
        QCOMPARE(table.shown(), (QStringList{u"Name"_s, u"A && B"_s, u"Evidence"_s}));
        table.addActions();
        QVERIFY(!table.action(u"State"_s)->isChecked());
    }

    void aNarrowTableLeavesColumnsOutAfterARestartToo()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        Table(800).view.saveState(settings);
        Table table(300);
        table.describe(Library, {"library", {}, 120, TableColumn::Plain, 1});
        table.view.setModel(nullptr);
        table.view.setModel(&table.model);
        const QStringList fitting{u"State"_s, u"Name"_s, u"Evidence"_s};
        QCOMPARE(table.shown(), fitting);
        table.view.restoreState(settings);
        QCOMPARE(table.shown(), fitting);
        table.resize(800);
        QTRY_VERIFY(table.shown().contains(u"A && B"_s));
    }

    void hiddenColumnKeepsItsWidth()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        {
            Table table;
            table.addActions();
            dragColumn(table.view, Library, 177);
            table.action(u"A &&&& B"_s)->trigger();
            table.view.saveState(settings);
        }
        for (int start = 0; start < 2; ++start) {
            Table table;
            table.view.restoreState(settings);
            QCOMPARE(table.view.columnWidth(Library), 0);
            table.view.saveState(settings);
        }
        Table table;
        table.view.restoreState(settings);
        table.addActions();
        table.action(u"A &&&& B"_s)->trigger();
        QCOMPARE(table.view.columnWidth(Library), 177);
    }

    void columnsAreKnownByTheirIdsAfterAnUpdate()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        {
            Table table;
            table.view.setSortingEnabled(true);
            table.view.sortByColumn(Library, Qt::DescendingOrder);
            dragColumn(table.view, Library, 177);
            table.view.saveState(settings);
        }
        Table table;
        table.model.insertColumn(Name);
        table.describe(Name, {"votes", {}, 80});
        table.view.setModel(nullptr);
        table.view.setModel(&table.model);
        table.view.setSortingEnabled(true);
        table.view.restoreState(settings);
        const QHeaderView& header = *table.view.horizontalHeader();
        QCOMPARE(header.sortIndicatorSection(), Library + 1);
        QCOMPARE(header.sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(header.sectionSize(Library + 1), 177);
        QCOMPARE(header.visualIndex(Name), Name); // where the model has it, not at the end
    }
};

LOCKKEEPER_TEST(TableViewTest)

} // namespace lockkeeper::tests::table_view_test

#include "table_view_test.moc"
