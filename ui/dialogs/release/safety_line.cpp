// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/safety_line.h"

#include "core/words/safety_words.h"
#include "ui/look/glyphs.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr int kIconSize = 20;

Glyph glyphOf(release::Safety safety)
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return Glyph::Done;
    case release::Safety::Alive:
        return Glyph::Failed;
    case release::Safety::NotKnown:
        break;
    }
    return Glyph::Warning;
}

Tone toneOf(release::Safety safety)
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return Tone::Good;
    case release::Safety::Alive:
        return Tone::Bad;
    case release::Safety::NotKnown:
        break;
    }
    return Tone::Notice;
}

} // namespace

SafetyLine::SafetyLine(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_word(titleLabel({}, TextSize::Title, this))
    , m_reason(wrappingLabel({}, this))
{
    m_word->setObjectName(u"safetyWordLabel"_s);
    m_reason->setObjectName(u"safetyReasonLabel"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(12);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(m_word);
    words->addWidget(m_reason);
    layout->addLayout(words, 1);
}

void SafetyLine::show(const release::SafetyVerdict& verdict)
{
    m_tone = toneOf(verdict.safety);
    m_icon->setPixmap(glyphIcon(glyphOf(verdict.safety))
                          .pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    m_word->setText(QString::fromUtf8(words::safetyWord(verdict.safety)));
    setTone(*m_word, m_tone);
    m_reason->setText(QString::fromStdString(words::safetyReason(verdict, words::Seen::Watched)));
    m_shown = words::shownSafety(verdict, words::Seen::Watched);
    update();
}

void SafetyLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneTint(m_tone, palette()));
    painter.fillRect(QRect(0, 0, 3, height()), toneColour(m_tone, palette()));
}

} // namespace lockkeeper::ui
