// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/lease_info.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/table/table_model.h"

#include <set>

namespace lockkeeper::ui {

/// How many masters store a lease's token.
struct StoredVotes {
    std::size_t votes = 0;
    std::size_t masters = 0;
    friend bool operator==(const StoredVotes&, const StoredVotes&) = default;
};

/// One row: a lease of this window and its state.
struct OwnLeaseRow {
    LeaseInfo lease;
    LeaseStatus state = LeaseStatus::Held;
    std::optional<StoredVotes> votes{}; ///< nullopt: it was not seen yet, or can't be told now
    bool wasSeen = false; ///< on a quorum
    observe::WaitCount waiting{}; ///< who want it
    int renewals = 0;
    QString ask{}; ///< who asks for it, and why; empty: nobody
    [[nodiscard]] int key() const noexcept { return lease.id; }
    /// It was there, and is not any more.
    [[nodiscard]] bool isTooFew() const noexcept;
    friend bool operator==(const OwnLeaseRow&, const OwnLeaseRow&) = default;
};

/// Table model of the leases that this window holds or held.
///
/// `clock` must outlive the model. GUI thread only.
class OwnLeaseModel final : public KeyedTableModel<OwnLeaseRow> {
    Q_OBJECT
public:
    enum Column {
        ResourceName,
        TokenFingerprint,
        Votes,
        Remaining,
        Renewed,
        Fence,
        Waiting,
        State
    };
    static constexpr int kColumnCount = State + 1;

    explicit OwnLeaseModel(const Clock& clock, QObject* parent = nullptr);

    /// The token fingerprints (40 hex digits) of the leases that are held.
    [[nodiscard]] std::set<std::string> ownFingerprints() const;
    /// The row of a lease id; -1 if there is none.
    [[nodiscard]] int rowOf(int id) const;
    [[nodiscard]] int heldCount() const;

    /// Appends a held lease. `lease.id` must not be in the table yet.
    void add(const LeaseInfo& lease);
    /// setDeadline(), setState(), setAsk() and remove() ignore ids that are not in the table.
    void setDeadline(int id, SteadyTime deadline);
    void setState(int id, LeaseStatus state);
    void setAsk(int id, const QString& ask);
    void remove(int id);
    /// Compares the held leases with what the masters store: a lease learns that it was lost from
    /// its next renewal, or not at all.
    void compare(const LockStore& locks);
    /// Call it regularly. Refreshes the column of remaining times.
    void tick();

Q_SIGNALS:
    /// The set of held leases changed: see ownFingerprints().
    void ownTokensChanged();

protected:
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] qint64 remaining(const OwnLeaseRow& row) const;
    [[nodiscard]] QString text(const OwnLeaseRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const OwnLeaseRow& row, int column) const;

    const Clock& m_clock;
};

} // namespace lockkeeper::ui
