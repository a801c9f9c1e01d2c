// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/deployment_list_model.h"

#include <QDialog>
#include <QSortFilterProxyModel>

class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class TableView;

/// Chooses an open or saved deployment by part of its name.
class SwitchDialog final : public QDialog {
    Q_OBJECT
public:
    /// `deployments` must outlive the dialog.
    explicit SwitchDialog(DeploymentListModel& deployments, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The dialog has closed.
    void chosen(const std::string& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void selectFirst();
    void choose();

    DeploymentListModel& m_deployments;
    QSortFilterProxyModel m_matching;
    QLineEdit* m_filter;
    TableView* m_table;
    QPushButton* m_open;
};

} // namespace lockkeeper::ui
