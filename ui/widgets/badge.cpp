// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include "ui/widgets/spoken.h"

#include <QPainter>

namespace lockkeeper::ui {

namespace {
constexpr int kPadding = 8;
constexpr int kMargin = 3;
} // namespace

Badge::Badge(QWidget* parent)
    : QWidget(parent)
{
    QFont bold = font();
    bold.setBold(true);
    bold.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    setFont(bold);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setSpokenRole(*this, QAccessible::StaticText);
}

void Badge::setContent(const QString& word, Tone tone)
{
    m_text = word;
    m_tone = tone;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_text) + 2 * kPadding, metrics.height() + 2 * kMargin};
}

void Badge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = toneColour(m_tone, palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 4, 4);
    painter.setPen(ground.lightness() > 140 ? Qt::black : Qt::white);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace lockkeeper::ui
