// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployments_store.h"
#include "ui/bridge/keychain.h"
#include "ui/bridge/overview.h"
#include "ui/dialogs/connect/connect_form.h"
#include "ui/models/deployment_list_model.h"
#include "ui/window/main_window.h"

#include <QPointer>
#include <functional>
#include <map>
#include <memory>

namespace lockkeeper::ui {

class StartPage;

struct LoginPast {
    bool isKeychainAsked = false;
    std::map<std::size_t, Login> unproven{}; ///< store once accepted
};

struct StartedSandbox {
    config::Deployment deployment;
    std::shared_ptr<void> servers; ///< own the servers
};

/// All windows: one per deployment, or the start window. Opens and switches deployments; asks for
/// missing data. Owns sessions, sandbox and saved deployments.
class Desk final : public QObject {
    Q_OBJECT
public:
    /// All must outlive the desk.
    struct Tools {
        const Clock& clock;
        const observe::ProcessProbe& processes;
        QSettings& settings;
        Prompter& prompter;
        Theming& theming;
        Notifier* notifier = nullptr;
        Keychain* keychain = nullptr; ///< null: never stores passwords
    };
    using Recording = DeploymentBridge::Recording;
    struct Options {
        std::filesystem::path deploymentsFile;
        std::filesystem::path journalFile;
        Recording recording = Recording::Never;
        std::vector<std::string> patterns{};
        QList<Fact> about{};
        QString notice{}; ///< first note in each window; may be empty
        /// Blocks for seconds, on another thread. May be empty.
        std::function<Result<StartedSandbox>()> startSandbox{};
        lab::Player player{};
        lab::FreePlayer freePlayer{};
    };

    Desk(const Tools& tools, Options options);
    ~Desk() override;

    struct Opened {
        MainWindow& window;
        Session* session;
    };
    Opened showStart();
    /// Opens or raises a window; closes the start window. `deployment` has passwords. `recording`
    /// overrides Options.
    Opened open(const config::Deployment& deployment, const LoginPast& past = {},
        std::optional<Recording> recording = std::nullopt);
    Opened openAgent(const config::Deployment& deployment, const ViaAgent& agent);
    Opened openSandbox(StartedSandbox sandbox);

    [[nodiscard]] DeploymentListModel& deployments() noexcept { return m_list; }
    [[nodiscard]] int openCount() const noexcept { return static_cast<int>(m_places.size()); }

public Q_SLOTS:
    void connectMasters();
    void switchDeployment();
    void openByName(const std::string& name);
    void startSandbox();

private:
    struct Place {
        config::Deployment deployment;
        Session* session;
        MainWindow* window; ///< deletes itself when closed
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
    void setOverview(bool isOn);
    void showFileProblems();
    void tell(const Error& error);
    [[nodiscard]] QWidget* activeWindow() const;

    Tools m_tools;
    Options m_options;
    DeploymentsStore m_store;
    ConnectForm::Input m_typed;
    DeploymentListModel m_list;
    Overview m_overview;
    std::vector<Place> m_places;
    QPointer<MainWindow> m_start;
    QPointer<StartPage> m_startPage;
    bool m_isSandboxStarting = false;
    TaskQueue m_sandboxStarter;
    std::optional<StartedSandbox> m_sandbox;
};

} // namespace lockkeeper::ui
