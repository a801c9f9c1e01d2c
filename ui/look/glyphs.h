// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace lockkeeper::ui {

/// The icons of the window. They are drawn in the palette's colours, at any size.
enum class Glyph {
    Lock,
    Master,
    Key,
    Journal,
    Pause,
    Play,
    Warning,
    Waiting,
    Timeline,
    Trends,
    Info,
    Done,
    Failed,
    Copy
};

/// An icon in the colours of the application's palette. It follows later changes of the palette.
[[nodiscard]] QIcon glyphIcon(Glyph glyph);

/// The program's own icon: a white padlock on blue, with the votes of three masters.
[[nodiscard]] QIcon applicationIcon();

} // namespace lockkeeper::ui
