// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/check_step_model.h"

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class TableView;

/// The steps of a connection check: a list, a summary, and for the selected step what is wrong and
/// the command that mends it.
class CheckView final : public QStackedWidget {
    Q_OBJECT
public:
    explicit CheckView(QWidget* parent = nullptr);

    /// Lists the steps of these masters as waiting.
    void begin(const config::Deployment& deployment);
    /// As before the first test.
    void clear();
    void apply(const check::StepReport& report);
    /// All steps were reported: selects the first problem.
    void finish();
    /// The check was stopped.
    void stop();
    /// The steps that are being reported are those of the masters that are entered now.
    void showRunning();
    /// Goes to the first problem of this master, or else to its first step.
    void showMaster(const MasterId& master);
    /// The steps are not those of the masters that are entered now.
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
