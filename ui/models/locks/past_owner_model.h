// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/records.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

struct PastOwnerRow {
    history::Interval interval;
    [[nodiscard]] std::pair<Fingerprint, WallTime> key() const
    {
        return {interval.token, interval.firstSeen};
    }
    friend bool operator==(const PastOwnerRow& a, const PastOwnerRow& b);
};

/// Table model of a lock's owners, newest first.
class PastOwnerModel final : public KeyedTableModel<PastOwnerRow> {
    Q_OBJECT
public:
    enum Column { From, For, End, Owner };
    static constexpr int kColumnCount = Owner + 1;

    using KeyedTableModel::KeyedTableModel;

    /// Oldest first.
    void setOwners(const std::vector<history::Interval>& owners);

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const history::Interval& interval, int column);
};

} // namespace lockkeeper::ui
