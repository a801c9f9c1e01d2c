// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>

namespace lockkeeper::ui {

class Prompter;
class Theming;
class WindowActions;

/// Keeps the theme and the language that are chosen in the menus of a window. GUI thread only.
class Preferences final : public QObject {
    Q_OBJECT
public:
    /// Must outlive this object.
    struct Parts {
        WindowActions& actions;
        Theming& theming;
        QSettings& settings;
        Prompter& prompter;
    };

    /// Checks the menu entries of the current theme, and of the language that was chosen.
    explicit Preferences(const Parts& parts, QObject* parent = nullptr);

private:
    void keepLanguage(const QString& name);

    Parts m_parts;
};

} // namespace lockkeeper::ui
