// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/edge_frame.h"

#include "ui/look/palette.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kCaptionMargin = 3;
constexpr QRgb kOnLight = 0xffc62828;
constexpr QRgb kOnDark = 0xffff5f52;
} // namespace

QColor edgeColour(const QPalette& palette)
{
    return QColor::fromRgb(isDark(palette) ? kOnDark : kOnLight);
}

EdgeFrame::EdgeFrame(QWidget& window, const QString& caption)
    : QWidget(&window)
    , m_caption(plainLabel(caption, this))
{
    setObjectName(u"edgeFrame"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_caption->setObjectName(u"edgeCaptionLabel"_s);
    m_caption->setAlignment(Qt::AlignCenter);
    m_caption->setVisible(!caption.isEmpty());
    QFont bold = m_caption->font();
    bold.setBold(true);
    bold.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    m_caption->setFont(bold);
    colourCaption();
    window.setContentsMargins(kWidth, topWidth(), kWidth, kWidth);
    window.installEventFilter(this);
    fit();
}

int EdgeFrame::topWidth() const
{
    return m_caption->text().isEmpty() ? kWidth
                                       : m_caption->sizeHint().height() + 2 * kCaptionMargin;
}

void EdgeFrame::fit()
{
    setGeometry(parentWidget()->rect());
    m_caption->setGeometry(0, 0, width(), topWidth());
    raise();
}

void EdgeFrame::colourCaption()
{
    QPalette colours = m_caption->palette();
    const QColor text = isDark(palette()) ? Qt::black : Qt::white;
    if (colours.color(QPalette::WindowText) == text)
        return;
    colours.setColor(QPalette::WindowText, text);
    m_caption->setPalette(colours);
}

bool EdgeFrame::eventFilter(QObject* watched, QEvent* event)
{
    const bool isFitNeeded = event->type() == QEvent::Resize || event->type() == QEvent::ChildAdded;
    if (watched == parentWidget() && isFitNeeded)
        fit();
    return QWidget::eventFilter(watched, event);
}

void EdgeFrame::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        colourCaption();
    QWidget::changeEvent(event);
}

void EdgeFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor red = edgeColour(palette());
    const int top = topWidth();
    painter.fillRect(0, 0, width(), top, red);
    painter.fillRect(0, height() - kWidth, width(), kWidth, red);
    painter.fillRect(0, top, kWidth, height() - top - kWidth, red);
    painter.fillRect(width() - kWidth, top, kWidth, height() - top - kWidth, red);
}

} // namespace lockkeeper::ui
