// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

class QSettings;

namespace lockkeeper::ui {

/// The table view of all pages. Selects whole rows. When the current row is removed, there is no
/// current row any more: a key that is pressed a moment later can't act on another lock.
class TableView final : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    /// Sets the widths of the columns, in pixels at an average character width of 6; they are
    /// scaled to the font. The last column takes the rest. Widths that the user has set are kept.
    void setColumnWidths(const QList<int>& widths);
    /// Columns to narrow, down to 60 %, when the last column has too little space. Does nothing
    /// once the user has set a width.
    void setNarrowedColumns(const QList<int>& columns);
    /// Aligns the cells and titles of these columns to the right.
    void setNumberColumns(const QList<int>& columns);

    /// Save and restore column order, widths and sorting, under the view's object name.
    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

    /// The text of a cell.
    [[nodiscard]] static QString cellText(const QModelIndex& index);
    /// The texts of all cells of a row, separated by tabs.
    [[nodiscard]] static QString rowText(const QModelIndex& index);

Q_SIGNALS:
    void spacePressed();
    void currentRowChanged(const QModelIndex& current);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void dataChanged(
        const QModelIndex& first, const QModelIndex& last, const QList<int>& roles = {}) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;

private:
    void fitColumns();

    QList<int> m_widths;
    QList<int> m_narrowed;
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< the user has set a width
};

} // namespace lockkeeper::ui
