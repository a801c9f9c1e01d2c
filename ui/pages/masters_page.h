// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/pages/table_page.h"

class QPushButton;

namespace lockkeeper::ui {

class MasterFacts;
class MasterPlots;
class MasterTableModel;
class TransientLabel;

/// The page with the deployment's masters: URL, state and errors of each, and below what of the
/// selected one matters for its locks, and plots. `masters` and `clock` must outlive the page.
class MastersPage final : public TablePage {
    Q_OBJECT
public:
    MastersPage(MasterTableModel& masters, const Clock& clock, QWidget* parent = nullptr);

    /// Offers to copy this line: the ACL rule of a user who may only watch. An error is told
    /// instead.
    void setReaderRule(const Result<std::string>& line);

public Q_SLOTS:
    /// Call it after the model has applied `update`, which must not be null.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showSelected();

    MasterTableModel& m_masters;
    QWidget* m_selected; ///< what is known of the selected master
    MasterFacts* m_facts;
    MasterPlots* m_plots;
    QPushButton* m_copyRule;
    TransientLabel* m_message;
    QString m_rule;
};

} // namespace lockkeeper::ui
