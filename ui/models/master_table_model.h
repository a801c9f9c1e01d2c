// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "core/words/fact_words.h"
#include "ui/models/table/table_model.h"

#include <map>

namespace lockkeeper::ui {

struct MasterRow {
    observe::MasterStatus status;
    bool isUnknown = false;
    [[nodiscard]] const MasterId& key() const noexcept { return status.id; }
    friend bool operator==(const MasterRow& a, const MasterRow& b);
};

class MasterTableModel final : public KeyedTableModel<MasterRow> {
    Q_OBJECT
public:
    enum Column { Id, Url, State, Server, ServerRole, Latency, LastReply, Sweep, Health, Notes };
    static constexpr int kColumnCount = Notes + 1;

    explicit MasterTableModel(const Clock& clock, QObject* parent = nullptr);

    void apply(const observe::BoardUpdate& update);

    [[nodiscard]] int upCount() const;
    [[nodiscard]] bool isUp(const MasterId& master) const;
    /// "Without a vote: c since 18:02:11 UTC"; empty: all answer, or an agent is lost.
    [[nodiscard]] QString downText() const;
    [[nodiscard]] QString downReason() const;
    [[nodiscard]] std::vector<words::MasterFact> facts(int row) const;
    /// "as of 12 s ago"; empty if it answers, or never did.
    [[nodiscard]] QString factsAge(int row) const;
    void tick();

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] std::vector<words::MasterFact> factsOf(const observe::MasterStatus& master) const;
    [[nodiscard]] QString text(const MasterRow& row, int column) const;
    [[nodiscard]] QString textWithAge(const MasterRow& row, int column) const;
    [[nodiscard]] QString ageText(SteadyTime at) const;
    [[nodiscard]] QVariant sortValue(const MasterRow& row, int column) const;

    void noteDown(const observe::BoardUpdate& update);

    const Clock& m_clock;
    /// Silent masters, and since when; nullopt: they never answered.
    std::map<MasterId, std::optional<WallTime>> m_down;
};

} // namespace lockkeeper::ui
