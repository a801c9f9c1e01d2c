// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/verdict_delegate.h"

#include "ui/delegates/cell_painter.h"
#include "ui/look/shapes.h"
#include "ui/models/base/roles.h"

namespace lockkeeper::ui {
namespace {

// A held or free lock that did not change gets no tint: it needs no attention.
std::optional<Tone> tintOf(LockShape shape, Change change)
{
    if (change == Change::Gone)
        return Tone::Muted;
    if (change == Change::New || change == Change::NewHolder)
        return Tone::Good;
    if (shape == LockShape::Held || shape == LockShape::Free)
        return std::nullopt;
    return toneOf(shape);
}

} // namespace

void VerdictDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    CellPainter cell(*painter, item, index.data(IsOldRole).toBool());
    const auto verdict = static_cast<observe::Verdict>(index.data(VerdictRole).toInt());
    const LockShape shape = lockShape(verdict, index.data(StalenessRole).toBool());
    if (const auto tint = tintOf(shape, static_cast<Change>(index.data(ChangeRole).toInt())))
        cell.drawTint(*tint);
    drawShape(*painter, cell.takeBox(cell.side()), shape, cell.colour(toneOf(shape)));
    cell.drawText(item.text);
}

QSize VerdictDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += static_cast<int>(std::ceil(markSide(item) + 2 * markGap(item)));
    return size;
}

} // namespace lockkeeper::ui
