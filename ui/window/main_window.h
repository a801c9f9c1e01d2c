// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"
#include "ui/look/theme.h"
#include "ui/window/session.h"

#include <QMainWindow>
#include <QSettings>

class QStackedWidget;

namespace lockkeeper::ui {

class Banner;
class HeaderStrip;
class LeasesPage;
class LockDialogs;
class LocksPage;
class MastersPage;
class Navigation;
class PassingLabel;
class StatusLine;
class WindowActions;

/// The one window: a deployment's head, its pages, and what can be done.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Locks, Masters, Leases, Journal };

    /// All must outlive the window.
    struct Context {
        QSettings& settings;
        Prompter& prompter;
        Theming& theming;
        QList<Fact> about; ///< versions of what this is made of
    };

    /// Without a session nothing is watched, and the window says how to begin. `session` must
    /// outlive the window and is started by it.
    MainWindow(Session* session, const Context& context, QWidget* parent = nullptr);
    /// Saves what survives a restart.
    ~MainWindow() override;

    /// "locks", "masters", "leases", "journal".
    [[nodiscard]] static std::optional<Page> pageFromName(QStringView name);

    void showPage(Page page);
    /// Selects a lock, as a click on it would.
    void select(const Resource& resource);
    /// Opens the dialog for a new lease; for the selected lock's release.
    void acquire();
    void release();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void createStartPage();
    void createPages();
    void connectActions();
    void connectCopying();
    void connectSession();
    void connectPages();
    void restoreSettings();
    void saveSettings();
    void showUpdate(const BoardUpdatePtr& update);
    void updateActions();
    void extendSelected();
    void notify(const QString& text);
    [[nodiscard]] Page currentPage() const;

    Session* m_session;
    Context m_context;
    WindowActions* m_actions;
    LockDialogs* m_dialogs = nullptr;
    HeaderStrip* m_header = nullptr;
    Banner* m_notice = nullptr;
    Navigation* m_navigation = nullptr;
    QStackedWidget* m_pages = nullptr;
    LocksPage* m_locksPage = nullptr;
    MastersPage* m_mastersPage = nullptr;
    LeasesPage* m_leasesPage = nullptr;
    StatusLine* m_status = nullptr;
    PassingLabel* m_message = nullptr;
};

} // namespace lockkeeper::ui
