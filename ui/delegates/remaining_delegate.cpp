// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/remaining_delegate.h"

#include "ui/delegates/cell_painter.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/words.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lockkeeper::ui {
namespace {

double barWidth(const QStyleOptionViewItem& option)
{
    return markSide(option) * 4;
}

void drawBar(QPainter& painter, const QRectF& box, double fraction, const QColor& colour)
{
    const QRectF frame = box.adjusted(0.5, box.height() / 5, -0.5, -box.height() / 5);
    const double width = frame.width() * std::clamp(fraction, 0.0, 1.0);
    painter.fillRect(QRectF(frame.topLeft(), QSizeF(width, frame.height())), colour);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void drawHatched(QPainter& painter, const QRectF& box, const QColor& colour)
{
    const QRectF frame = box.adjusted(0.5, box.height() / 5, -0.5, -box.height() / 5);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(QBrush(colour, Qt::BDiagPattern));
    painter.drawRect(frame);
}

} // namespace

void RemainingDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    CellPainter cell(*painter, item, index.data(IsOldRole).toBool());
    const qint64 remaining = index.data(RemainingRole).toLongLong();
    // Without room for both, the text tells more.
    if (sizeHint(option, index).width() <= item.rect.width()) {
        // Also without a bar, to align texts.
        const QRectF box = cell.takeBox(barWidth(item));
        if (remaining >= 0)
            drawBar(*painter, box, index.data(RemainingFractionRole).toDouble(),
                cell.colour(Tone::Good));
        else if (remaining == kNeverExpires)
            drawHatched(*painter, box, cell.colour(Tone::Notice));
    }
    cell.drawText(item.text);
}

QSize RemainingDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    // As for a long text: all rows of a column have a bar, or none has.
    const int longer = item.fontMetrics.horizontalAdvance(durationText(std::chrono::seconds(3599)))
        - item.fontMetrics.horizontalAdvance(item.text);
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += std::max(0, longer)
        + static_cast<int>(std::ceil(barWidth(item) + 2 * markGap(item) + textGap()));
    return size;
}

} // namespace lockkeeper::ui
