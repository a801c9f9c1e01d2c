// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"
#include "core/lab/run.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/prompter.h"
#include "ui/look/glyphs.h"
#include "ui/look/theme.h"

#include <QMainWindow>
#include <QSettings>
#include <filesystem>

class QStackedWidget;

namespace lockkeeper::ui {

class AlertCenter;
class HeaderStrip;
class LeasesPage;
class LockCommands;
class LockDialogs;
class LocksPage;
class Navigation;
class NoticeStack;
class Notifier;
class Page;
class TransientLabel;
class WindowActions;

/// The main window: the header of one deployment, its pages, and the menus. GUI thread only.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Locks, Masters, Leases, Journal, Kinds, Waits, Timeline, Trends, Lab };
    /// What a page is called.
    struct PageTitle {
        QString name; ///< for the command line
        Glyph glyph;
        QString title;
    };
    /// Those of all pages, in their order.
    [[nodiscard]] static QList<PageTitle> pageTitles();

    /// What the window needs besides the session. The references must outlive the window.
    struct Context {
        QSettings& settings;
        Prompter& prompter;
        Theming& theming;
        QList<Fact> about; ///< versions of the program and its libraries
        std::filesystem::path deploymentsFile{}; ///< where the deployment is from; empty: no file
        Notifier* notifier = nullptr; ///< null: no desktop notifications
        const QAbstractItemModel* deployments = nullptr; ///< names to go to; null: none
        QString notice{}; ///< (with a session) a note that is shown at first; empty: none
        lab::Player player{}; ///< plays experiments
        lab::FreePlayer freePlayer{};
        QWidget* startPage = nullptr; ///< (no session) what is shown; the window takes ownership
    };

    /// Starts `session`, which must outlive the window. If it is null, nothing is watched and the
    /// window shows the start page.
    MainWindow(Session* session, Context context, QWidget* parent = nullptr);
    /// Saves the settings: geometry, page, columns and filter.
    ~MainWindow() override;

    /// The page of a name: "locks", "masters", "leases", "journal", "kinds", "waits", "timeline",
    /// "trends" or "lab". Nullopt for other names.
    [[nodiscard]] static std::optional<Page> pageFromName(QStringView name);

    void showPage(Page page);
    /// The page that is shown. Needs a session.
    [[nodiscard]] Page currentPage() const;
    /// Selects a lock as a click on it would. Needs a session.
    void select(const Resource& resource);
    /// Opens the acquire dialog. Needs a session.
    void acquire();
    /// Asks for how long a read-only deployment may be changed. Needs a session.
    void allowChanges();
    /// See LockCommands::release(). Needs a session.
    void release();
    /// Asks before the deployment is opened again in another window, unless nothing is lost by
    /// that. False: this window is to stay. Needs a session.
    [[nodiscard]] bool mayReopen();
    /// Shows a line with a button until the user dismisses it.
    void offer(const QString& text, const QString& button, const std::function<void()>& act);

Q_SIGNALS:
    /// The user wants to describe a deployment.
    void connectRequested();
    /// The user wants to choose another deployment.
    void switchRequested();
    /// The user wants a window for these masters of ours.
    void watchRequested(const std::vector<std::string>& urls);
    /// The user wants the deployment in this row of the list.
    void deploymentChosen(int row);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void createPages();
    [[nodiscard]] ui::Page& shownPage() const;
    /// Puts the header, the navigation, the notices and the status bar around the pages.
    void surroundPages();
    void connectActions();
    void connectSession();
    void connectPages();
    void connectRecords();
    /// Shows the page of locks with this one selected.
    void showLock(const Resource& resource);
    void createAlerts();
    void restoreSettings();
    void saveSettings();
    /// Disables what changes something while that is not allowed.
    void applyPermission();
    void toggleChanges();
    void updateActions();
    void openPalette();
    void notify(const QString& text);
    void notifyOf(const Error& error);

    Session* m_session;
    Context m_context;
    WindowActions* m_actions;
    LockDialogs* m_dialogs = nullptr;
    LockCommands* m_commands = nullptr;
    AlertCenter* m_alerts = nullptr;
    HeaderStrip* m_header = nullptr;
    NoticeStack* m_notices = nullptr;
    Navigation* m_navigation = nullptr;
    QStackedWidget* m_pages = nullptr;
    LocksPage* m_locksPage = nullptr;
    LeasesPage* m_leasesPage = nullptr;
    TransientLabel* m_message = nullptr;
};

} // namespace lockkeeper::ui
