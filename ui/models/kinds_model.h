// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/kinds/kind.h"
#include "core/observe/kinds/learn.h"
#include "ui/models/table/table_model.h"

#include <QString>
#include <map>

namespace lockkeeper::ui {

[[nodiscard]] QString kindNameText(const observe::Kind& kind);
/// "string, hash": the two most frequent.
[[nodiscard]] QString kindTypesText(const observe::Kind& kind);
/// "uuid, 1".
[[nodiscard]] QString kindValuesText(const observe::Kind& kind);
/// "3 likely, 2 possible: lk1".
[[nodiscard]] QString takenForText(const observe::Kind& kind);

/// Table model of kinds of keys: those with locks first, then by number of keys.
class KindsModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, Keys, TakenFor, Used, Why, Type, Value, TimeToLive, Example };

    using TableModel::TableModel;

    void setKinds(observe::KindList list);
    /// Puts proposed kinds first, even without keys.
    void setLearnt(const std::vector<observe::LearntKind>& kinds);
    [[nodiscard]] const observe::KindList& list() const noexcept { return m_list; }
    [[nodiscard]] const observe::Kind* kindAt(int row) const noexcept;
    [[nodiscard]] int rowOf(const std::string& name) const noexcept;

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_list.kinds.size()); }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString text(const observe::Kind& kind, int column) const;
    void arrange();

    observe::KindList m_list;
    std::map<std::string, observe::LearntKind> m_learnt;
};

} // namespace lockkeeper::ui
