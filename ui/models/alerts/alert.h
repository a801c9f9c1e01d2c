// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types.h"
#include "ui/models/alerts/alert.h"

#include <QString>
#include <QTime>
#include <vector>

class QSettings;

namespace lockkeeper::ui {

enum class AlertKind {
    // One lock, on request.
    Freed,
    Taken,
    Stuck,
    // A lease of this window, which nobody renews.
    LeaseEnding,
    LeaseEnded,
    // The deployment.
    Stale,
    Deadlock, ///< locks that are not stale: their holders live
    Split,
    MasterDown,
    MasterRestarted, ///< unsaved data is lost
    LocksLost, ///< locks vanished together, before their TTL
    QuorumLost,
    AgentLost, ///< the masters' state is unknown
};

struct Alert {
    AlertKind kind = AlertKind::Freed;
    std::vector<Resource> locks{}; ///< at most kRemembered; empty: about masters
    std::size_t count = 0; ///< of all its locks
    std::vector<MasterId> masters{};
    /// Holder, evidence, error, or cause, of the first lock or master. Plain text.
    QString detail{};
    bool isDeadlock = false; ///< (Stuck) not stale: its holder lives

    static constexpr std::size_t kNamed = 3; ///< named in the text, which counts the rest
    static constexpr std::size_t kRemembered = 1000; ///< others are only counted
};

[[nodiscard]] QString alertTitle(AlertKind kind);
[[nodiscard]] QString alertText(const Alert& alert);

struct AlertSettings {
    bool isStaleWanted = true;
    bool isDeadlockWanted = true;
    bool isSplitWanted = true;
    bool isMasterWanted = true; ///< also a lost quorum
    bool isStartTold = false; ///< also problems found at the start
    bool hasQuietHours = false;
    QTime quietFrom{22, 0};
    QTime quietTo{7, 0};

    /// True for alerts on request.
    [[nodiscard]] bool wants(AlertKind kind) const;
    /// May include midnight. Quiet alerts show only in the window.
    [[nodiscard]] bool isQuietAt(QTime time) const;

    [[nodiscard]] static AlertSettings load(const QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lockkeeper::ui
