// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"

#include <QFont>
#include <QLabel>
#include <optional>

namespace lockkeeper::ui {

class Form;

/// A label for text that may come from a server: Qt never treats it as rich text.
[[nodiscard]] QLabel* plainLabel(const QString& text = {}, QWidget* parent = nullptr);
/// A plainLabel() that wraps its lines, see WrappingLabel, and can be selected with the mouse.
[[nodiscard]] QLabel* wrappingLabel(const QString& text = {}, QWidget* parent = nullptr);
/// Adds a row to the form: the caption, and a value that wraps. Screen readers say "caption:
/// value", and so each change of it.
QLabel* addFact(Form& form, const QString& caption, const QString& text = {});
/// A plain-text label in the muted colour, for the caption of a field. Aligned to the top of a
/// field with several lines.
[[nodiscard]] QLabel* captionLabel(const QString& text, QWidget* parent = nullptr);
/// How large text is: as usual, or 1.25 or 1.67 of that.
enum class TextSize { Body, Title, Big };
void setTextSize(QWidget& widget, TextSize size);
/// A label for plain text in bold. What is too long for its width is cut in the middle, unless it
/// wraps.
[[nodiscard]] QLabel* titleLabel(
    const QString& text = {}, TextSize size = TextSize::Title, QWidget* parent = nullptr);

/// A label in the muted colour for a note beside a title. It takes the room that is left; the end
/// of what is too long for it is cut, and in the tool tip.
[[nodiscard]] QLabel* noteLabel(QWidget* parent = nullptr);

/// Gives the text the colour of a tone; nullopt: the usual one.
void setTone(QLabel& label, std::optional<Tone> tone);

/// The system's fixed-width font, for commands, in the size of `like`.
[[nodiscard]] QFont monospaceFont(const QFont& like);

/// Text for a button or a menu entry. Ampersands are escaped, so that they are shown as such. Text
/// of more than `limit` characters is shortened in its middle.
[[nodiscard]] QString forButton(const QString& text, int limit = 40);
/// The text of a menu entry or of a caption without its mnemonic: "Key" of "&Key", and of "X(&K)",
/// as languages write it that have no Latin letters.
[[nodiscard]] QString withoutMnemonic(const QString& text);
/// Lines for a notice: of each, words that are too long are shortened in their middle, and then the
/// line itself, to about two lines of a small window.
[[nodiscard]] QString forNotice(const QString& text);

} // namespace lockkeeper::ui
