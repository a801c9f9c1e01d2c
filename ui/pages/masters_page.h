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

/// Page of masters, with the selected one's facts and plots.
class MastersPage final : public TablePage {
    Q_OBJECT
public:
    MastersPage(MasterTableModel& masters, const Clock& clock, QWidget* parent = nullptr);

    void setReaderRule(const Result<std::string>& line);

public Q_SLOTS:
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showSelected();

    MasterTableModel& m_masters;
    QWidget* m_selected;
    MasterFacts* m_facts;
    MasterPlots* m_plots;
    QPushButton* m_copyRule;
    TransientLabel* m_message;
    QString m_rule;
};

} // namespace lockkeeper::ui
