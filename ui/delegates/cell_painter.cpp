// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/cell_painter.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

namespace lockkeeper::ui {

double markSide(const QStyleOptionViewItem& option)
{
    return option.fontMetrics.ascent();
}

int textGap()
{
    return QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
}

double markGap(const QStyleOptionViewItem& option)
{
    return std::max(2.0, std::round(option.fontMetrics.ascent() * 0.3));
}

CellPainter::CellPainter(QPainter& painter, const QStyleOptionViewItem& option, bool isOld)
    : m_painter(painter)
    , m_option(option)
    , m_isOld(isOld)
    , m_used(markGap(option))
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(option.rect);
    painter.setFont(option.font);
    QStyleOptionViewItem background = option;
    background.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, &painter, option.widget);
}

CellPainter::~CellPainter()
{
    m_painter.restore();
}

QColor CellPainter::colour(Tone tone) const
{
    return toneColour(m_isOld ? Tone::Muted : tone, m_option.palette);
}

QColor CellPainter::textColour() const
{
    return m_isOld ? colour(Tone::Muted) : m_option.palette.color(QPalette::Text);
}

double CellPainter::side() const
{
    return markSide(m_option);
}

QRectF CellPainter::takeBox(double width)
{
    const QRectF all = m_option.rect;
    const double left = m_option.direction == Qt::RightToLeft ? all.right() - m_used - width
                                                              : all.left() + m_used;
    m_used += width + markGap(m_option);
    return {left, all.center().y() - side() / 2, width, side()};
}

QRectF CellPainter::rest() const
{
    const double used = std::max(m_used, static_cast<double>(textGap()));
    const bool isMirrored = m_option.direction == Qt::RightToLeft;
    return QRectF(m_option.rect)
        .adjusted(isMirrored ? textGap() : used, 0, isMirrored ? -used : -textGap(), 0);
}

void CellPainter::drawText(const QString& text)
{
    const QRectF box = rest();
    if (box.width() <= 0)
        return;
    m_painter.setPen(textColour());
    const QString elided = m_option.fontMetrics.elidedText(
        text, m_option.textElideMode, static_cast<int>(box.width()));
    const auto alignment = QStyle::visualAlignment(m_option.direction, Qt::AlignLeft);
    m_painter.drawText(
        box, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, elided);
}

} // namespace lockkeeper::ui
