// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/deployment_list_model.h"

#include <QMenu>
#include <QSystemTrayIcon>

namespace lockkeeper::ui {

/// Tray icon that warns of open deployments' problems. Does nothing without a tray.
class Tray final : public QObject {
    Q_OBJECT
public:
    explicit Tray(const DeploymentListModel& deployments, QObject* parent = nullptr);

    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool hasProblem() const;
    [[nodiscard]] QMenu& menu() noexcept { return m_menu; }

Q_SIGNALS:
    void deploymentWanted(const std::string& name);

private:
    void update();
    void fillMenu();
    void showWorst();

    const DeploymentListModel& m_deployments;
    QMenu m_menu;
    QSystemTrayIcon m_icon;
};

} // namespace lockkeeper::ui
