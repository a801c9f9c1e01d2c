// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/zookeeper/node_tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What nodes of ZooKeeper say of locks: the recipes of its libraries. All pure.
namespace lockkeeper::observe {

/// A node that holds a lock or waits for it.
struct NodePlace {
    std::string path;
    const Node* node = nullptr; ///< of the tree: valid until that changes

    /// What tells it from all other nodes, also from one that has its path later.
    [[nodiscard]] std::string identity() const;
};

/// A lock as the nodes of a recipe say.
struct NodeLock {
    std::string path;
    FormatPtr format{};
    ReasonedCertainty certainty{};
    LockMode mode = LockMode::Exclusive;
    std::vector<NodePlace> holders{}; ///< at least one
    std::vector<NodePlace> waiters{}; ///< in the order in which they get it
    /// As the data say, by the holder's clock: it ends with no session. nullopt: with one, or
    /// never.
    std::optional<WallTime> until{};

    /// True if its holders are freed one by one.
    [[nodiscard]] bool isShared() const;
};

/// The name of the lock that the node at this path is: the path, but "/" for the root.
[[nodiscard]] std::string lockNameOf(const std::string& path);

/// The lock at this path; nullopt: there is none, as far as known. Children that are not read yet
/// do not count.
[[nodiscard]] std::optional<NodeLock> recogniseLock(const NodeTree& tree, const std::string& path);

/// The paths of the locks that may differ once the node at `path` differs, or its data.
[[nodiscard]] std::vector<std::string> concernedLocks(const std::string& path);

/// True if the name of the node has a random id: no other node ever has it.
[[nodiscard]] bool isUniqueName(std::string_view name);

/// Of the nodes before `path` in the order in which a lock is got, the last one that makes it wait
/// as long as it exists; empty: none does for sure.
[[nodiscard]] std::string blockerOf(const std::vector<std::string>& before, std::string_view path);

/// True if the program of a node that waits is known to queue anew, or to give up, when somebody
/// else deletes the node. Others, as go-zookeeper, then take the lock without one.
[[nodiscard]] bool isDroppable(std::string_view path);

/// True if a node of this name has no children, as far as recipes tell: its data are read first.
[[nodiscard]] bool isNameOfPlace(std::string_view name);

/// True for a node without children whose data may say until when a lock is held.
[[nodiscard]] bool mayBeDated(const std::string& path);

/// True for a node that its library never deletes: who frees it writes a time that is over.
[[nodiscard]] bool isKept(const std::string& path);
/// That time.
inline constexpr std::string_view kPast = "1970-01-01T00:00:00Z";

/// What a board is told of the lock.
[[nodiscard]] KeyReading readingOf(const NodeLock& lock, SteadyTime readAt, WallTime wallNow = {});

/// Who waits for it, in their order, as seen at `now`.
[[nodiscard]] std::vector<Waiter> waitersOf(const NodeLock& lock, SteadyTime now);

} // namespace lockkeeper::observe
