// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/pages/table_page.h"

namespace lockkeeper::ui {

class MasterTableModel;

/// The page with the deployment's masters: URL, state and errors of each. `masters` must outlive
/// the page.
class MastersPage final : public TablePage {
    Q_OBJECT
public:
    explicit MastersPage(MasterTableModel& masters, QWidget* parent = nullptr);

public Q_SLOTS:
    /// Call it after the model has applied `update`, which must not be null.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);
};

} // namespace lockkeeper::ui
