// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace lockkeeper::ui {

/// What a colour says. Each goes with a shape and a word; none is the only sign.
enum class Tone { Good, Notice, Bad, Unknown, Muted };

/// True if text is lighter than its background.
[[nodiscard]] bool isDark(const QPalette& palette);

/// A strong colour for shapes and text on the palette's base: after Okabe and Ito, so that people
/// with any colour vision can tell them apart, in a lighter row for dark palettes.
[[nodiscard]] QColor toneColour(Tone tone, const QPalette& palette);

/// The same colour as a faint background.
[[nodiscard]] QColor toneTint(Tone tone, const QPalette& palette);

} // namespace lockkeeper::ui
