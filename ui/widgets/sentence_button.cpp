// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sentence_button.h"

#include "ui/models/words/words.h"
#include "ui/widgets/spoken.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

namespace lockkeeper::ui {
namespace {

constexpr int kButtonGap = 8; ///< between icon and text
constexpr int kButtonPadding = 4;

} // namespace

SentenceButton::SentenceButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void SentenceButton::setSentence(Glyph glyph, const QString& sentence, qsizetype boldLength)
{
    m_boldLength = boldLength;
    if (glyph != m_glyph) {
        m_glyph = glyph;
        setIcon(glyphIcon(glyph));
    }
    if (sentence == accessibleName())
        return;
    setAccessibleName(sentence);
    setTip(*this, sentence);
    update();
}

QSize SentenceButton::sizeHint() const
{
    return {200, std::max(fontMetrics().height(), iconSize().height()) + 2 * kButtonPadding};
}

void SentenceButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int side = fontMetrics().height();
    const QRect picture(kButtonPadding, (height() - side) / 2, side, side);
    icon().paint(&painter, picture);
    const QRect text = rect().adjusted(picture.right() + kButtonGap, 0, -kButtonPadding, 0);
    QFont font = this->font();
    font.setUnderline(underMouse() && isEnabled());
    painter.setFont(font);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    const QString name
        = boldMetrics.elidedText(sentence().left(m_boldLength), Qt::ElideMiddle, text.width());
    const auto how = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
    const QRect rest = text.adjusted(boldMetrics.horizontalAdvance(name), 0, 0, 0);
    painter.drawText(rest, how,
        fontMetrics().elidedText(sentence().mid(m_boldLength), Qt::ElideRight, rest.width()));
    painter.setFont(bold);
    painter.drawText(text, how, name);
    if (!hasFocus())
        return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

} // namespace lockkeeper::ui
