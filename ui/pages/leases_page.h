// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/models/own_lease_model.h"
#include "ui/pages/table_page.h"

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class VotesSection;

/// The page with the leases that this window holds or held, and what the masters say of the one
/// that is selected. `leases`, `locks` and `clock` must outlive the page.
class LeasesPage final : public TablePage {
    Q_OBJECT
public:
    LeasesPage(OwnLeaseModel& leases, const LockStore& locks, const Clock& clock,
        QWidget* parent = nullptr);

    [[nodiscard]] std::optional<Resource> subject() const override;
    void showUpdate(const BoardUpdatePtr& update);
    /// Call it regularly. Refreshes times.
    void tick();
    /// While read-only, nothing can be acquired; the button says why.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// True if a lease is selected and it is held.
    [[nodiscard]] bool isSelectedHeld() const;
    /// Emits extendRequested() for the selected lease.
    void extendSelected();
    /// Emits releaseLeaseRequested() for a selected lease that is held, else dismissRequested().
    void releaseSelected();

Q_SIGNALS:
    /// Another lease is selected, or the state of a lease changed.
    void selectionChanged();
    void acquireRequested();
    void extendRequested(int leaseId);
    void releaseLeaseRequested(int leaseId);
    /// The user wants a lease that is not held any more removed from the list.
    void dismissRequested(int leaseId);
    /// The user wants to see the lock of a lease.
    void lockRequested(const lockkeeper::Resource& resource);

private:
    [[nodiscard]] std::optional<OwnLeaseRow> selected() const;
    void showButtons();
    void showVotes();

    OwnLeaseModel& m_leases;
    const LockStore& m_locks;
    BoardUpdatePtr m_update;
    QWidget* m_below; ///< of the one that is selected
    QLabel* m_waiters;
    VotesSection* m_votes;
    QPushButton* m_show;
    QPushButton* m_extend;
    QPushButton* m_release;
    QPushButton* m_acquire;
};

} // namespace lockkeeper::ui
