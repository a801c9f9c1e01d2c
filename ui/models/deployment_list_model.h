// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "ui/models/table/table_model.h"

#include <optional>

namespace lockkeeper::ui {

struct DeploymentCounts {
    int locks = 0;
    int stale = 0;
    int split = 0;
    int mastersDown = 0;
    int deadlocked = 0;
    bool isAgentLost = false;
    bool isQuorumLost = false;
    bool isLooking = false; ///< some masters have not answered
    std::string error; ///< why it can't be watched
    int lost = 0;

    void addMasters(const observe::BoardUpdate& update, SteadyTime now);

    /// Larger: look sooner. 0: fine.
    [[nodiscard]] int trouble() const noexcept;
    friend bool operator==(const DeploymentCounts&, const DeploymentCounts&) = default;
};

struct DeploymentRow {
    std::string name;
    config::DeploymentClass deploymentClass = config::DeploymentClass::Production;
    bool isSandbox = false;
    int masters = 0;
    std::optional<DeploymentCounts> counts{};

    [[nodiscard]] const std::string& key() const noexcept { return name; }
    friend bool operator==(const DeploymentRow&, const DeploymentRow&) = default;
};

class DeploymentListModel final : public KeyedTableModel<DeploymentRow> {
    Q_OBJECT
public:
    enum Column { Name, Class, Masters, State };

    using KeyedTableModel::KeyedTableModel;

    void setRows(std::vector<DeploymentRow> rows) { syncRows(std::move(rows)); }
    [[nodiscard]] const DeploymentRow& at(int row) const
    {
        return rows()[static_cast<std::size_t>(row)];
    }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;
};

} // namespace lockkeeper::ui
