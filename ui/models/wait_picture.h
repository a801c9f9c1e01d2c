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
/// that they wait for. What holds up the others is on the left, who waits for it to its right. The
/// locks of a deadlock are a ring, in the direction of the clock: two are beside each other. Locks
/// that nobody holds up with another one are not part of it. A value.
struct WaitPicture {
    /// A lock in its place.
    struct Node {
        Resource resource;
        QString holder; ///< in words, safe to show: "held by api@web-3", "nobody holds it"
        observe::WaitCount waiting; ///< how many wait for it
        bool isInCircle = false; ///< of a deadlock
        bool isCertain = false; ///< (isInCircle) see observe::Deadlock
        // From one to the next there is room for a box and what stands between boxes.
        double column = 0;
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
    /// Who waits along an edge. Of several, the one who has waited longest.
    struct Waiting {
        QString who; ///< "api@web-4 pid 99", safe to show
        QString time; ///< for how long: "12 s"; "over 12 s", of those whom a library names
        std::size_t others = 0; ///< how many more wait there
        friend bool operator==(const Waiting&, const Waiting&) = default;
    };
    /// How many rows are as high as a column is wide.
    static constexpr double kColumnRows = 5.3;

    std::vector<Node> nodes; ///< deadlocks first
    std::vector<Edge> edges;
    std::vector<Waiting> waiting; ///< by edge
    std::size_t leftOut = 0; ///< further locks, beyond the most that are drawn
    /// True if the other one differs at most in who waits how long.
    [[nodiscard]] bool hasShapeOf(const WaitPicture& other) const
    {
        return nodes == other.nodes && edges == other.edges;
    }
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
[[nodiscard]] WaitPicture pictureOf(const observe::Waits& waits, const PicturedHolderOf& holderOf,
    WallTime now, std::size_t most = 200);

} // namespace lockkeeper::ui
