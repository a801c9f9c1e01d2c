// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/own_lease_model.h"
#include "ui/pages/table_page.h"

class QPushButton;

namespace lockkeeper::ui {

/// The leases that this window holds. `leases` must outlive it.
class LeasesPage final : public TablePage {
    Q_OBJECT
public:
    explicit LeasesPage(OwnLeaseModel& leases, QWidget* parent = nullptr);

    [[nodiscard]] bool isSelectedHeld() const;
    void extendSelected();
    void releaseSelected();

Q_SIGNALS:
    /// Another lease is selected, or its state changed.
    void selectionChanged();
    void acquireRequested();
    void extendRequested(int leaseId);
    void releaseLeaseRequested(int leaseId);
    /// A lease that is over may leave the list.
    void dismissRequested(int leaseId);

private:
    [[nodiscard]] std::optional<OwnLeaseRow> selected() const;
    void showButtons();

    OwnLeaseModel& m_leases;
    QPushButton* m_extend;
    QPushButton* m_release;
    QPushButton* m_acquire;
};

} // namespace lockkeeper::ui
