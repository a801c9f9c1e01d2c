// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/kinds/learn.h"
#include "ui/models/table/table_model.h"

#include <map>

namespace lockkeeper::ui {

/// Table model of kinds of keys: kinds with locks first, then by number of keys.
class KindsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Keys, TakenFor, Used, Why, Type, Value, TimeToLive, Example };

    using TableModel::TableModel;

    void setKinds(observe::KindList list);
    /// How keys of these kinds are used. Puts proposed kinds first, even without keys.
    void setLearnt(const std::vector<observe::LearntKind>& kinds);
    [[nodiscard]] const observe::KindList& list() const noexcept { return m_list; }
    /// Null for an invalid row.
    [[nodiscard]] const observe::Kind* kindAt(int row) const noexcept;
    /// -1: none.
    [[nodiscard]] int rowOf(const std::string& name) const noexcept;

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_list.kinds.size()); }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString text(const observe::Kind& kind, int column) const;
    void arrange();

    observe::KindList m_list;
    std::map<std::string, observe::LearntKind> m_learnt; ///< by name
};

} // namespace lockkeeper::ui
