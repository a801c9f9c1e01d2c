// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/check_step_model.h"

#include "core/text/display_safe.h"
#include "ui/models/words/check_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
/// A cure may name several patterns.
constexpr std::size_t kLongestCure = 4096;
} // namespace

bool operator==(const CheckStepRow& a, const CheckStepRow& b)
{
    return a.key() == b.key() && a.report.outcome == b.report.outcome;
}

void CheckStepModel::begin(const config::Deployment& deployment)
{
    std::vector<CheckStepRow> next;
    for (const config::MasterConfig& master : deployment.masters) {
        for (std::size_t step = 0; step < check::kSteps; ++step)
            next.push_back({{master.id, static_cast<check::Step>(step), {}}});
    }
    syncRows(std::move(next));
}

void CheckStepModel::apply(const check::StepReport& report)
{
    CheckStepRow next{report};
    next.report.outcome.state = shownState(report.outcome);
    const auto isIt = [&](const CheckStepRow& row) { return row.key() == next.key(); };
    const auto found = std::find_if(rows().begin(), rows().end(), isIt);
    if (found != rows().end())
        changeRow(static_cast<int>(found - rows().begin()), std::move(next));
}

void CheckStepModel::stop()
{
    for (int row = 0; row < numRows(); ++row) {
        CheckStepRow next{at(row)};
        if (next.report.outcome.state != check::StepState::Pending)
            continue;
        next.report.outcome = {check::StepState::Skipped, tr("stopped").toStdString(), {}};
        changeRow(row, std::move(next));
    }
}

int CheckStepModel::count(check::StepState state) const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
        [state](const CheckStepRow& row) { return row.report.outcome.state == state; }));
}

int CheckStepModel::firstProblem(const std::optional<MasterId>& master) const
{
    for (const auto state : {check::StepState::Failed, check::StepState::Warning}) {
        for (int row = 0; row < numRows(); ++row) {
            if (at(row).outcome.state == state && (!master || at(row).master == *master))
                return row;
        }
    }
    return -1;
}

int CheckStepModel::firstStep(const MasterId& master) const
{
    const auto found = std::ranges::find(rows(), master,
        [](const CheckStepRow& row) -> const MasterId& { return row.report.master; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

QString CheckStepModel::textOf(int row) const
{
    const check::StepReport& report = at(row);
    return tr("Master %1, %2: %3")
        .arg(safeText(report.master.value()), stepText(report.step), display(report, Result));
}

QString CheckStepModel::cureOf(int row) const
{
    return toQt(displaySafe(at(row).outcome.cure, kLongestCure));
}

QList<TableColumn> CheckStepModel::columns() const
{
    return {
        {"master", tr("Master"), 52},
        {"step", tr("Step"), 92},
        {"result", tr("Result")},
    };
}

QString CheckStepModel::display(const check::StepReport& report, int column)
{
    if (column == Master)
        return safeText(report.master.value());
    if (column == Step)
        return stepText(report.step);
    const check::StepOutcome& outcome = report.outcome;
    const QString text = toQt(displaySafe(outcome.text, kLongestCure));
    if (text.isEmpty())
        return stepStateText(outcome.state);
    return outcome.state == check::StepState::Done ? text
                                                   : namedText(stepStateText(outcome.state), text);
}

QVariant CheckStepModel::cell(int row, int column, int role) const
{
    const check::StepReport& report = at(row);
    switch (role) {
    case Qt::DisplayRole:
        return display(report, column);
    case Qt::AccessibleTextRole:
        return textOf(row);
    case Qt::ToolTipRole:
        return toolTipText(textOf(row));
    case kStateRole:
        return static_cast<int>(report.outcome.state);
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
