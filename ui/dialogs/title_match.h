// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>
#include <optional>

namespace lockkeeper::ui {

/// How well a title fits: less is better; nullopt: not at all. It has all words, best at the start,
/// or else the characters in order ("swd": "Switch deployment"). Ignores case. Empty text fits
/// everything.
[[nodiscard]] std::optional<int> titleMatch(QStringView typed, QStringView title);

} // namespace lockkeeper::ui
