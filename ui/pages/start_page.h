// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/deployment_list_model.h"
#include "ui/pages/page.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockkeeper::ui {

class Banner;
class TableView;

/// Page before a deployment is open: how to begin, and saved deployments.
class StartPage final : public Page {
    Q_OBJECT
public:
    explicit StartPage(DeploymentListModel& deployments, QWidget* parent = nullptr);

    void showProblems(const QStringList& lines);
    void showNotice(const QString& text);
    void setSandboxStarting(bool isStarting);
    void setOverview(bool isOn);

Q_SIGNALS:
    void sandboxRequested();
    void connectRequested();
    void deploymentChosen(const std::string& name);
    void overviewWanted(bool isOn);

private:
    void createLayout();
    void showRows();
    void choose(const QModelIndex& index);

    DeploymentListModel& m_deployments;
    QPushButton* m_connect;
    QPushButton* m_sandbox;
    Banner* m_notice;
    Banner* m_problems;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_column = nullptr;
    QWidget* m_tour;
    QLabel* m_saved;
    QCheckBox* m_overview;
    TableView* m_table;
};

} // namespace lockkeeper::ui
