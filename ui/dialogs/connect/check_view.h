// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/check_step_model.h"

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class TableView;

/// A connection check's steps, with the selected one's problem and repair command.
class CheckView final : public QStackedWidget {
    Q_OBJECT
public:
    explicit CheckView(QWidget* parent = nullptr);

    void begin(const config::Deployment& deployment);
    void clear();
    void apply(const check::StepReport& report);
    void finish();
    void stop();
    void showRunning();
    void showMaster(const MasterId& master);
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
