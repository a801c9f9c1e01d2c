// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/theme.h"
#include "ui/models/locks/lock_groups.h"

#include <QAction>
#include <QList>

class QMainWindow;
class QMenu;

namespace lockkeeper::ui {

/// All actions of the main window, with their menus and shortcuts. They do nothing on their own:
/// the window connects them.
class WindowActions final : public QObject {
    Q_OBJECT
public:
    /// Fills the menu bar of `window`, which takes ownership of this object.
    explicit WindowActions(QMainWindow& window);

    QAction* connectMasters;
    QAction* switchDeployment;
    QAction* report; ///< an incident report
    QAction* exportRows; ///< the rows that the page shows
    QAction* closeWindow;
    QAction* quit;
    QAction* acquire;
    QAction* identify; ///< asks the masters who holds the selected lock
    QAction* decide; ///< opens the selected lock: is it safe to free it?
    QAction* revoke;
    QAction* release;
    QAction* extend;
    QAction* changes; ///< allows changes, or ends them
    QAction* tellFreed; ///< this and the next two are checked while the user is to be told
    QAction* tellTaken;
    QAction* tellStuck;
    QAction* alerts; ///< the settings of the alerts
    QAction* copyResource;
    QAction* copyCommand;
    QAction* filter;
    QAction* goTo;
    QAction* collapseAll; ///< groups of locks
    QAction* expandAll;
    QAction* pause;
    QAction* refresh;
    QAction* help;
    QAction* shortcuts;
    QAction* about;
    QMenu* lockMenu = nullptr; ///< actions on the selected lock
    QMenu* tellMenu = nullptr; ///< tellFreed, tellTaken, tellStuck
    QMenu* groupMenu = nullptr; ///< how the locks are grouped; disabled at first
    QMenu* recordingMenu = nullptr; ///< see RecordingMark; empty and disabled at first

    /// Checks the menu entry of this theme. Does not emit themeWanted().
    void setCurrentTheme(Theme theme);
    /// Checks the menu entry of this language, a value of languageWanted(); an unknown one is that
    /// of the system. Does not emit languageWanted().
    void setCurrentLanguage(const QString& name);
    /// The text of this language's menu entry: "English".
    [[nodiscard]] QString languageTitle(const QString& name) const;
    /// Checks the menu entry of this grouping. Does not emit groupingWanted().
    void setCurrentGrouping(lockkeeper::ui::Grouping grouping);

    /// Names the action `changes`, and tells in the tool tips of the others why they are disabled.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});

Q_SIGNALS:
    /// The user wants the page with this index.
    void pageWanted(int page);
    void themeWanted(lockkeeper::ui::Theme theme);
    /// "system", or as LOCKKEEPER_LANGUAGE: "en", "zh_CN".
    void languageWanted(const QString& name);
    void groupingWanted(lockkeeper::ui::Grouping grouping);

private:
    [[nodiscard]] QAction* create(
        const QString& text, const QString& name, const QList<QKeySequence>& keys = {});
    void createMenus(QMainWindow& window);
    void addPages(QMenu& menu);
    void addThemes(QMenu& menu);
    void addLanguages(QMenu& menu);
    void addGroupings(QMenu& menu);

    QList<QAction*> m_groupings;
    QList<QAction*> m_languages; ///< that of the system first
    QList<QAction*> m_themes;
};

} // namespace lockkeeper::ui
