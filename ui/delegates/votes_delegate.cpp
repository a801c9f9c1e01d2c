// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/votes_delegate.h"

#include "ui/delegates/cell_painter.h"
#include "ui/look/shapes.h"
#include "ui/models/base/roles.h"

namespace lockkeeper::ui {

void VotesDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    CellPainter cell(*painter, item, index.data(IsOldRole).toBool());
    for (const VoteMark mark : index.data(VotesRole).value<VoteMarks>())
        drawMark(*painter, cell.takeBox(cell.side()), mark, cell.colour(toneOf(mark)));
}

QSize VotesDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const auto marks = static_cast<double>(index.data(VotesRole).value<VoteMarks>().size());
    const double width = marks * (markSide(item) + markGap(item)) + 2 * markGap(item);
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    return {std::max(base.width(), static_cast<int>(std::ceil(width))), base.height()};
}

} // namespace lockkeeper::ui
