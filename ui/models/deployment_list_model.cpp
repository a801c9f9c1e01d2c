// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/deployment_list_model.h"

#include "core/observe/board/failover.h"
#include "ui/models/words/check_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

QString stateText(const DeploymentRow& row)
{
    if (!row.counts)
        return DeploymentListModel::tr("not open");
    const DeploymentCounts& counts = *row.counts;
    if (!counts.error.empty())
        return safeText(counts.error);
    QStringList parts;
    if (counts.isQuorumLost)
        parts << DeploymentListModel::tr("no quorum");
    if (!counts.isQuorumLost || counts.locks > 0) // without a quorum, "0 locks" would be wrong
        parts << (counts.locks == 1 ? DeploymentListModel::tr("1 lock")
                                    : DeploymentListModel::tr("%L1 locks").arg(counts.locks));
    if (counts.lost > 0)
        parts << DeploymentListModel::tr("%L1 lost by masters").arg(counts.lost);
    if (counts.stale > 0)
        parts << DeploymentListModel::tr("%L1 stale").arg(counts.stale);
    if (counts.deadlocked > 0)
        parts << DeploymentListModel::tr("%L1 in a deadlock").arg(counts.deadlocked);
    if (counts.split > 0)
        parts << DeploymentListModel::tr("%L1 split").arg(counts.split);
    if (counts.mastersDown > 0)
        parts << (counts.mastersDown == 1
                ? DeploymentListModel::tr("1 master down")
                : DeploymentListModel::tr("%L1 masters down").arg(counts.mastersDown));
    if (counts.isLooking)
        parts << DeploymentListModel::tr("still looking");
    if (counts.isAgentLost)
        parts << DeploymentListModel::tr("no news from its agent");
    return partsText(parts);
}

QString mastersText(int masters)
{
    return masters == 1 ? DeploymentListModel::tr("1 master")
                        : DeploymentListModel::tr("%L1 masters").arg(masters);
}

QString display(const DeploymentRow& row, int column)
{
    switch (column) {
    case DeploymentListModel::Name:
        return safeText(row.name);
    case DeploymentListModel::Class:
        return row.isSandbox ? DeploymentListModel::tr("Sandbox")
                             : deploymentClassText(row.deploymentClass);
    case DeploymentListModel::Masters:
        return mastersText(row.masters);
    default:
        return stateText(row);
    }
}

} // namespace

int DeploymentCounts::trouble() const noexcept
{
    if (!error.empty() || isAgentLost || isQuorumLost || mastersDown > 0)
        return 3;
    return split + lost > 0 ? 2 : stale + deadlocked > 0 ? 1 : 0;
}

void DeploymentCounts::addMasters(const observe::BoardUpdate& update, SteadyTime now)
{
    for (const observe::MasterStatus& master : update.masters) {
        const bool isConnecting = master.link.state == redis::LinkState::Connecting;
        isLooking = isLooking || isConnecting || !master.isSettled();
        mastersDown += master.link.isDown() ? 1 : 0;
        if (const auto loss = observe::recentLoss(master, now))
            lost = std::max(lost, static_cast<int>(loss->locks));
    }
    isQuorumLost = !isLooking && observe::quorumState(update.masters, update.quorum, now).isLost();
}

QList<TableColumn> DeploymentListModel::columns() const
{
    return {
        {"name", tr("Name"), 300, TableColumn::Narrow},
        {"class", tr("Class"), 120},
        {"masters", tr("Masters"), 100},
        {"state", tr("State")},
    };
}

QVariant DeploymentListModel::cell(int row, int column, int role) const
{
    const DeploymentRow& shown = at(row);
    if (role == Qt::DisplayRole)
        return display(shown, column);
    if (role != Qt::AccessibleTextRole && role != Qt::ToolTipRole)
        return {};
    QStringList parts;
    for (int part = 0; part < numColumns(); ++part)
        parts << display(shown, part);
    const QString text = partsText(parts);
    return role == Qt::ToolTipRole ? toolTipText(text) : text;
}

} // namespace lockkeeper::ui
