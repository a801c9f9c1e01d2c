// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/servers.h"
#include "ui/dialogs/prompter.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTemporaryDir>

namespace lockkeeper::bench {

/// A main window that watches real servers.
class WindowBed {
public:
    /// Watches the first `count` servers, which must outlive the window, and shows it.
    WindowBed(const Servers& servers, std::size_t count)
        : m_session({.deployment = deploymentOf(servers, count),
                        .owner = lock::Owner::thisProcess("bench"),
                        .journalFile = m_directory.filePath(QStringLiteral("j")).toStdString(),
                        .recording = ui::DeploymentBridge::Recording::Possible},
            systemClock(), m_processes)
    {
        m_window.show();
    }

    [[nodiscard]] ui::Session& session() { return m_session; }
    [[nodiscard]] ui::MainWindow& window() { return m_window; }
    /// True if the table has so many rows, and nothing waits to be shown.
    [[nodiscard]] bool hasRows(std::size_t count)
    {
        return m_session.filteredLocks().rowCount() == static_cast<int>(count)
            && !m_session.locks().isBehind();
    }

private:
    /// Also lets the history be in the directory of this bed.
    config::Deployment deploymentOf(const Servers& servers, std::size_t count) const
    {
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_directory.path()));
        config::Deployment deployment = servers.deployment(count);
        deployment.patterns = {"lock:*"};
        return deployment;
    }

    const QTemporaryDir m_directory;
    QSettings m_settings{m_directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    ui::Theming m_theming{*qApp};
    ui::DialogPrompter m_prompter{m_settings};
    const observe::LocalProcessProbe m_processes;
    ui::Session m_session;
    ui::MainWindow m_window{&m_session, {m_settings, m_prompter, m_theming, {}}};
};

} // namespace lockkeeper::bench
