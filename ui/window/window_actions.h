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

/// Actions, menus and shortcuts. The window connects all but themes and languages.
class WindowActions final : public QObject {
    Q_OBJECT
public:
    /// `window` owns the menu bar.
    WindowActions(QMainWindow& window, Theming& theming, QSettings& settings, Prompter& prompter);

    QAction* connectMasters;
    QAction* switchDeployment;
    QAction* overview;
    QAction* report;
    QAction* exportRows;
    QAction* openPlan;
    QAction* closeWindow;
    QAction* quit;
    QAction* acquire;
    QAction* identify;
    QAction* decide;
    QAction* askOrTakeOver;
    QAction* revoke;
    QAction* release;
    QAction* releaseHolder;
    QAction* releaseStale;
    QAction* finish;
    QAction* extend;
    QAction* note;
    QAction* changes;
    QAction* tellFreed; ///< the alert is wanted; so for the next two
    QAction* tellTaken;
    QAction* tellStuck;
    QAction* alerts;
    QAction* copyResource;
    QAction* copyCommand;
    QAction* filter;
    QAction* goTo;
    QAction* collapseAll;
    QAction* expandAll;
    QAction* pause;
    QAction* refresh;
    QAction* help;
    QAction* shortcuts;
    QAction* about;
    QMenu* lockMenu = nullptr;
    QMenu* tellMenu = nullptr;
    QMenu* groupMenu = nullptr;
    QMenu* recordingMenu = nullptr; ///< see RecordingMark

    void setCurrentGrouping(lockkeeper::ui::Grouping grouping);

    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// Tool tips, and refused keys, show `why`; empty: enabled.
    static void setWhyNot(QAction& action, const QString& why);
    [[nodiscard]] static QString whyNot(const QAction& action);
    /// Empty: they work, or mean nothing.
    [[nodiscard]] QString whyNot(QKeySequence keys) const;

Q_SIGNALS:
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
