// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace lockkeeper::ui {

/// True if `pattern` has a `*` or `?`.
[[nodiscard]] bool isGlob(QStringView pattern);

/// Matches the whole of `text`; `*` is any text, `?` any one character, upper and lower case are
/// the same. Takes at most length times length steps, whatever the text.
[[nodiscard]] bool matchesGlob(QStringView pattern, QStringView text);

} // namespace lockkeeper::ui
