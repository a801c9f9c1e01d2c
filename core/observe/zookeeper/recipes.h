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

// Recognises locks by the recipes of ZooKeeper's libraries.
namespace lockkeeper::observe {

struct NodePlace {
    std::string path;
    const Node* node = nullptr; ///< valid until the tree changes

    /// Differs from that of a later node at the same path.
    [[nodiscard]] std::string identity() const;
};

struct NodeLock {
    std::string path;
    FormatPtr format{};
    ReasonedCertainty certainty{};
    LockMode mode = LockMode::Exclusive;
    std::vector<NodePlace> holders{}; ///< at least one
    std::vector<NodePlace> waiters{}; ///< first in line first
    /// By its data and the holder's clock; nullopt: with a session, or never.
    std::optional<WallTime> until{};

    /// Holders are freed one by one.
    [[nodiscard]] bool isShared() const;
};

[[nodiscard]] std::string lockNameOf(const std::string& path);

/// nullopt: none is known. Unread children don't count.
[[nodiscard]] std::optional<NodeLock> recogniseLock(const NodeTree& tree, const std::string& path);

/// Locks that a change of this node may affect.
[[nodiscard]] std::vector<std::string> concernedLocks(const std::string& path);

/// By a random id: no other node ever gets it.
[[nodiscard]] bool isUniqueName(std::string_view name);

/// The last of `before`, the queue in order, that certainly blocks `path`; or empty.
[[nodiscard]] std::string blockerOf(const std::vector<std::string>& before, std::string_view path);

/// Its waiter queues again or gives up if the node is deleted. Others (go-zookeeper) take the lock
/// without a node.
[[nodiscard]] bool isDroppable(std::string_view path);

/// Has no children in any recipe: read the data first.
[[nodiscard]] bool isNameOfPlace(std::string_view name);

/// The data of this childless node may give an end.
[[nodiscard]] bool mayBeDated(const std::string& path);

/// Never deleted by its library: an end in the past releases it.
[[nodiscard]] bool isKept(const std::string& path);
inline constexpr std::string_view kPast = "1970-01-01T00:00:00Z";

[[nodiscard]] KeyReading readingOf(const NodeLock& lock, SteadyTime readAt, WallTime wallNow = {});

/// Waiters do nothing else. Not in an election, nor surely in an unknown recipe, whose nodes may be
/// a group's members.
[[nodiscard]] bool stopsWaiters(const NodeLock& lock);

[[nodiscard]] std::vector<Waiter> waitersOf(const NodeLock& lock, SteadyTime now);

} // namespace lockkeeper::observe
