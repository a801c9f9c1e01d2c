// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QList>

class QMainWindow;
class QMenu;

namespace lockkeeper::ui {

/// All actions of the main window, in their menus. They only say what is wanted: the window
/// connects them.
class WindowActions final : public QObject {
    Q_OBJECT
public:
    /// Fills the menu bar of `window`, which owns this.
    explicit WindowActions(QMainWindow& window);

    QAction* quit;
    QAction* acquire;
    QAction* release;
    QAction* extend;
    QAction* copyResource;
    QAction* copyCommand;
    QAction* filter;
    QAction* pause;
    QAction* refresh;
    QAction* shortcuts;
    QAction* about;
    QMenu* lockMenu; ///< what can be done with the selected lock

    void setCurrentTheme(Theme theme);

Q_SIGNALS:
    /// The index of the page.
    void pageWanted(int page);
    void themeWanted(lockkeeper::ui::Theme theme);

private:
    [[nodiscard]] QAction* create(
        const QString& text, const QString& name, const QList<QKeySequence>& keys = {});
    void createMenus(QMainWindow& window);
    void addPages(QMenu& menu);
    void addThemes(QMenu& menu);

    QList<QAction*> m_themes;
};

} // namespace lockkeeper::ui
