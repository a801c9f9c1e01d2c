// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/problem_words.h"

#include <QColor>
#include <QPalette>

namespace lockkeeper::ui {

using words::Tone;

[[nodiscard]] bool isDark(const QPalette& palette);

/// Hues of Okabe and Ito, distinct for any colour vision; lighter on dark palettes.
[[nodiscard]] QColor toneColour(Tone tone, const QPalette& palette);

[[nodiscard]] QColor toneTint(Tone tone, const QPalette& palette);

} // namespace lockkeeper::ui
