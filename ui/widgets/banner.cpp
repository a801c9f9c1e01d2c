// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"

#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

Banner::Banner(const QString& buttonText, QWidget* parent)
    : QFrame(parent)
    , m_icon(new GlyphMark(Glyph::Info, 16, this))
    , m_text(wrappingLabel({}, this))
    , m_button(new QPushButton(buttonText, this))
{
    m_button->setObjectName(u"bannerButton"_s);
    auto* layout = boxLayout<QHBoxLayout>(this, {12, 4, 8, 4}, 8);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    m_button->setHidden(buttonText.isEmpty());
    connect(m_button, &QPushButton::clicked, this, &Banner::buttonClicked);
    hide();
}

void Banner::tell(Glyph glyph, Tone tone, const QString& text)
{
    m_tone = tone;
    m_icon->setGlyph(glyph);
    m_text->setText(text);
    setAccessibleName(text);
    show();
    update();
}

QPushButton* Banner::addButton(const QString& text, const QString& name)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    layout()->addWidget(button);
    return button;
}

void Banner::setButtonText(const QString& text)
{
    m_button->setText(text);
    m_button->setHidden(text.isEmpty());
}

QString Banner::text() const
{
    return m_text->text();
}

int Banner::oneLineWidth() const
{
    constexpr int kSlack = 8;
    const QMargins margins = layout()->contentsMargins();
    const int button
        = m_button->isHidden() ? 0 : m_button->sizeHint().width() + layout()->spacing();
    return margins.left() + m_icon->width() + layout()->spacing()
        + m_text->fontMetrics().horizontalAdvance(m_text->text()) + kSlack + button
        + margins.right();
}

void Banner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    painter.fillRect(rect(), toneTint(m_tone, palette()));
    painter.fillRect(QRect(0, 0, 3, height()), toneColour(m_tone, palette()));
}

} // namespace lockkeeper::ui
