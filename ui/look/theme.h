// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPalette>
#include <QString>
#include <optional>

namespace lockkeeper::ui {

enum class Theme { System, Light, Dark };

[[nodiscard]] QString themeName(Theme theme);
[[nodiscard]] std::optional<Theme> themeFromName(QStringView name);

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Sets style and palette. Create it before any palette is set: it notes whether the system's is
/// dark.
class Theming final {
public:
    explicit Theming(QApplication& application);

    [[nodiscard]] Theme theme() const noexcept { return m_theme; }
    void apply(Theme theme);

private:
    QApplication& m_application;
    bool m_isSystemDark;
    Theme m_theme = Theme::System;
};

} // namespace lockkeeper::ui
