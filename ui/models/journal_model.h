// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"
#include "ui/models/table/table_model.h"

#include <QString>
#include <vector>

namespace lockkeeper::ui {

[[nodiscard]] QString journalTimeText(const std::optional<WallTime>& time);
[[nodiscard]] QString actorText(const release::JournalIntent& intent);
[[nodiscard]] QString evidenceText(const release::JournalIntent& intent);
/// "freed: 3 released".
[[nodiscard]] QString resultText(const release::Deed& deed);
/// "api@web-3 pid 99, token 3f1c90ab, after 0.4 s"; or empty.
[[nodiscard]] QString nextText(const release::Deed& deed);

struct DeedFact {
    QString caption;
    QString value;
};
[[nodiscard]] std::vector<DeedFact> deedFacts(const release::Deed& deed);
/// For redis-cli; may be empty.
[[nodiscard]] QString sentText(const release::JournalIntent& intent);

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
        DeploymentName,
        Next,
        TokenFingerprint,
        Evidence
    };

    using KeyedTableModel::KeyedTableModel;

    void setEntries(const lockkeeper::release::JournalEntries& entries);
    /// Unparsable, or with a repeated id.
    [[nodiscard]] int unreadableCount() const noexcept { return m_unreadable; }
    [[nodiscard]] const QString& chainBreak() const noexcept { return m_chainBreak; }

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    int m_unreadable = 0;
    QString m_chainBreak;
};

} // namespace lockkeeper::ui
