// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace lockkeeper::ui {

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

/// Follows the palette.
[[nodiscard]] QIcon glyphIcon(Glyph glyph);

[[nodiscard]] QIcon applicationIcon();

} // namespace lockkeeper::ui
