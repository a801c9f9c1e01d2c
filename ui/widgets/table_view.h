// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/table_column.h"

#include <QHash>
#include <QSet>
#include <QTableView>
#include <QTimer>

class QMenu;
class QSettings;

namespace lockkeeper::ui {

/// The table view of all pages. Selects whole rows: Home and End go to the first and to the last
/// one. When the current row is removed, there is no current row any more: a key that is pressed a
/// moment later can't act on another lock.
class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    /// Makes a column at least so many pixels wide.
    void widenColumn(int column, int width);
    /// The height that shows the header, so many rows and a horizontal scroll bar.
    [[nodiscard]] int heightOfRows(int rows) const;
    /// Shows the model with the columns that its headers describe (TableColumn). Widths are scaled
    /// to the font, and no column is narrower than its title. Those that the user sets are kept.
    void setModel(QAbstractItemModel* model) override;

    /// Save and restore which columns are shown, in which order, how wide, and sorted by what,
    /// under the view's object name. Columns are saved by their ids: others may come and go.
    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

    /// Adds an entry for each column that can be hidden, and one that shows all of them again, in
    /// their order and with their widths of the beginning. The header's context menu has them, too.
    void addColumnActions(QMenu& menu);

    /// The text of a cell.
    [[nodiscard]] static QString cellText(const QModelIndex& index);
    /// The texts of all cells of a row, separated by tabs.
    [[nodiscard]] static QString rowText(const QModelIndex& index);

Q_SIGNALS:
    void spacePressed();
    /// The user wants to open this row: by Return, Enter or a double click.
    void rowOpened(const QModelIndex& index);
    void escapePressed();
    void currentRowChanged(const QModelIndex& current);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& before) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dataChanged(
        const QModelIndex& first, const QModelIndex& last, const QList<int>& roles = {}) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Repaints the cells of these rows and columns whose texts changed since the last call.
    void updateTexts(int firstRow, int lastRow, int firstColumn, int lastColumn);
    void openMenu();
    void onSectionResized(int column, int before, int now);
    void fitColumns();
    void fitLastColumn();
    [[nodiscard]] bool isShown(int column) const;
    [[nodiscard]] bool canBeHidden(int column) const;
    /// Pixels of one of a described width.
    [[nodiscard]] double unit() const;
    /// Leaves out columns until the rest has room.
    void leaveColumns(double room);
    /// Calls `use(row)` for each row that is seen.
    template <class Use> void forSeenRows(Use use);
    /// Makes the rows that are seen as high as their wrapped texts need.
    void fitRows();
    [[nodiscard]] int lastColumn() const;
    [[nodiscard]] int titleWidth(int column) const;
    [[nodiscard]] int columnOf(const QString& id) const;
    void resetColumns();
    void setColumnShown(int column, bool isShown);
    void hideColumn(int column, bool isHidden);

    QList<TableColumn> m_columns;
    QHash<std::pair<int, int>, QString> m_texts; ///< by row and column, of updateTexts()
    QHash<int, int> m_hiddenWidths; ///< by column
    QSet<int> m_left; ///< columns that are hidden for want of room
    QTimer m_rowFit;
    int m_wrapped = -1; ///< the column with wrapped texts
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< the user has set a width
};

} // namespace lockkeeper::ui
