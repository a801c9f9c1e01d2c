// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/wait_words.h"
#include "ui/models/table/table_model.h"

#include <functional>

namespace lockkeeper::ui {

/// Processes that wait for one lock.
struct WaitingRow {
    words::WaitingProcess process;
    QString circle{}; ///< the deadlock that it is in or behind; empty: none
    bool isInCircle = false;
    bool isCertain = false; ///< the deadlock is certain
    [[nodiscard]] QByteArray key() const;
    friend bool operator==(const WaitingRow& a, const WaitingRow& b) { return a.isSame(b); }

private:
    [[nodiscard]] bool isSame(const WaitingRow& other) const;
};

/// Table model of waiters, deadlocks first. `clock` must outlive it.
class WaitsModel final : public KeyedTableModel<WaitingRow> {
    Q_OBJECT
public:
    enum Column { ResourceName, Who, KnownBy, For, Holds, HeldBy, Circle };
    static constexpr int kColumnCount = Circle + 1;
    static constexpr std::size_t kMostRows = 500;

    /// Empty: unknown.
    using HolderText = std::function<QString(const Resource&)>;

    WaitsModel(const Clock& clock, HolderText holderOf, QObject* parent = nullptr);

    /// Ignores what is shown already.
    void setWaits(const observe::WaitsPtr& shared);
    /// Includes processes that are not shown.
    [[nodiscard]] std::size_t processes() const noexcept { return m_processes; }
    /// Call it regularly.
    void tick()
    {
        emitColumnChanged(For);
        emitColumnChanged(HeldBy);
    }

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString timeText(const words::WaitingProcess& process) const;
    [[nodiscard]] QString text(const WaitingRow& row, int column) const;

    const Clock& m_clock;
    HolderText m_holderOf;
    observe::WaitsPtr m_shown = observe::noWaits();
    std::size_t m_processes = 0;
};

} // namespace lockkeeper::ui
