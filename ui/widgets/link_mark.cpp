// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/link_mark.h"

#include "ui/look/palette.h"

#include <QPixmap>

namespace lockkeeper::ui {

namespace {

Tone toneOf(redis::LinkState state)
{
    switch (state) {
    case redis::LinkState::Up:
        return Tone::Good;
    case redis::LinkState::Connecting:
        return Tone::Muted;
    case redis::LinkState::Silent:
        return Tone::Notice;
    case redis::LinkState::Down:
    case redis::LinkState::Refused:
        return Tone::Bad;
    }
    return Tone::Unknown;
}

} // namespace

void paintLinkMark(
    QPainter& painter, const QRectF& rect, redis::LinkState state, const QPalette& palette)
{
    const qreal size = std::min(rect.width(), rect.height());
    QRectF box(0, 0, size, size);
    box.moveCenter(rect.center());
    const QColor colour = toneColour(toneOf(state), palette);
    QPen pen(colour, size / 6, Qt::SolidLine, Qt::RoundCap);
    const QRectF inner = box.adjusted(size / 12, size / 12, -size / 12, -size / 12);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    switch (state) {
    case redis::LinkState::Up:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(box);
        break;
    case redis::LinkState::Connecting:
        pen.setDashPattern({0.1, 1.8});
        painter.setPen(pen);
        painter.drawEllipse(inner);
        break;
    case redis::LinkState::Silent:
        painter.setPen(pen);
        painter.drawEllipse(inner);
        painter.drawLine(QPointF(box.center().x(), box.top() + size * 0.3),
            QPointF(box.center().x(), box.bottom() - size * 0.3));
        break;
    case redis::LinkState::Down:
        painter.setPen(pen);
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
        break;
    case redis::LinkState::Refused:
        painter.setPen(pen);
        painter.drawRect(inner);
        painter.drawLine(inner.bottomLeft(), inner.topRight());
        break;
    }
    painter.restore();
}

QIcon linkMarkIcon(redis::LinkState state, const QPalette& palette)
{
    constexpr int kSize = 64;
    QPixmap pixmap(kSize, kSize);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintLinkMark(painter, QRectF(8, 8, kSize - 16, kSize - 16), state, palette);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

} // namespace lockkeeper::ui
