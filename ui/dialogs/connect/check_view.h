// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/check_step_model.h"

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class TableView;

/// Steps of a connection check, and the selected step's problem and repair command.
class CheckView final : public QStackedWidget {
    Q_OBJECT
public:
    explicit CheckView(QWidget* parent = nullptr);

    /// Lists all steps as waiting.
    void begin(const config::Deployment& deployment);
    /// As before the first test.
    void clear();
    void apply(const check::StepReport& report);
    /// Selects the first problem.
    void finish();
    void stop();
    /// The steps are of the entered masters.
    void showRunning();
    /// Selects its first problem, else its first step.
    void showMaster(const MasterId& master);
    /// The steps are of other masters.
    void showOutdated();

    [[nodiscard]] const CheckStepModel& steps() const noexcept { return m_steps; }

private:
    void createLayout();
    void showStep();
    void copyCure();

    CheckStepModel m_steps;
    TableView* m_table;
    QLabel* m_summary;
    QLabel* m_text;
    QLabel* m_cure;
    QPushButton* m_copy;
};

} // namespace lockkeeper::ui
