// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QLabel>

namespace lockkeeper::ui {

/// A label for text that may come from a server: never taken for rich text; can be selected with
/// the mouse and the keyboard if asked for.
[[nodiscard]] QLabel* plainLabel(const QString& text = {}, QWidget* parent = nullptr);
/// The same, wrapping its lines and selectable.
[[nodiscard]] QLabel* wrappingLabel(const QString& text = {}, QWidget* parent = nullptr);
/// A label in the muted colour, for captions; stays at the top of a field of several lines.
[[nodiscard]] QLabel* captionLabel(const QString& text, QWidget* parent = nullptr);
/// A label in bold, larger by `points`.
[[nodiscard]] QLabel* titleLabel(
    const QString& text = {}, int points = 2, QWidget* parent = nullptr);

/// The fixed-width font for tokens, resources and commands, as large as `like`.
[[nodiscard]] QFont monospaceFont(const QFont& like);

/// Text for a button or menu: an ampersand stays an ampersand, and a long name is cut in its
/// middle.
[[nodiscard]] QString forButton(const QString& text, int limit = 40);

} // namespace lockkeeper::ui
