// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace lockkeeper::ui {

/// The meaning of a colour. A colour is never the only sign: a shape and a word always go with it.
enum class Tone { Good, Notice, Bad, Unknown, Muted };

/// True if the palette's text is lighter than its background.
[[nodiscard]] bool isDark(const QPalette& palette);

/// The colour of a tone, for shapes and text on the palette's base colour. Dark palettes get
/// lighter colours. The hues are those of Okabe and Ito, which people with any kind of colour
/// vision can tell apart.
[[nodiscard]] QColor toneColour(Tone tone, const QPalette& palette);

/// The colour of a tone as a faint, translucent background.
[[nodiscard]] QColor toneTint(Tone tone, const QPalette& palette);

} // namespace lockkeeper::ui
