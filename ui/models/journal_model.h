// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

struct JournalRow {
    release::Deed deed;
    [[nodiscard]] const std::string& key() const noexcept { return deed.intent.id; }
    friend bool operator==(const JournalRow&, const JournalRow&) = default;
};

/// Table model of the journal, newest first.
class JournalModel final : public KeyedTableModel<JournalRow> {
    Q_OBJECT
public:
    enum Column {
        Time,
        Who,
        Action,
        ResourceName,
        Reason,
        Result,
        Next,
        TokenFingerprint,
        Evidence
    };

    using KeyedTableModel::KeyedTableModel;

    /// Oldest first.
    void setEntries(const lockkeeper::release::JournalEntries& entries);
    /// Lines left out: unparsable, or with a repeated id.
    [[nodiscard]] int unreadableCount() const noexcept { return m_unreadable; }
    /// The fault in the journal's chain; empty: none.
    [[nodiscard]] const QString& chainBreak() const noexcept { return m_chainBreak; }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    int m_unreadable = 0;
    QString m_chainBreak;
};

} // namespace lockkeeper::ui
