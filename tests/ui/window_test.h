// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/window/main_window.h"

#include <QTemporaryDir>
#include <memory>

namespace lockkeeper::tests {

/// What a test of the main window over three real servers begins and ends with. Derive from it,
/// call startServers() in init() and endAll() in cleanup().
class WindowTest : public QObject {
protected:
    static constexpr int kPatience = 15'000; ///< in milliseconds, with real servers
    static constexpr char kToken[] = "1fe610003e8c11f09abc0242ac110002"; ///< as redis-py writes it
    static constexpr char kOtherToken[] = "81aa78003e9411f09abc0242ac110003";

    void startServers()
    {
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_deployment = m_servers->deployment();
    }
    /// Shows a window over m_deployment, waits until all its masters are up and `selected` is in
    /// the table, and selects it.
    void showWindow(const char* selected = "cron:bill", ui::Notifier* notifier = nullptr)
    {
        const QString journal = m_directory->filePath(QStringLiteral("journal.jsonl"));
        m_session = std::make_unique<ui::Session>(ui::Session::Options{.deployment = m_deployment,
                                                      .owner = lock::Owner::thisProcess("test"),
                                                      .journalFile = journal.toStdString(),
                                                      .recording = m_recording},
            m_clock, m_processes);
        m_window = std::make_unique<ui::MainWindow>(m_session.get(),
            ui::MainWindow::Context{.settings = *m_settings,
                .prompter = m_prompter,
                .theming = *m_theming,
                .about = {},
                .notifier = notifier});
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto& proxy = m_session->filteredLocks();
        QTRY_VERIFY_WITH_TIMEOUT(proxy.indexOf(Resource(selected), 1).isValid(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->masters().upCount(), 3, kPatience);
        m_window->select(Resource(selected));
    }
    void endAll()
    {
        m_window.reset();
        m_session.reset();
        m_settings.reset();
        m_servers.reset();
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    config::Deployment m_deployment; ///< may be changed before showWindow()
    ui::DeploymentBridge::Recording m_recording = ui::DeploymentBridge::Recording::Never;
    SystemClock m_clock;
    observe::LocalProcessProbe m_processes;
    FakePrompter m_prompter;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace lockkeeper::tests
