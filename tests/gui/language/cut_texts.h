// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace lockkeeper::tests {

/// The labels, buttons, tabs, fields and headers in `root` whose text is wider, or if it wraps
/// higher, than their room: "CLASS NAME: TEXT, WIDTH in ROOM". Only what is shown.
[[nodiscard]] QStringList cutTexts(const QWidget& root);

} // namespace lockkeeper::tests
