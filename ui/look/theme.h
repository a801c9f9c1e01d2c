// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPalette>
#include <QString>
#include <optional>

namespace lockkeeper::ui {

enum class Theme { System, Light, Dark };

/// "system", "light" or "dark": the name of a theme on the command line and in the settings.
[[nodiscard]] QString themeName(Theme theme);
/// The theme of that name; nullopt for an unknown name.
[[nodiscard]] std::optional<Theme> themeFromName(QStringView name);

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Sets the style and the palette of the application.
///
/// The constructor notes whether the platform's palette is dark, for Theme::System. So create it
/// before anything else sets a palette. `application` must outlive this object. GUI thread only.
class Theming final {
public:
    explicit Theming(QApplication& application);

    [[nodiscard]] Theme theme() const noexcept { return m_theme; }
    /// Sets LookStyle and the theme's palette. The windows are repainted.
    void apply(Theme theme);

private:
    QApplication& m_application;
    bool m_isSystemDark;
    Theme m_theme = Theme::System;
};

} // namespace lockkeeper::ui
