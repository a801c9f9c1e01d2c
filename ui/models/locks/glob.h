// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace lockkeeper::ui {

/// True if `pattern` contains a `*` or a `?`.
[[nodiscard]] bool isGlob(QStringView pattern);

/// True if `pattern` matches the whole of `text`. `*` matches any text, `?` any one character. Fold
/// the case of both first to ignore it. Takes at most length of pattern times length of text steps.
[[nodiscard]] bool matchesGlob(QStringView pattern, QStringView text);

} // namespace lockkeeper::ui
