// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QTableView>

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

    /// The height that shows the header, so many rows and a horizontal scroll bar.
    [[nodiscard]] int heightOfRows(int rows) const;
    /// Sets the widths of the columns, in pixels at an average character width of 6; they are
    /// scaled to the font. The last column takes the rest. No column is narrower than its title.
    /// Widths that the user has set are kept.
    void setColumnWidths(const QList<int>& widths);
    /// Columns to narrow, down to 60 %, when the last column has too little space. Does nothing
    /// once the user has set a width.
    void setNarrowedColumns(const QList<int>& columns);
    /// The column of the names: it shares the rest with the last column, can't be hidden, and cuts
    /// its texts in the middle, because names that begin alike differ at the end.
    void setNameColumn(int column);
    /// Aligns the cells and titles of these columns to the right.
    void setNumberColumns(const QList<int>& columns);

    /// Save and restore column order, widths and sorting, under the view's object name.
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
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dataChanged(
        const QModelIndex& first, const QModelIndex& last, const QList<int>& roles = {}) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;

private:
    /// Repaints the cells of these rows and columns whose texts changed since the last call.
    void updateTexts(int firstRow, int lastRow, int firstColumn, int lastColumn);
    void openMenu();
    void fitColumns();
    void fitLastColumn();
    [[nodiscard]] int lastColumn() const;
    [[nodiscard]] int titleWidth(int column) const;
    void resetColumns();
    void setColumnShown(int column, bool isShown);

    QList<int> m_widths;
    QList<int> m_narrowed;
    int m_nameColumn = -1;
    QHash<std::pair<int, int>, QString> m_texts; ///< by row and column, of updateTexts()
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< the user has set a width
};

} // namespace lockkeeper::ui
