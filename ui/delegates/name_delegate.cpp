// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/name_delegate.h"

#include "ui/delegates/cell_painter.h"
#include "ui/look/glyphs.h"
#include "ui/look/shapes.h"
#include "ui/models/base/roles.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr QStringView kSeparators = u":/.-_{}|#@ ";
constexpr QChar kEllipsis(0x2026);

void drawLine(QPainter& painter, const QRectF& box, const QStyleOptionViewItem& item,
    const QString& text, qsizetype muted)
{
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(item.direction);
    QTextLayout layout(text, item.font);
    layout.setTextOption(option);
    QTextLayout::FormatRange prefix;
    prefix.start = 0;
    prefix.length = static_cast<int>(muted);
    prefix.format.setForeground(toneColour(Tone::Muted, item.palette));
    layout.setFormats({prefix});
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(box.width());
    layout.endLayout();
    const double top = box.top() + (box.height() - line.height()) / 2;
    layout.draw(&painter, QPointF(box.left(), top));
}

} // namespace

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
}

qsizetype NameDelegate::sharedPrefix(QStringView name, QStringView above)
{
    const auto end = std::mismatch(name.begin(), name.end(), above.begin(), above.end()).first;
    auto shared = std::min<qsizetype>(end - name.begin(), name.size() - 1);
    while (shared > 0 && !kSeparators.contains(name[shared - 1]))
        --shared;
    return std::max(shared, qsizetype(0));
}

void NameDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const bool isOld = index.data(IsOldRole).toBool();
    CellPainter cell(*painter, item, isOld);
    if (const QVariant verdict = index.data(VerdictRole); verdict.isValid()) {
        const int urgency = index.data(UrgencyRole).toInt();
        const auto value = verdict.value<observe::Verdict>();
        cell.skip(textGap() - 2 * markGap(item)); // aligns the sign with the title
        drawShape(*painter, cell.takeBox(cell.side()), lockShape(value, urgency),
            cell.colour(lockTone(value, urgency)));
    }
    if (!index.data(NoteRole).toString().isEmpty())
        glyphIcon(Glyph::Journal).paint(painter, cell.takeBox(cell.side()).toAlignedRect());
    const QString above = index.sibling(index.row() - 1, index.column()).data().toString();
    const qsizetype shared = isOld ? 0 : sharedPrefix(item.text, above);
    if (shared == 0)
        return cell.drawText(item.text);
    const QRectF box = cell.rest();
    const QString elided
        = item.fontMetrics.elidedText(item.text, item.textElideMode, static_cast<int>(box.width()));
    const qsizetype cut = elided == item.text ? item.text.size() : elided.indexOf(kEllipsis);
    painter->setPen(cell.textColour());
    drawLine(*painter, box, item, elided, std::clamp(cut, qsizetype(0), shared));
}

QSize NameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool hasSign = index.data(VerdictRole).isValid();
    const bool hasNote = !index.data(NoteRole).toString().isEmpty();
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += static_cast<int>(
        std::ceil((hasSign + hasNote) * (markSide(option) + 2 * markGap(option))));
    return size;
}

} // namespace lockkeeper::ui
