// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

class QSettings;

namespace lockkeeper::ui {

/// A table as all pages show it. Row selection; the current row never jumps to a neighbour when it
/// is removed, so that a key pressed a moment later can't hit another lock.
class TableView final : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    /// Widths in pixels at a common font size, scaled to the font; the last column takes the rest.
    void setColumnWidths(const QList<int>& widths);
    /// Where little is left for the last column, these are narrowed; not once the user has set a
    /// width.
    void setNarrowedColumns(const QList<int>& columns);
    /// Aligns these columns and their titles to the right.
    void setNumberColumns(const QList<int>& columns);

    /// Column order, widths and sorting, under the view's object name.
    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

    /// The text of a cell, or of a row's cells between tabs.
    [[nodiscard]] static QString cellText(const QModelIndex& index);
    [[nodiscard]] static QString rowText(const QModelIndex& index);

Q_SIGNALS:
    void spacePressed();
    void currentRowChanged(const QModelIndex& current);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;

private:
    void fitColumns();

    QList<int> m_widths;
    QList<int> m_narrowed;
    bool m_isFitting = false;
    bool m_hasOwnWidths = false; ///< the user's
};

} // namespace lockkeeper::ui
