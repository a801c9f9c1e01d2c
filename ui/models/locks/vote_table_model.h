// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/freshness.h"
#include "ui/models/base/roles.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// The mark is relative to the leading token.
struct VoteRow {
    observe::Vote vote;
    VoteMark mark = VoteMark::Free;
    SteadyTime freshUntil{};
    QString state{};
    QString holder{}; ///< empty if there is one token
    [[nodiscard]] const MasterId& key() const noexcept { return vote.master; }
    friend bool operator==(const VoteRow&, const VoteRow&) = default;
};

class VoteTableModel final : public KeyedTableModel<VoteRow> {
    Q_OBJECT
public:
    enum Column { Master, State, TokenFingerprint, TimeToLive, Confirmed, Holder, ErrorText };

    explicit VoteTableModel(const Clock& clock, QObject* parent = nullptr);

    void setEntry(
        const observe::LockEntryPtr& entry, std::span<const observe::Freshness> masters = {});
    void tick();

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] QString text(const VoteRow& row, int column) const;
    [[nodiscard]] QString confirmedText(const VoteRow& row) const;
    [[nodiscard]] QVariant sortValue(const VoteRow& row, int column) const;
    [[nodiscard]] qint64 remaining(const VoteRow& row) const;
    [[nodiscard]] bool isOld(const VoteRow& row) const;

    const Clock& m_clock;
    bool m_endsWithSession = false; ///< votes have no TTL
};

} // namespace lockkeeper::ui
