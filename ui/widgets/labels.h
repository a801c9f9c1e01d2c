// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"

#include <QFont>
#include <QLabel>
#include <QTimer>
#include <optional>

class QTextLayout;

namespace lockkeeper::ui {

/// Label that wraps even within words. Plain text; select it, or copy it by the menu while a word
/// is broken.
class WrappingLabel final : public QLabel {
    Q_OBJECT
public:
    explicit WrappingLabel(const QString& text = {}, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] bool isBroken(int width) const;
    int layOut(QTextLayout& layout, int width) const;
    [[nodiscard]] int widestWord() const;

    mutable QString m_measured;
    mutable int m_widest = -1;
    bool m_isPainted = false;
};

class Form;

[[nodiscard]] QLabel* plainLabel(const QString& text = {}, QWidget* parent = nullptr);
[[nodiscard]] QLabel* wrappingLabel(const QString& text = {}, QWidget* parent = nullptr);
/// Screen readers say "caption: value", also at changes.
QLabel* addFact(Form& form, const QString& caption, const QString& text = {});
[[nodiscard]] QLabel* captionLabel(const QString& text, QWidget* parent = nullptr);
/// Factors: 1, 1.25 and 1.67.
enum class TextSize { Body, Title, Big };
void setTextSize(QWidget& widget, TextSize size);
/// Bold; elided in the middle unless it wraps.
[[nodiscard]] QLabel* titleLabel(
    const QString& text = {}, TextSize size = TextSize::Title, QWidget* parent = nullptr);

/// Muted; takes the free width; elided at its end with a tool tip.
[[nodiscard]] QLabel* noteLabel(QWidget* parent = nullptr);

void setTone(QLabel& label, std::optional<Tone> tone);
/// Hidden, below a field that asks for a name to confirm.
[[nodiscard]] QLabel* wrongNameLabel(QWidget* parent);

[[nodiscard]] QFont monospaceFont(const QFont& like);

/// Escapes ampersands; cuts the middle beyond `limit`.
[[nodiscard]] QString forButton(const QString& text, int limit = 40);
/// "&Key": "Key"; in non-Latin scripts "X(&K)": "X".
[[nodiscard]] QString withoutMnemonic(const QString& text);
/// Cuts the middle of long words, and of more than two lines of a small window.
[[nodiscard]] QString forNotice(const QString& text);

/// For five seconds. Plain text.
class TransientLabel final : public QLabel {
    Q_OBJECT
public:
    explicit TransientLabel(QWidget* parent = nullptr);

    void say(const QString& text);

private:
    QTimer m_timer;
};

} // namespace lockkeeper::ui
