// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/step.h"
#include "core/config/deployment.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

struct CheckStepRow {
    check::StepReport report;

    [[nodiscard]] std::pair<MasterId, check::Step> key() const
    {
        return {report.master, report.step};
    }
};
bool operator==(const CheckStepRow& a, const CheckStepRow& b);

class CheckStepModel final : public KeyedTableModel<CheckStepRow> {
    Q_OBJECT
public:
    enum Column { Master, Step, Result };
    /// A check::StepState.
    static constexpr int kStateRole = Qt::UserRole + 100;

    using KeyedTableModel::KeyedTableModel;

    void begin(const config::Deployment& deployment);
    void apply(const check::StepReport& report);
    void stop();

    [[nodiscard]] int count(check::StepState state) const;
    /// First failed row, else first warning; -1: none.
    [[nodiscard]] int firstProblem(const std::optional<MasterId>& master = {}) const;
    [[nodiscard]] int firstStep(const MasterId& master) const;
    [[nodiscard]] QString textOf(int row) const;
    [[nodiscard]] QString cureOf(int row) const;

protected:
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
