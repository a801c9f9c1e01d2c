// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/table_model.h"

#include <QDateTime>
#include <QList>

namespace lockkeeper::ui {

/// One action of the journal: its intent, and its result if that was written.
struct JournalRow {
    QString id;
    QDateTime time;
    QString action;
    QString resource;
    QString token;
    QString reason;
    QString result; ///< in words; "unknown result" without one
    bool hasResult = false;
    [[nodiscard]] const QString& key() const noexcept { return id; }
    friend bool operator==(const JournalRow&, const JournalRow&) = default;
};

/// The audit trail, newest first. Reads no file: bridge/journal_reader brings the lines. GUI thread
/// only.
class JournalModel final : public KeyedTableModel<JournalRow> {
    Q_OBJECT
public:
    enum Column { Time, Action, ResourceName, TokenFingerprint, Reason, Result };
    static constexpr int kColumnCount = Result + 1;

    using KeyedTableModel::KeyedTableModel;

    /// Shows these lines of a journal file, the oldest first. Lines that are no journal entries are
    /// counted, not shown.
    void setLines(const QList<QByteArray>& lines);
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
