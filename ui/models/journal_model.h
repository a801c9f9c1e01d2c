// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_entry.h"
#include "ui/models/table_model.h"

#include <QByteArray>
#include <QDateTime>

namespace lockkeeper::ui {

/// One action of the journal: its intent, and its result if that was written.
struct JournalRow {
    QByteArray id;
    QDateTime time;
    QString action;
    QString resource;
    QString token;
    QString reason;
    QString result; ///< in words; "unknown result" without one
    bool hasResult = false;
    [[nodiscard]] const QByteArray& key() const noexcept { return id; }
    friend bool operator==(const JournalRow&, const JournalRow&) = default;
};

/// The audit trail, newest first. Reads no file: bridge/journal_reader brings the entries. GUI
/// thread only.
class JournalModel final : public KeyedTableModel<JournalRow> {
    Q_OBJECT
public:
    enum Column { Time, Action, ResourceName, TokenFingerprint, Reason, Result };
    static constexpr int kColumnCount = Result + 1;

    using KeyedTableModel::KeyedTableModel;

    /// Shows these entries, which come the oldest first.
    void setEntries(const lockkeeper::release::JournalEntries& read);
    /// Lines that are not shown: no entries, or intents with the id of an earlier one.
    [[nodiscard]] int unreadableCount() const noexcept { return m_unreadable; }

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString headerCell(int column) const override;

private:
    [[nodiscard]] static QString text(const JournalRow& row, int column);

    int m_unreadable = 0;
};

} // namespace lockkeeper::ui
