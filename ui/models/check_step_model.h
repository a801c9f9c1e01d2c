// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/step.h"
#include "core/config/deployment.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// One step of checking one master.
struct CheckStepRow {
    check::StepReport report;

    [[nodiscard]] std::pair<MasterId, check::Step> key() const
    {
        return {report.master, report.step};
    }
};
bool operator==(const CheckStepRow& a, const CheckStepRow& b);

/// The steps of a connection check, master by master. GUI thread only.
class CheckStepModel final : public KeyedTableModel<CheckStepRow> {
    Q_OBJECT
public:
    enum Column { Master, Step, Result };
    static constexpr int kColumnCount = Result + 1;
    /// int of check::StepState.
    static constexpr int kStateRole = Qt::UserRole + 100;

    using KeyedTableModel::KeyedTableModel;

    /// Shows all steps of the deployment's masters as waiting.
    void begin(const config::Deployment& deployment);
    /// Ignores reports about other masters.
    void apply(const check::StepReport& report);
    /// Steps that are still waiting will not be taken any more.
    void stop();

    /// Numbers of steps that are in this state.
    [[nodiscard]] int count(check::StepState state) const;
    /// The first row that has failed, else the first with a warning; -1: there is none. `master`:
    /// only of its steps.
    [[nodiscard]] int firstProblem(const std::optional<MasterId>& master = {}) const;
    /// The first row of a master; -1: it has none.
    [[nodiscard]] int firstStep(const MasterId& master) const;
    /// What is wrong and what to do, in one line. `row` must be in range.
    [[nodiscard]] QString textOf(int row) const;
    /// The command that mends it; empty: none is known.
    [[nodiscard]] QString cureOf(int row) const;

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString display(const check::StepReport& report, int column);
    [[nodiscard]] const check::StepReport& at(int row) const
    {
        return rows()[static_cast<std::size_t>(row)].report;
    }
};

} // namespace lockkeeper::ui
