// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QLocale>
#include <QPainter>

namespace lockkeeper::ui {
namespace {

constexpr int kSideMargin = 11;
constexpr int kPartGap = 6;
constexpr int kSignSide = 12;
constexpr int kLeastHeight = 24;

} // namespace

Chip::Chip(LockShape shape, Tone tone, QWidget* parent)
    : QPushButton(parent)
    , m_shape(shape)
    , m_tone(tone)
{
    setCheckable(true);
    setAutoDefault(false);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::setContent(const QString& title, int count)
{
    if (title == m_title && count == m_count && !m_number.isEmpty())
        return;
    m_title = title;
    m_count = count;
    m_number = QLocale().toString(count);
    setText(tr("%1 %2", "the title of a chip, its count").arg(title, m_number));
    updateGeometry();
    update();
}

QFont Chip::countFont() const
{
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

QSize Chip::sizeHint() const
{
    // As wide with any number of so many digits: it counts on all the time.
    const QString widest(m_number.size(), u'0');
    return {2 * kSideMargin + kSignSide + 2 * kPartGap + fontMetrics().horizontalAdvance(m_title)
            + QFontMetrics(countFont()).horizontalAdvance(widest),
        std::max(kLeastHeight, fontMetrics().height() + 8)};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isDim = m_count == 0 && !isChecked();
    const QPalette& colours = palette();
    const double radius = height() / 2.0;
    const bool isMarked = hasFocus();
    painter.setBrush(colours.color(isChecked() ? QPalette::Highlight
            : underMouse() && isEnabled()      ? QPalette::Button
                                               : QPalette::Window));
    painter.setPen(QPen(
        colours.color(isMarked || isChecked() ? QPalette::Link : QPalette::Mid), isMarked ? 2 : 1));
    const double inset = isMarked ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.setPen(Qt::NoPen);
    drawShape(painter, QRectF(kSideMargin, (height() - kSignSide) / 2.0, kSignSide, kSignSide),
        m_shape, toneColour(isDim ? Tone::Muted : m_tone, colours));
    painter.setPen(colours.color(isDim ? QPalette::PlaceholderText : QPalette::WindowText));
    QRect text = rect().adjusted(kSideMargin + kSignSide + kPartGap, 0, -kSideMargin, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_title);
    text.setLeft(text.left() + fontMetrics().horizontalAdvance(m_title) + kPartGap);
    painter.setFont(countFont());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_number);
}

} // namespace lockkeeper::ui
