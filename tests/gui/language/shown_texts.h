// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace lockkeeper::tests {

/// All texts that a person gets from `root` and from what is in it, seen, pointed at or read aloud:
/// "CLASS NAME: TEXT", each once. Cells of tables also where they are scrolled away.
[[nodiscard]] QStringList shownTexts(const QWidget& root);

} // namespace lockkeeper::tests
