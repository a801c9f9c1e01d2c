// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/whois/whois.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// Table model of possible holders, most certain first.
class WhoisModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Sure, Master, Address, Name, Library, LastCommand, Idle, User, Why };
    static constexpr int kColumnCount = Why + 1;

    using TableModel::TableModel;

    void setClients(std::vector<observe::WhoisClient> clients);

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_clients.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const observe::WhoisClient& client, int column);

    std::vector<observe::WhoisClient> m_clients;
};

} // namespace lockkeeper::ui
