// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wrapping_label.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace lockkeeper::ui {
namespace {

constexpr int kFewestCharacters = 16; ///< minimum characters of a line
constexpr int kUsual = 60; ///< characters of a line with a longer word

} // namespace

WrappingLabel::WrappingLabel(const QString& text, QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setText(text);
}

int WrappingLabel::layOut(QTextLayout& layout, int width) const
{
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(layoutDirection());
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(width, 1));
        line.setPosition(QPointF(0, height));
        height += line.height();
    }
    layout.endLayout();
    return static_cast<int>(std::ceil(height));
}

int WrappingLabel::widestWord() const
{
    if (m_widest >= 0 && m_measured == text())
        return m_widest;
    m_measured = text();
    m_widest = 0;
    for (const QString& line : m_measured.split(u'\n')) {
        QTextLayout layout(line, font());
        QTextOption option;
        option.setWrapMode(QTextOption::WordWrap);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine part = layout.createLine(); part.isValid(); part = layout.createLine()) {
            part.setLineWidth(1);
            m_widest = std::max(m_widest, static_cast<int>(std::ceil(part.naturalTextWidth())));
        }
        layout.endLayout();
    }
    return m_widest;
}

bool WrappingLabel::isBroken(int width) const
{
    return widestWord() > width;
}

QSize WrappingLabel::sizeHint() const
{
    const int most = kUsual * fontMetrics().averageCharWidth();
    return isBroken(most) ? QSize(most, heightForWidth(most)) : QLabel::sizeHint();
}

QSize WrappingLabel::minimumSizeHint() const
{
    const QMargins margins = contentsMargins();
    const int least = kFewestCharacters * fontMetrics().averageCharWidth();
    const QSize natural = QLabel::minimumSizeHint();
    const int lowest = fontMetrics().lineSpacing() + margins.top() + margins.bottom();
    return {std::min(natural.width(), least + margins.left() + margins.right()),
        isVisible() ? std::max(lowest, heightForWidth(width())) : lowest};
}

void WrappingLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // the height changes
}

int WrappingLabel::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const int room = width - margins.left() - margins.right();
    if (!isBroken(room))
        return QLabel::heightForWidth(width);
    QTextLayout layout(QString(text()).replace(u'\n', QChar::LineSeparator), font());
    return layOut(layout, room) + margins.top() + margins.bottom();
}

bool WrappingLabel::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::StyleChange:
        m_widest = -1;
        break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
        // QLabel would select other text.
        if (isBroken(contentsRect().width())) {
            event->ignore();
            return false;
        }
        break;
    default:
        break;
    }
    return QLabel::event(event);
}

void WrappingLabel::paintEvent(QPaintEvent* event)
{
    const QRect room = contentsRect();
    if (!isBroken(room.width()))
        return QLabel::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    QTextLayout layout(QString(text()).replace(u'\n', QChar::LineSeparator), font());
    const int height = layOut(layout, room.width());
    const int spare = alignment().testFlag(Qt::AlignTop) ? 0 : (room.height() - height) / 2;
    layout.draw(&painter, room.topLeft() + QPoint(0, std::max(spare, 0)));
}

void WrappingLabel::contextMenuEvent(QContextMenuEvent* event)
{
    if (!isBroken(contentsRect().width()))
        return QLabel::contextMenuEvent(event);
    QMenu menu(this);
    menu.addAction(tr("&Copy"), this, [this] { QGuiApplication::clipboard()->setText(text()); });
    menu.exec(event->globalPos());
}

} // namespace lockkeeper::ui
