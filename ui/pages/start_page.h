// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/deployment_list_model.h"
#include "ui/pages/page.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockkeeper::ui {

class Banner;
class TableView;

/// What the window shows before a deployment is open: how to begin, and the saved deployments.
class StartPage final : public Page {
    Q_OBJECT
public:
    /// `deployments` must outlive the page, and may change meanwhile.
    explicit StartPage(DeploymentListModel& deployments, QWidget* parent = nullptr);

    /// Shows mistakes of the deployments file, one line each; none: nothing is shown.
    void showProblems(const QStringList& lines);
    /// Shows a note above the deployments.
    void showNotice(const QString& text);
    /// While something starts, its button is disabled.
    void setSandboxStarting(bool isStarting);

Q_SIGNALS:
    void sandboxRequested();
    void connectRequested();
    /// The deployment of that name is to be opened.
    void deploymentChosen(const std::string& name);

private:
    void createLayout();
    void showRows();
    void choose(const QModelIndex& index);

    DeploymentListModel& m_deployments;
    // In the order of Tab.
    QPushButton* m_connect;
    QPushButton* m_sandbox;
    Banner* m_notice;
    Banner* m_problems;
    QVBoxLayout* m_column = nullptr;
    QWidget* m_tour; ///< what the program does, while there are no saved deployments
    QLabel* m_saved;
    TableView* m_table;
};

} // namespace lockkeeper::ui
