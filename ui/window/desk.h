// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployments_store.h"
#include "ui/bridge/keychain.h"
#include "ui/dialogs/connect/connect_form.h"
#include "ui/models/deployment_list_model.h"
#include "ui/window/main_window.h"

#include <QPointer>
#include <functional>
#include <map>
#include <memory>

namespace lockkeeper::ui {

class StartPage;

/// What is known of the logins of a deployment from before it was opened again with others.
struct LoginPast {
    bool isKeychainAsked = false;
    std::map<std::size_t, Login> unproven{}; ///< by master: to be kept once it has accepted it
};

/// Servers of our own with demo locks.
struct StartedSandbox {
    config::Deployment deployment;
    std::shared_ptr<void> servers; ///< they end with it
};

/// All windows of the program: one for each open deployment, or else the start window. Opens
/// deployments, asks for what they lack, and switches between them. Owns their sessions, the
/// sandbox and the list of saved deployments. GUI thread only.
class Desk final : public QObject {
    Q_OBJECT
public:
    /// Everything must outlive the desk.
    struct Tools {
        const Clock& clock;
        const observe::ProcessProbe& processes;
        QSettings& settings;
        Prompter& prompter;
        Theming& theming;
        Notifier* notifier = nullptr; ///< null: no desktop notifications
        Keychain* keychain = nullptr; ///< null: passwords are asked for each time
    };
    using Recording = DeploymentBridge::Recording;
    struct Options {
        std::filesystem::path deploymentsFile; ///< empty: there is no place for one
        std::filesystem::path journalFile;
        /// See Session::Options.
        Recording recording = Recording::Never;
        /// Watched instead of the patterns of saved deployments; empty: these count.
        std::vector<std::string> patterns{};
        QList<Fact> about{};
        QString notice{}; ///< a note that each window shows at first; empty: none
        /// Blocks for seconds; called on another thread. Empty: there is no sandbox.
        std::function<Result<StartedSandbox>()> startSandbox{};
        // See MainWindow::Context.
        lab::Player player{};
        lab::FreePlayer freePlayer{};
    };

    Desk(const Tools& tools, Options options);
    /// Closes all windows without asking, and ends the sandbox.
    ~Desk() override;

    /// A window that is open. `session`: null for the start window.
    struct Opened {
        MainWindow& window;
        Session* session;
    };
    /// Opens the start window.
    Opened showStart();
    /// Opens a window for a deployment with its passwords, or raises the one that it has. Closes
    /// the start window. `past`: what is known of its logins. `recording`: instead of that of all.
    Opened open(const config::Deployment& deployment, const LoginPast& past = {},
        std::optional<Recording> recording = std::nullopt);
    /// Opens a window for a deployment that an agent watches.
    Opened openAgent(const config::Deployment& deployment, const ViaAgent& agent);
    /// Opens a window for a sandbox, which ends with that window.
    Opened openSandbox(StartedSandbox sandbox);

    [[nodiscard]] DeploymentListModel& deployments() noexcept { return m_list; }
    [[nodiscard]] int openCount() const noexcept { return static_cast<int>(m_places.size()); }

public Q_SLOTS:
    /// Opens the dialog that describes a deployment.
    void connectMasters();
    /// Opens the dialog that chooses a deployment.
    void switchDeployment();
    /// Opens or raises the deployment of that name, open or saved.
    void openByName(const std::string& name);
    /// Starts a sandbox, or raises its window.
    void startSandbox();

private:
    /// An open deployment.
    struct Place {
        config::Deployment deployment;
        Session* session; ///< owned by the desk
        MainWindow* window; ///< deletes itself when it is closed
        bool arePatternsAsked = false;
    };

    void connectStore();
    [[nodiscard]] Session::Options sessionOf(const config::Deployment& deployment) const;
    Opened openNew(const Session::Options& options, const LoginPast& past);
    void findLogins(const config::Deployment& deployment, Session& session, MainWindow& window,
        const LoginPast& past);
    [[nodiscard]] MainWindow* createWindow(Session* session, QWidget* startPage);
    [[nodiscard]] std::string freeName(const config::Deployment& deployment) const;
    [[nodiscard]] Place* placeOf(const QObject* window);
    void closePlace(const QObject* window);
    void closeStart();
    void askForPatterns(const QObject* window, const observe::BoardUpdate& update);
    void reopen(const QObject* window, const config::Deployment& deployment, const LoginPast& past);
    void refreshList();
    void showFileProblems();
    void tell(const Error& error);
    [[nodiscard]] QWidget* activeWindow() const;

    Tools m_tools;
    Options m_options;
    DeploymentsStore m_store;
    ConnectForm::Input m_typed; ///< in the latest dialog that connects to masters
    DeploymentListModel m_list;
    std::vector<Place> m_places;
    QPointer<MainWindow> m_start;
    QPointer<StartPage> m_startPage;
    bool m_isSandboxStarting = false;
    TaskQueue m_sandboxStarter;
    std::optional<StartedSandbox> m_sandbox;
};

} // namespace lockkeeper::ui
