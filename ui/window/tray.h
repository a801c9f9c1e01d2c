// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/deployment_list_model.h"

#include <QMenu>
#include <QSystemTrayIcon>

namespace lockkeeper::ui {

/// The program's icon in the desktop's tray: a warning while an open deployment has a problem, with
/// the state of each in its tool tip and menu. Shows nothing where there is no tray. GUI thread
/// only.
class Tray final : public QObject {
    Q_OBJECT
public:
    /// `deployments` must outlive the object.
    explicit Tray(const DeploymentListModel& deployments, QObject* parent = nullptr);

    /// Plain text: a line for each open deployment. Empty: none is open.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool hasProblem() const;
    [[nodiscard]] QMenu& menu() noexcept { return m_menu; }

Q_SIGNALS:
    /// The user wants to see this open deployment.
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
