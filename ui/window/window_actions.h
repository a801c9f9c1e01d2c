// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_groups.h"

#include <QAction>
#include <QList>

class QActionGroup;
class QMainWindow;
class QMenu;
class QSettings;

namespace lockkeeper::ui {

class Prompter;
class Theming;

/// All actions of the main window, with their menus and shortcuts. The window connects them; only
/// those that choose a theme or a language do so on their own.
class WindowActions final : public QObject {
    Q_OBJECT
public:
    /// Fills the menu bar of `window`, which takes ownership of this object. Checks the theme that
    /// is shown, and the language that the settings have. All other references must outlive it.
    WindowActions(QMainWindow& window, Theming& theming, QSettings& settings, Prompter& prompter);

    QAction* connectMasters;
    QAction* switchDeployment;
    QAction* report; ///< an incident report
    QAction* exportRows; ///< the rows that the page shows
    QAction* openPlan; ///< to free many locks
    QAction* closeWindow;
    QAction* quit;
    QAction* acquire;
    QAction* identify; ///< asks the masters who holds the selected lock
    QAction* decide; ///< opens the selected lock: is it safe to free it?
    QAction* askOrTakeOver;
    QAction* revoke;
    QAction* release;
    QAction* releaseHolder; ///< all locks of the selected lock's holder
    QAction* extend;
    QAction* note; ///< says beside the selected lock who is on it
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

    /// Checks the menu entry of this grouping. Does not emit groupingWanted().
    void setCurrentGrouping(lockkeeper::ui::Grouping grouping);

    /// Names the action `changes`, and tells in the tool tips of the others why they are disabled.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});

Q_SIGNALS:
    /// The user wants the page with this index.
    void pageWanted(int page);
    void groupingWanted(lockkeeper::ui::Grouping grouping);

private:
    [[nodiscard]] QAction* create(
        const QString& text, const QString& name, const QList<QKeySequence>& keys = {});
    [[nodiscard]] QAction* addChoice(
        QMenu& menu, QActionGroup& group, const QString& text, const QString& name);
    void createMenus(
        QMainWindow& window, Theming& theming, QSettings& settings, Prompter& prompter);
    void addPages(QMenu& menu);
    void addThemes(QMenu& menu, Theming& theming, QSettings& settings);
    void addLanguages(QMenu& menu, QSettings& settings, Prompter& prompter);
    void addGroupings(QMenu& menu);

    QList<QAction*> m_groupings;
};

} // namespace lockkeeper::ui
