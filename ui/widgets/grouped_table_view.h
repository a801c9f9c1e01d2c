// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace lockkeeper::ui {

/// A table view whose model may have rows that head groups: see GroupRole. Such a row is a band
/// over all columns. A click on it collapses or expands its group, as Return, Left and Right do
/// when it is the current row; where the rows of the group can be ticked, a click, Return or Space
/// ticks all of them, or none. Left in the first column of another row goes to its header.
class GroupedTableView final : public TableView {
    Q_OBJECT
public:
    using TableView::TableView;

    /// Makes a column wide enough for the first row that heads no group. False if there is none.
    bool widen(int column);

Q_SIGNALS:
    /// The user wants the group of this header collapsed or expanded.
    void collapseRequested(const QModelIndex& header, bool isCollapsed);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void toggle(const QModelIndex& header);
    [[nodiscard]] bool isOwnClick(const QMouseEvent& event) const;
    /// True if the key means something at this header.
    bool pressAtHeader(int key);
    bool goToHeader();
    void drawTick(QPainter& painter, const QRect& place, Qt::CheckState tick) const;
    void paintBand(QPainter& painter, int row, const QRect& band) const;
};

} // namespace lockkeeper::ui
