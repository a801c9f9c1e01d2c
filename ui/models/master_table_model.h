// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "core/words/fact_words.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// One row: the status of a master.
struct MasterRow {
    observe::MasterStatus status;
    bool isUnknown = false; ///< nothing arrives from the agent that watches it
    [[nodiscard]] const MasterId& key() const noexcept { return status.id; }
    friend bool operator==(const MasterRow& a, const MasterRow& b);
};

/// Table model of the deployment's masters and their state.
///
/// `clock` must outlive the model. GUI thread only.
class MasterTableModel final : public KeyedTableModel<MasterRow> {
    Q_OBJECT
public:
    enum Column { Id, Url, State, ServerRole, Latency, LastReply, Sweep, Health, Notes };
    static constexpr int kColumnCount = Notes + 1;

    explicit MasterTableModel(const Clock& clock, QObject* parent = nullptr);

    /// Replaces the rows by the masters of the update.
    void apply(const observe::BoardUpdate& update);

    /// The number of masters whose link is up.
    [[nodiscard]] int upCount() const;
    /// The same of one master. True if it is not in the table.
    [[nodiscard]] bool isUp(const MasterId& master) const;
    /// What of the master in this row matters for its locks.
    [[nodiscard]] std::vector<words::MasterFact> facts(int row) const;
    /// "as of 12 s ago", of what facts() tells. Empty while the master answers, and if it never
    /// did.
    [[nodiscard]] QString factsAge(int row) const;
    /// Call it regularly. Refreshes the columns with ages.
    void tick();

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString text(const MasterRow& row, int column) const;
    [[nodiscard]] QString textWithAge(const MasterRow& row, int column) const;
    [[nodiscard]] QString ageText(SteadyTime at) const;
    [[nodiscard]] QVariant sortValue(const MasterRow& row, int column) const;

    const Clock& m_clock;
};

} // namespace lockkeeper::ui
