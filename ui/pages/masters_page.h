// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/pages/table_page.h"

namespace lockkeeper::ui {

class MasterTableModel;

/// The deployment's masters: how each is reached, how it is, and why. `masters` must outlive it.
class MastersPage final : public TablePage {
    Q_OBJECT
public:
    explicit MastersPage(MasterTableModel& masters, QWidget* parent = nullptr);

public Q_SLOTS:
    /// The model has taken this update.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);
};

} // namespace lockkeeper::ui
