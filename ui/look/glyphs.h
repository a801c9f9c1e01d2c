// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace lockkeeper::ui {

/// The symbols of the window, drawn in the palette's colours at any size.
enum class Glyph { Lock, Master, Key, Journal, Pause, Play, Warning, Info, Done, Failed, Copy };

/// An icon that follows the application's palette, also when it changes.
[[nodiscard]] QIcon glyphIcon(Glyph glyph);

/// The program's own icon: a white padlock on blue.
[[nodiscard]] QIcon applicationIcon();

} // namespace lockkeeper::ui
