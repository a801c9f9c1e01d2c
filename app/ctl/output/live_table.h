// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/observe/board/board_update.h"

#include <map>

namespace lockkeeper::ctl {

/// A table of locks on a terminal that is redrawn in place. The cursor is hidden until the
/// close(), which leaves the last table on the screen. Not thread-safe.
class LiveTable {
public:
    /// `deployment` must outlive the table. A wide table cuts no line: long ones take several rows.
    LiveTable(const config::Deployment& deployment LK_LIFETIME_BOUND, bool isWide);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;
    ~LiveTable() { close(); }
    void close();

    /// Applies an update and draws the table. An empty update only draws: counts down
    /// remaining times, or fits another size of the terminal. Returns false if the terminal is
    /// gone.
    bool show(const observe::BoardUpdate& update);

private:
    /// The deployment and the state of each master; never cut.
    [[nodiscard]] std::vector<std::string> masterLines(std::size_t columns) const;
    /// Recent failovers, why masters do not answer, and why their data are incomplete or late;
    /// never cut.
    [[nodiscard]] std::vector<std::string> newsLines(std::size_t columns) const;
    /// A header and as many locks as fit into `rows` rows of the terminal.
    [[nodiscard]] std::vector<std::string> lockLines(std::size_t rows, std::size_t columns) const;
    /// The lines of the first `room` locks, and of how many more there are: those with problems
    /// first, unless all have room.
    [[nodiscard]] std::vector<std::string> firstLocks(std::size_t room, std::size_t columns) const;

    const config::Deployment& m_deployment;
    bool m_isWide = false;
    std::map<Resource, observe::LockEntryPtr> m_locks;
    std::map<Resource, observe::LockEntryPtr> m_problems; ///< those of them with evidence
    std::vector<observe::MasterStatus> m_masters;
    bool m_hasLooked = false; ///< all masters were swept, or do not answer
};

} // namespace lockkeeper::ctl
