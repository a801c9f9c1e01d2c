// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"

#include <QIcon>
#include <array>

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
/// Files in resources/icons/.
constexpr auto enumNames(Glyph /*of*/) noexcept
{
    return std::array{"lock", "master", "key", "journal", "pause", "play", "warning", "waiting",
        "timeline", "trends", "info", "done", "failed", "copy"};
}

/// Follows the palette.
[[nodiscard]] QIcon glyphIcon(Glyph glyph);

[[nodiscard]] QIcon applicationIcon();

} // namespace lockkeeper::ui
