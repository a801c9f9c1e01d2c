// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types.h"

#include <QString>
#include <vector>

namespace lockkeeper::ui {

/// What an alert is about.
enum class AlertKind {
    // One lock, because the user asked to be told.
    Freed,
    Taken, ///< by a new holder
    Stuck, ///< there is evidence now that it is stale
    // The deployment.
    Stale,
    Split,
    MasterDown,
    MasterRestarted, ///< what it had not saved is lost
    LocksLost, ///< locks vanished together, before their TTL
    QuorumLost,
    AgentLost, ///< nothing arrives from the agent: nothing is known of the masters
};

/// Something that happened and that the user wants to be told. A value.
struct Alert {
    AlertKind kind = AlertKind::Freed;
    std::vector<Resource> locks{}; ///< see kRemembered; empty: it is about masters
    std::size_t count = 0; ///< of all its locks
    std::vector<MasterId> masters{}; ///< that do not answer, were restarted, or lost locks
    /// Of the first lock or master: its holder, evidence or error, or why locks were lost; plain
    /// text.
    QString detail{};
    // (Stale, Stuck) What is wrong with its locks.
    bool hasStale = false;
    bool hasDeadlock = false; ///< some are only part of a deadlock: their holders live

    static constexpr std::size_t kNamed = 3; ///< more locks than this are only counted in its text
    static constexpr std::size_t kRemembered = 1000; ///< more than this are only counted
};

} // namespace lockkeeper::ui
