// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/look_style.h"

#include "ui/look/palette.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyleOption>
#include <QTextEdit>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr int kCellMargin = 5; ///< Qt adds one more
constexpr int kHeaderMargin = 6;
constexpr int kButtonRoom = 24;
constexpr int kControlHeight = 28; ///< so that rows are even
constexpr int kEditMargin = 4;
constexpr int kRingWidth = 2;
constexpr int kRadius = 4;
constexpr const char* kPrimary = "isPrimary";
constexpr const char* kMissing = "isMissing";

void drawEditFrame(const QStyleOption& option, QPainter& painter, bool isMissing)
{
    const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(option.palette.brush(QPalette::Base));
    const int width = hasFocus || isMissing ? kRingWidth : 1;
    painter.setPen(
        QPen(isMissing ? toneColour(Tone::Bad, option.palette)
                       : option.palette.color(hasFocus ? QPalette::Link : QPalette::Dark),
            width));
    const double inset = width / 2.0;
    painter.drawRoundedRect(
        QRectF(option.rect).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
    painter.restore();
}

bool hasEditFrame(QStyle::ContentsType type, const QStyleOption* option)
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    return type == QStyle::CT_LineEdit && frame != nullptr && frame->lineWidth > 0;
}

bool isTextEdit(const QWidget* widget)
{
    return qobject_cast<const QPlainTextEdit*>(widget) != nullptr
        || qobject_cast<const QTextEdit*>(widget) != nullptr;
}

bool isTextField(const QWidget& widget)
{
    return isTextEdit(&widget) || qobject_cast<const QLineEdit*>(&widget) != nullptr;
}

/// Fusion's pixmap loses edges at 150 %.
void drawSpinBox(
    const QStyleOptionSpinBox& box, QPainter& painter, const QStyle& style, const QWidget* widget)
{
    drawEditFrame(box, painter, false);
    const auto part = [&](QStyle::SubControl which) {
        return style.subControlRect(QStyle::CC_SpinBox, &box, which, widget);
    };
    for (const bool isUp : {true, false}) {
        const auto which = isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
        const QRectF place = part(which);
        const bool isPossible = box.state.testFlag(QStyle::State_Enabled)
            && box.stepEnabled.testFlag(
                isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled);
        const bool isOver = isPossible && box.activeSubControls == which;
        const double side = isOver && box.state.testFlag(QStyle::State_Sunken) ? 3 : 3.5;
        const double rise = isUp ? side / 2 : -side / 2;
        const QPointF middle = place.center();
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(box.palette.color(!isPossible ? QPalette::Mid
                : isOver                               ? QPalette::Link
                                                       : QPalette::PlaceholderText));
        painter.drawPolygon(QPolygonF{middle + QPointF(-side, rise), middle + QPointF(side, rise),
            middle + QPointF(0, -rise)});
        painter.restore();
    }
}

void drawOutline(const QStyleOption& option, QPainter& painter, QPalette::ColorRole colour)
{
    painter.save();
    painter.setPen(option.palette.color(colour));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

/// Fusion's is faint, and missing when a dialog moves the focus.
void drawFocusRing(const QStyleOption& option, QPainter& painter)
{
    if (!option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(option.palette.color(QPalette::Link), kRingWidth));
    painter.setBrush(Qt::NoBrush);
    constexpr qreal kInset = kRingWidth / 2.0;
    painter.drawRoundedRect(QRectF(option.rect).adjusted(kInset, kInset, -kInset, -kInset), 3, 3);
    painter.restore();
}

bool isFilled(const QStyleOptionButton& button, const QWidget* widget)
{
    return widget != nullptr && widget->property(kPrimary).toBool()
        && button.state.testFlag(QStyle::State_Enabled);
}

void drawButton(const QStyleOptionButton& button, QPainter& painter, bool isFilled)
{
    const QPalette& colours = button.palette;
    const bool isEnabled = button.state.testFlag(QStyle::State_Enabled);
    const bool isOn = button.state.testFlag(QStyle::State_On);
    const bool isDefault = (button.features & QStyleOptionButton::DefaultButton) != 0;
    QColor ground = isFilled ? colours.color(QPalette::Link)
        : isOn               ? colours.color(QPalette::Highlight)
        : isEnabled          ? colours.color(QPalette::Button)
                             : colours.color(QPalette::Window);
    if (isEnabled && button.state.testFlag(QStyle::State_Sunken))
        ground = ground.darker(112);
    else if (isEnabled && button.state.testFlag(QStyle::State_MouseOver))
        ground = isDark(colours) ? ground.lighter(118) : ground.darker(104);
    const QPalette::ColorRole edge = !isEnabled ? QPalette::Mid
        : isFilled || isOn || isDefault         ? QPalette::Link
                                                : QPalette::Dark;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(ground);
    painter.setPen(colours.color(edge));
    painter.drawRoundedRect(QRectF(button.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.restore();
}

void drawHeaderSection(const QStyleOption& option, QPainter& painter)
{
    painter.save();
    painter.fillRect(option.rect, option.palette.window());
    painter.setPen(option.palette.color(QPalette::Mid));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter.drawLine(
        option.rect.right(), option.rect.top() + 5, option.rect.right(), option.rect.bottom() - 5);
    painter.restore();
}

} // namespace

LookStyle::LookStyle()
    : QProxyStyle(u"Fusion"_s)
{ }

void LookStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (isTextField(*widget))
        widget->installEventFilter(this);
}

void LookStyle::unpolish(QWidget* widget)
{
    if (isTextField(*widget))
        widget->removeEventFilter(this);
    QProxyStyle::unpolish(widget);
}

bool LookStyle::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QProxyStyle::eventFilter(watched, event);
    const auto* const key = static_cast<const QKeyEvent*>(event);
    return (key->modifiers() & ~Qt::ShiftModifier) == Qt::AltModifier && !key->text().isEmpty()
        && key->text().front().isPrint();
}

int LookStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_FocusFrameHMargin:
        return kCellMargin;
    case PM_HeaderMargin:
        return kHeaderMargin;
    case PM_DefaultFrameWidth: // room for the ring, which text would cover
        return isTextEdit(widget) ? kRingWidth : QProxyStyle::pixelMetric(metric, option, widget);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int LookStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
    QStyleHintReturn* returned) const
{
    // Only standard buttons would have the theme's icons.
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

QRect LookStyle::subElementRect(
    SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect natural = QProxyStyle::subElementRect(element, option, widget);
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool isEdit = element == SE_LineEditContents && frame != nullptr && frame->lineWidth > 0;
    return isEdit ? natural.adjusted(kEditMargin, 0, -kEditMargin, 0) : natural;
}

QSize LookStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    const QSize natural = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        return {size.width() + kButtonRoom, std::max(natural.height(), kControlHeight)};
    if (hasEditFrame(type, option) || type == CT_SpinBox || type == CT_ComboBox)
        return {natural.width(), std::max(natural.height(), kControlHeight)};
    return natural;
}

void LookStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    if (element == PE_PanelLineEdit) {
        // A spin box draws its line edit's frame, which has line width 0.
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (frame && frame->lineWidth > 0) {
            drawEditFrame(
                *option, *painter, widget != nullptr && widget->property(kMissing).toBool());
            return;
        }
    }
    if (element == PE_Frame && isTextEdit(widget)) {
        drawEditFrame(*option, *painter, false);
        return;
    }
    if (element == PE_PanelButtonCommand) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            drawButton(*button, *painter, isFilled(*button, widget));
            return;
        }
    }
    if (element == PE_FrameFocusRect) {
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        if (view != nullptr && view->selectionBehavior() == QAbstractItemView::SelectRows)
            return;
        if (view != nullptr)
            drawOutline(*option, *painter, QPalette::Link);
        else
            drawFocusRing(*option, *painter);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const auto* view = qobject_cast<const QAbstractItemView*>(widget);
    if (element == PE_Frame && view && !view->currentIndex().isValid())
        drawFocusRing(*option, *painter);
    // Fusion's check box is invisible on dark palettes.
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
        drawOutline(*option, *painter, QPalette::PlaceholderText);
}

void LookStyle::drawFilledLabel(
    QStyleOptionButton button, QPainter& painter, const QWidget* widget) const
{
    button.palette.setColor(QPalette::ButtonText, button.palette.color(QPalette::Base));
    QProxyStyle::drawControl(CE_PushButtonLabel, &button, &painter, widget);
}

void LookStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
    const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        drawHeaderSection(*option, *painter);
    else if (element == CE_PushButtonLabel && button != nullptr && isFilled(*button, widget))
        drawFilledLabel(*button, *painter, widget);
    else
        QProxyStyle::drawControl(element, option, painter, widget);
    if (element == CE_PushButton && button != nullptr && isFilled(*button, widget)) {
        QStyleOptionButton inside = *button; // a ring in the accent would be invisible
        inside.rect.adjust(kRingWidth, kRingWidth, -kRingWidth, -kRingWidth);
        inside.palette.setColor(QPalette::Link, inside.palette.color(QPalette::Base));
        drawFocusRing(inside, *painter);
    } else if (element == CE_PushButton) {
        drawFocusRing(*option, *painter);
    }
}

void LookStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
    QPainter* painter, const QWidget* widget) const
{
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        control == CC_SpinBox && box != nullptr && box->frame)
        return drawSpinBox(*box, *painter, *proxy(), widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_ToolButton)
        drawFocusRing(*option, *painter);
}

namespace {

void set(QWidget& widget, const char* property, bool isOn)
{
    if (widget.property(property).toBool() == isOn)
        return;
    widget.setProperty(property, isOn);
    widget.update();
}

} // namespace

void setPrimary(QPushButton& button, bool isPrimary)
{
    set(button, kPrimary, isPrimary);
}

void setMissing(QLineEdit& field, bool isMissing)
{
    set(field, kMissing, isMissing);
}

double letterWidth(const QFontMetrics& metrics)
{
    constexpr QStringView kLetters = u"abcdefghijklmnopqrstuvwxyz";
    const double letters = metrics.horizontalAdvance(kLetters.toString());
    return std::min<double>(
        metrics.averageCharWidth(), letters / static_cast<double>(kLetters.size()));
}

} // namespace lockkeeper::ui
