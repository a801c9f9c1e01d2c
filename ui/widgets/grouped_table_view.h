// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace lockkeeper::ui {

/// Table with group headers (see GroupRole). Click, Return, Left and Right collapse or expand; with
/// tick boxes, click, Return or Space tick all or none. Left in a row's first column goes to its
/// header.
class GroupedTableView final : public TableView {
    Q_OBJECT
public:
    using TableView::TableView;

    bool widen(int column);

Q_SIGNALS:
    void collapseRequested(const QModelIndex& header, bool isCollapsed);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void toggle(const QModelIndex& header);
    [[nodiscard]] bool isOwnClick(const QMouseEvent& event) const;
    bool pressAtHeader(int key);
    bool goToHeader();
    void drawTick(QPainter& painter, const QRect& place, Qt::CheckState tick) const;
    void paintBand(QPainter& painter, int row, const QRect& band) const;
};

} // namespace lockkeeper::ui
