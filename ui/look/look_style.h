// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>
#include <QStyleOptionButton>

class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

/// Fusion with wider margins, flat headers, and visible frames and focus (3:1) on any palette.
class LookStyle final : public QProxyStyle {
    Q_OBJECT
public:
    LookStyle();

    void polish(QWidget* widget) override;
    void unpolish(QWidget* widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    [[nodiscard]] int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* returned) const override;
    [[nodiscard]] QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option,
        const QSize& size, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
        QPainter* painter, const QWidget* widget) const override;

protected:
    /// The mnemonic of a disabled button would be typed into the field in focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drawFilledLabel(QStyleOptionButton button, QPainter& painter, const QWidget* widget) const;
};

void setMissing(QLineEdit& field, bool isMissing);
/// Fills the button that is most likely wanted; one per view.
void setPrimary(QPushButton& button, bool isPrimary);

/// Fonts with Chinese characters report an average twice as wide.
[[nodiscard]] double letterWidth(const QFontMetrics& metrics);

} // namespace lockkeeper::ui
