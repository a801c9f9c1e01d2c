// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/lease_info.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/table/table_model.h"

#include <set>

namespace lockkeeper::ui {

struct StoredVotes {
    std::size_t votes = 0;
    std::size_t masters = 0;
    friend bool operator==(const StoredVotes&, const StoredVotes&) = default;
};

struct OwnLeaseRow {
    LeaseInfo lease;
    LeaseStatus state = LeaseStatus::Held;
    std::optional<StoredVotes> votes{};
    bool wasSeen = false;
    observe::WaitCount waiting{};
    int renewals = 0;
    QString ask{};
    [[nodiscard]] int key() const noexcept { return lease.id; }
    [[nodiscard]] bool isTooFew() const noexcept;
    friend bool operator==(const OwnLeaseRow&, const OwnLeaseRow&) = default;
};

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

    explicit OwnLeaseModel(const Clock& clock, QObject* parent = nullptr);

    [[nodiscard]] std::set<std::string> ownFingerprints() const;
    [[nodiscard]] int rowOf(int id) const;
    [[nodiscard]] int heldCount() const;
    /// Held leases that stay revoked after a release, and how long.
    [[nodiscard]] QString revokedAfterwards() const;
    [[nodiscard]] std::optional<LeaseInfo> heldBy(const Fingerprint& token) const;

    void add(const LeaseInfo& lease);
    void setDeadline(int id, SteadyTime deadline);
    void setState(int id, LeaseStatus state);
    void setAsk(int id, const QString& ask);
    void remove(int id);
    /// A lease notices its loss only at a renewal.
    void compare(const LockStore& locks);
    void tick();

Q_SIGNALS:
    void ownTokensChanged();

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] qint64 remaining(const OwnLeaseRow& row) const;
    [[nodiscard]] QString stateText(const OwnLeaseRow& row) const;
    [[nodiscard]] std::chrono::milliseconds revokedFor(const LeaseInfo& lease) const;
    [[nodiscard]] QString text(const OwnLeaseRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const OwnLeaseRow& row, int column) const;

    const Clock& m_clock;
};

} // namespace lockkeeper::ui
