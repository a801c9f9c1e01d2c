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

/// Table view of all pages. Selects rows; Home and End go to first and last. After the current row
/// was removed there is none: a late key must not act on another lock.
class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    void widenColumn(int column, int width);
    [[nodiscard]] int heightOfRows(int rows) const;
    /// Uses the headers' TableColumn. Scales widths to the font; moves spare width to cut texts;
    /// keeps the user's widths.
    void setModel(QAbstractItemModel* model) override;

    /// Visibility, order, widths and sorting by column id, under the view's object name.
    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

    /// To show or hide columns, and to reset all. Also in the header's menu.
    void addColumnActions(QMenu& menu);
    static void addCopyActions(QMenu& menu, const QPersistentModelIndex& index);

    [[nodiscard]] static QString cellText(const QModelIndex& index);
    [[nodiscard]] static QString rowText(const QModelIndex& index);

Q_SIGNALS:
    void spacePressed();
    void rowOpened(const QModelIndex& index);
    void escapePressed();
    void currentRowChanged(const QModelIndex& current);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& before) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void dataChanged(
        const QModelIndex& first, const QModelIndex& last, const QList<int>& roles = {}) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void paintEvent(QPaintEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void updateTexts(int firstRow, int lastRow, int firstColumn, int lastColumn);
    void openMenu();
    void onSectionResized(int column, int before, int now);
    void fitColumns();
    void fitLastColumn();
    void fitToTexts();
    void measureTexts();
    void lendWidths();
    void trimName();
    void leaveOwnWidths();
    [[nodiscard]] int textWidth(int column);
    [[nodiscard]] bool isShown(int column) const;
    [[nodiscard]] bool canBeHidden(int column) const;
    [[nodiscard]] double unit() const;
    void leaveColumns(double room);
    void setLeft(int column, bool isLeft);
    template <class Use> void forSeenRows(Use use);
    void fitRows();
    [[nodiscard]] int lastColumn() const;
    [[nodiscard]] int titleWidth(int column) const;
    [[nodiscard]] int columnOf(const QString& id) const;
    void resetColumns();
    void setColumnShown(int column, bool isShown);
    void hideColumn(int column, bool isHidden);

    QList<TableColumn> m_columns;
    QHash<std::pair<int, int>, QString> m_texts;
    QHash<int, int> m_hiddenWidths;
    QList<int> m_needed; ///< by column; empty: unknown
    QSet<int> m_left; ///< hidden for lack of room
    QTimer m_rowFit;
    int m_wrapped = -1;
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< set by the user
};

} // namespace lockkeeper::ui
