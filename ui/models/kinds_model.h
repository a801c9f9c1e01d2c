// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/kinds/kind.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// Table model of the kinds of keys of a deployment: kinds with locks first, then by their number
/// of keys. GUI thread only.
class KindsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Keys, TakenFor, Why, Type, Value, TimeToLive, Example };
    static constexpr int kColumnCount = Example + 1;

    using TableModel::TableModel;

    /// Replaces all rows.
    void setKinds(observe::KindList list);
    /// All kinds of the last setKinds(), in the order of the rows.
    [[nodiscard]] const observe::KindList& list() const noexcept { return m_list; }
    /// The kind of a row; null for an invalid row.
    [[nodiscard]] const observe::Kind* kindAt(int row) const noexcept;
    /// The row of a kind; -1 if there is none.
    [[nodiscard]] int rowOf(const std::string& name) const noexcept;

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_list.kinds.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const observe::Kind& kind, int column);

    observe::KindList m_list;
};

} // namespace lockkeeper::ui
