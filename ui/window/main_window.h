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
class Records;
class TransientLabel;
class WindowActions;

/// Main window of one deployment: header, pages and menus.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Locks, Masters, Leases, Journal, Kinds, Waits, Timeline, Trends, Lab };
    struct PageTitle {
        QString name;
        Glyph glyph;
        QString title;
    };
    [[nodiscard]] static QList<PageTitle> pageTitles();

    /// Must outlive the window.
    struct Context {
        QSettings& settings;
        Prompter& prompter;
        Theming& theming;
        QList<Fact> about;
        std::filesystem::path deploymentsFile{};
        Notifier* notifier = nullptr;
        const QAbstractItemModel* deployments = nullptr; ///< names to go to; may be null
        QString notice{}; ///< (session) first note; may be empty
        lab::Player player{};
        lab::FreePlayer freePlayer{};
        QWidget* startPage = nullptr; ///< (no session) content; owned
    };

    /// Starts `session`, which must outlive it; null: the start page.
    MainWindow(Session* session, Context context, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] static std::optional<Page> pageFromName(QStringView name);

    void showPage(Page page);
    [[nodiscard]] Page currentPage() const;
    void select(const Resource& resource);
    void acquire();
    void allowChanges();
    void release();
    /// Asks if reopening loses something. False: keep this window.
    [[nodiscard]] bool mayReopen();
    void offer(const QString& text, const QString& button, const std::function<void()>& act);

Q_SIGNALS:
    void connectRequested();
    void switchRequested();
    void overviewRequested();
    void watchRequested(const std::vector<std::string>& urls);
    /// `row`: in Context::deployments.
    void deploymentChosen(int row);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    bool event(QEvent* event) override;

private:
    void createPages();
    [[nodiscard]] ui::Page& shownPage() const;
    void surroundPages();
    void connectActions();
    void connectSession();
    void connectPages();
    void connectRecords();
    void showLock(const Resource& resource);
    void createAlerts();
    void restoreSettings();
    void saveSettings();
    void applyPermission();
    void toggleChanges();
    void updateActions();
    void openPalette();
    void showTitle();
    void sayWhyNot(const QString& why);
    void notify(const QString& text);
    void notifyOf(const Error& error);

    Session* m_session;
    Context m_context;
    WindowActions* m_actions;
    LockDialogs* m_dialogs = nullptr;
    LockCommands* m_commands = nullptr;
    AlertCenter* m_alerts = nullptr;
    Records* m_records = nullptr;
    HeaderStrip* m_header = nullptr;
    NoticeStack* m_notices = nullptr;
    Navigation* m_navigation = nullptr;
    QStackedWidget* m_pages = nullptr;
    LocksPage* m_locksPage = nullptr;
    LeasesPage* m_leasesPage = nullptr;
    TransientLabel* m_message = nullptr;
    int m_whyNotLine = 0;
};

} // namespace lockkeeper::ui
