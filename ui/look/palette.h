// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace lockkeeper::ui {

/// Meaning of a colour. A shape and a word always say it, too.
enum class Tone { Good, Notice, Bad, Unknown, Muted };

[[nodiscard]] bool isDark(const QPalette& palette);

/// Hues of Okabe and Ito, distinct for any colour vision; lighter on dark palettes.
[[nodiscard]] QColor toneColour(Tone tone, const QPalette& palette);

[[nodiscard]] QColor toneTint(Tone tone, const QPalette& palette);

} // namespace lockkeeper::ui
