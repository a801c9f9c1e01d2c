// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <map>

namespace lockkeeper::ctl {

/// A table of locks that is drawn over itself on a terminal. Hides the cursor while it lives;
/// leaves the last table on the screen.
class LiveTable {
public:
    /// `deployment` must outlive the table.
    explicit LiveTable(const config::Deployment& deployment);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;
    ~LiveTable();

    /// Takes an update in and draws; an empty one just draws. False if the terminal is gone.
    bool show(const observe::BoardUpdate& update);

private:
    [[nodiscard]] std::string masterLine() const;
    /// What the masters do not tell, and their failovers, a line each.
    [[nodiscard]] std::vector<std::string> newsLines(std::size_t columns) const;
    /// As many of the locks as have room, under a header.
    [[nodiscard]] std::vector<std::string> lockLines(std::size_t rows, std::size_t columns) const;

    const config::Deployment& m_deployment;
    std::map<Resource, observe::LockEntryPtr> m_locks;
    std::vector<observe::MasterStatus> m_masters;
};

} // namespace lockkeeper::ctl
