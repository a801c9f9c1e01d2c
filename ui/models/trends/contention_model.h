// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

struct ContentionRow {
    history::Traffic traffic;
    [[nodiscard]] const Resource& key() const noexcept { return traffic.resource; }
    friend bool operator==(const ContentionRow& a, const ContentionRow& b);
};

/// Table model of resources that change hands most.
class ContentionModel final : public KeyedTableModel<ContentionRow> {
    Q_OBJECT
public:
    enum Column { ResourceName, HandOvers, PerMinute, Acquisitions };
    static constexpr int kColumnCount = Acquisitions + 1;

    using KeyedTableModel::KeyedTableModel;

    void setTraffic(const std::vector<history::Traffic>& traffic);

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const history::Traffic& traffic, int column);
};

} // namespace lockkeeper::ui
