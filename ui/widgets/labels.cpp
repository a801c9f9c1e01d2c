// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/widgets/form.h"
#include "ui/widgets/spoken.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {

constexpr int kFewestCharacters = 16;
constexpr int kUsual = 60;

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
    const auto most = static_cast<int>(kUsual * letterWidth(fontMetrics()));
    return isBroken(most) ? QSize(most, heightForWidth(most)) : QLabel::sizeHint();
}

QSize WrappingLabel::minimumSizeHint() const
{
    const QMargins margins = contentsMargins();
    const auto least = static_cast<int>(kFewestCharacters * letterWidth(fontMetrics()));
    const QSize natural = QLabel::minimumSizeHint();
    const int lowest = fontMetrics().lineSpacing() + margins.top() + margins.bottom();
    return {std::min(natural.width(), least + margins.left() + margins.right()),
        m_isPainted ? std::max(lowest, heightForWidth(width())) : lowest};
}

void WrappingLabel::hideEvent(QHideEvent* event)
{
    QLabel::hideEvent(event);
    m_isPainted = false;
}

void WrappingLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
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
    // Before its window has its size, its width would make a dialog larger than the screen.
    if (!std::exchange(m_isPainted, true))
        QMetaObject::invokeMethod(
            this, [this] { updateGeometry(); }, Qt::QueuedConnection);
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

namespace {

class CaptionLabel final : public QLabel {
public:
    explicit CaptionLabel(const QString& text, QWidget* parent)
        : QLabel(text, parent)
    {
        setTextFormat(Qt::PlainText);
        setForegroundRole(QPalette::PlaceholderText);
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
};

class ElidedLabel final : public QLabel {
public:
    ElidedLabel(Qt::TextElideMode mode, QWidget* parent)
        : QLabel(parent)
        , m_mode(mode)
    {
        setTextFormat(Qt::PlainText);
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip && m_mode == Qt::ElideRight)
            setToolTip(isWhole() ? QString() : toolTipText(text()));
        return QLabel::event(event);
    }
    void paintEvent(QPaintEvent* event) override
    {
        if (wordWrap() || isWhole())
            return QLabel::paintEvent(event);
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        painter.drawText(
            contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, elided());
    }

private:
    [[nodiscard]] QString elided() const
    {
        return fontMetrics().elidedText(text(), m_mode, contentsRect().width());
    }
    [[nodiscard]] bool isWhole() const { return elided() == text(); }

    const Qt::TextElideMode m_mode;
};

} // namespace

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

QLabel* wrappingLabel(const QString& text, QWidget* parent)
{
    return new WrappingLabel(text, parent);
}

QLabel* addFact(Form& form, const QString& caption, const QString& text)
{
    auto* const value = wrappingLabel(text);
    setCaption(*value, caption);
    form.addRow(captionLabel(caption), value);
    return value;
}

QLabel* captionLabel(const QString& text, QWidget* parent)
{
    return new CaptionLabel(text, parent);
}

void setTextSize(QWidget& widget, TextSize size)
{
    QFont font = widget.font();
    font.setPointSizeF(QApplication::font(&widget).pointSizeF()
        * (size == TextSize::Big          ? 1.67
                : size == TextSize::Title ? 1.25
                                          : 1));
    widget.setFont(font);
}

QLabel* titleLabel(const QString& text, TextSize size, QWidget* parent)
{
    auto* label = new ElidedLabel(Qt::ElideMiddle, parent);
    label->setText(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    setTextSize(*label, size);
    return label;
}

QLabel* noteLabel(QWidget* parent)
{
    auto* label = new ElidedLabel(Qt::ElideRight, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

void setTone(QLabel& label, std::optional<Tone> tone)
{
    QPalette colours = label.parentWidget()->palette();
    if (tone)
        colours.setColor(label.foregroundRole(), toneColour(*tone, colours));
    label.setPalette(colours);
}

QLabel* wrongNameLabel(QWidget* parent)
{
    QLabel* const label = wrappingLabel(WrappingLabel::tr("That is another name."), parent);
    label->setObjectName(u"wrongNameLabel"_s);
    setTone(*label, Tone::Bad);
    label->hide();
    return label;
}

QFont monospaceFont(const QFont& like)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(like.pointSizeF());
    return font;
}

namespace {

bool isIdeograph(QChar character)
{
    return character.unicode() >= 0x2e80 && !character.isSurrogate();
}

QString shortened(const QString& text, int limit)
{
    return text.size() <= limit
        ? text
        : text.left(limit / 2) + QChar(0x2026) + text.right(limit - limit / 2 - 1);
}

QString withShortWords(const QString& line, int limit)
{
    QString made;
    QString word;
    for (const QChar character : line) {
        if (character != u' ' && !isIdeograph(character)) {
            word += character;
            continue;
        }
        made += shortened(word, limit) + character;
        word.clear();
    }
    return made + shortened(word, limit);
}

} // namespace

QString withoutMnemonic(const QString& text)
{
    static const QRegularExpression behind(u"\\(&\\w\\)"_s);
    QString plain = QString(text).remove(behind);
    return plain.replace(u"&&"_s, u"\x01"_s).remove(u'&').replace(u'\x01', u'&');
}

QString forNotice(const QString& text)
{
    constexpr int kWord = 48;
    constexpr int kLine = 150; // letters; an ideograph counts twice
    QStringList lines = text.split(u'\n');
    for (QString& line : lines) {
        line = withShortWords(line, kWord);
        const auto wide = std::ranges::count_if(line, isIdeograph);
        if (line.size() + wide > kLine)
            line = shortened(line, static_cast<int>(kLine * line.size() / (line.size() + wide)));
    }
    return lines.join(u'\n');
}

QString forButton(const QString& text, int limit)
{
    return shortened(text, limit).replace(QLatin1Char('&'), QLatin1String("&&"));
}

namespace {
constexpr auto kTime = 5s;
}

TransientLabel::TransientLabel(QWidget* parent)
    : QLabel(parent)
{
    setObjectName(u"messageLabel"_s);
    setTextFormat(Qt::PlainText);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QLabel::clear);
}

void TransientLabel::say(const QString& text)
{
    setText(text);
    m_timer.start(kTime);
    QAccessibleEvent alert(this, QAccessible::Alert); // it goes away unread
    QAccessible::updateAccessibility(&alert);
}

} // namespace lockkeeper::ui
