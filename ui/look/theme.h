// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPalette>
#include <QString>
#include <optional>

namespace lockkeeper::ui {

enum class Theme { System, Light, Dark };

/// "system", "light", "dark": as on the command line and in the settings.
[[nodiscard]] QString themeName(Theme theme);
[[nodiscard]] std::optional<Theme> themeFromName(QStringView name);

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Dresses the application: one style, a light or a dark palette. Notes at its creation whether the
/// platform's own palette is dark, so create it before anything changes that.
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
