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

/// Page of this window's leases, with the selected one's votes.
class LeasesPage final : public TablePage {
    Q_OBJECT
public:
    LeasesPage(OwnLeaseModel& leases, const LockStore& locks, const Clock& clock,
        QWidget* parent = nullptr);

    [[nodiscard]] std::optional<Resource> subject() const override;
    void showUpdate(const BoardUpdatePtr& update);
    void tick();
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    [[nodiscard]] bool isSelectedHeld() const;
    [[nodiscard]] std::optional<LeaseInfo> selectedLease() const;
    void extendSelected();
    /// Emits dismissRequested() if not held.
    void releaseSelected();

Q_SIGNALS:
    void selectionChanged();
    void acquireRequested();
    void extendRequested(int leaseId);
    void releaseLeaseRequested(int leaseId);
    void dismissRequested(int leaseId);
    void lockRequested(const lockkeeper::Resource& resource);

protected:
    void addRowActions(QMenu& menu) override;

private:
    [[nodiscard]] std::optional<OwnLeaseRow> selected() const;
    void showButtons();
    void showVotes();

    OwnLeaseModel& m_leases;
    const LockStore& m_locks;
    BoardUpdatePtr m_update;
    QWidget* m_below;
    QLabel* m_waiters;
    VotesSection* m_votes;
    QPushButton* m_show;
    QPushButton* m_extend;
    QPushButton* m_release;
    QPushButton* m_acquire;
};

} // namespace lockkeeper::ui
