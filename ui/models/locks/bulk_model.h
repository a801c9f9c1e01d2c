// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "core/release/report.h"
#include "core/release/safety.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// One lock among those that are to be freed together.
struct BulkItem {
    observe::LockEntryPtr entry;
    std::optional<release::Plan> plan; ///< nullopt: nothing can be done to it
    release::SafetyVerdict safety;
    release::ProcessCheck check{}; ///< that `safety` rests on
    bool isTicked = false;
    bool isNamed = false; ///< its name was typed, so that it can be ticked
    QString state{}; ///< why it is left alone, or what came of it; plain text
    std::optional<Result<release::Report>> result{};

    [[nodiscard]] bool isProven() const noexcept
    {
        return safety.safety == release::Safety::SafeToFree;
    }
};

/// The locks that are to be freed together, each with its own token and verdict. Those whose holder
/// has surely ended are ticked; another can be ticked once its name was typed. GUI thread only.
class BulkModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { ResourceName, Token, Holder, Safe, Deed, State };
    static constexpr int kColumnCount = State + 1;

    explicit BulkModel(std::vector<BulkItem> items, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<BulkItem>& items() const noexcept { return m_items; }
    /// The rows of the ticked locks, in order.
    [[nodiscard]] std::vector<std::size_t> tickedRows() const;
    /// Ticks the lock of this name, as it is shown. False if no lock that can be ticked has it.
    bool tickNamed(const QString& name);
    /// What has become of the holder's process. Call it before setEntry(), which shows it.
    void setCheck(std::size_t row, const release::ProcessCheck& check);
    /// The lock as it is now; null: no master stores it. With another token it is left alone. A
    /// renewal refutes that its holder has ended: then it has to be named.
    void setEntry(std::size_t row, const observe::LockEntryPtr& entry, SteadyTime now);
    void setResult(std::size_t row, const Result<release::Report>& result);
    void setState(std::size_t row, const QString& state);
    /// No lock can be ticked any more, or changes.
    void freeze() { m_isFrozen = true; }

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void ticksChanged();

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static bool canBeTicked(const BulkItem& item);
    [[nodiscard]] static QString text(const BulkItem& item, int column);
    void emitRow(std::size_t row);

    std::vector<BulkItem> m_items;
    bool m_isFrozen = false;
};

} // namespace lockkeeper::ui
