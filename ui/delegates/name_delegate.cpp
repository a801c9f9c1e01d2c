// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/name_delegate.h"

#include "ui/look/palette.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr QStringView kSeparators = u":/.-_{}|#@ ";
constexpr QChar kEllipsis(0x2026);

/// Where the style would draw the text.
QRect textRect(const QStyleOptionViewItem& item, const QStyle& style)
{
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &item, item.widget) + 1;
    return style.subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget)
        .adjusted(margin, 0, -margin, 0);
}

void drawLine(QPainter& painter, const QRect& box, const QStyleOptionViewItem& item,
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
    painter.setPen(item.palette.color(QPalette::Text));
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
    const QString above = index.sibling(index.row() - 1, index.column()).data().toString();
    const qsizetype shared = sharedPrefix(item.text, above);
    if (shared == 0 || item.state.testFlag(QStyle::State_Selected))
        return QStyledItemDelegate::paint(painter, option, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const QRect box = textRect(item, *style);
    const QString text = std::exchange(item.text, {});
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const QString elided = item.fontMetrics.elidedText(text, item.textElideMode, box.width());
    const qsizetype cut = elided == text ? text.size() : elided.indexOf(kEllipsis);
    painter->save();
    painter->setClipRect(item.rect);
    drawLine(*painter, box, item, elided, std::clamp(cut, qsizetype(0), shared));
    painter->restore();
}

} // namespace lockkeeper::ui
