// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/waits.h"
#include "ui/models/locks/lock_row.h"

#include <QString>
#include <functional>
#include <vector>

namespace lockkeeper::ui {

/// Who holds up whom, to be drawn: the locks whose holders wait for another lock, and the locks
/// that they wait for. What holds up the others is on the left, who waits for it to its right.
/// Locks that nobody holds up with another one are not part of it. A value.
struct WaitPicture {
    /// A lock in its place.
    struct Node {
        Resource resource;
        QString holder; ///< in words, safe to show: "held by api@web-3", "nobody holds it"
        observe::WaitCount waiting; ///< how many wait for it
        bool isInCircle = false; ///< of a deadlock
        bool isCertain = false; ///< (isInCircle) see observe::Deadlock
        int column = 0;
        double row = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };
    /// The holder of the node `from` waits for the node `to`.
    struct Edge {
        std::size_t from;
        std::size_t to;
        bool isInCircle;
        friend bool operator==(const Edge&, const Edge&) = default;
    };

    std::vector<Node> nodes; ///< deadlocks first
    std::vector<Edge> edges;
    std::size_t leftOut = 0; ///< further locks, beyond the most that are drawn
    friend bool operator==(const WaitPicture&, const WaitPicture&) = default;
};

/// Who holds a lock, if anybody does. Texts are safe to show.
struct PicturedHolder {
    std::optional<Fingerprint> token{}; ///< nullopt: nobody, or not known
    QString words; ///< "api@web-3"; "nobody"; "not known"
    QString sentence; ///< "held by api@web-3"; "nobody holds it"
};
/// `row`: of the lock in the table; null: it is not there, which means that nobody is seen to hold
/// it if all masters were read (`isComplete`).
[[nodiscard]] PicturedHolder picturedHolder(
    const LockRow* row, bool isComplete, SteadyTime now, WallTime wallNow);
using PicturedHolderOf = std::function<PicturedHolder(const Resource&)>;

/// Lays out the picture of `waits`. Calls `holderOf` once for each lock that somebody waits for.
[[nodiscard]] WaitPicture pictureOf(
    const observe::Waits& waits, const PicturedHolderOf& holderOf, std::size_t most = 200);

} // namespace lockkeeper::ui
