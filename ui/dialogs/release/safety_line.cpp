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
    , m_word(titleLabel({}, 1, this))
    , m_reason(wrappingLabel({}, this))
{
    m_word->setObjectName(u"safetyWordLabel"_s);
    m_reason->setObjectName(u"safetyReasonLabel"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 7, 10, 7);
    layout->setSpacing(10);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_word, 0, Qt::AlignTop);
    layout->addWidget(m_reason, 1);
}

void SafetyLine::show(const release::SafetyVerdict& verdict)
{
    m_tone = toneOf(verdict.safety);
    m_icon->setPixmap(glyphIcon(glyphOf(verdict.safety))
                          .pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    m_word->setText(QString::fromUtf8(words::safetyWord(verdict.safety)));
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
