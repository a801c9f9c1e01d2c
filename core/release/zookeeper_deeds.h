// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/store_deeds.h"

namespace lockkeeper::release {

// Frees locks in ZooKeeper: docs/zookeeper.md, "Free a lock".
// - A name that is used again: deleting by version 0 could hit the next holder. But the parent's
//   next sequence number counts all creations. Read it; check the node; then, in one transaction,
//   create a sequential node, delete the node with that number, delete the lock.
// - A waiter: the transaction also checks the node before it, so it can't hold the lock.

[[nodiscard]] std::unique_ptr<StoreDeeds> openZooKeeper(
    EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession);
[[nodiscard]] std::string zkCliOf(const config::MasterConfig& voter);
[[nodiscard]] std::string zkCliLine(const Plan& plan, const PlannedMaster& voter);
[[nodiscard]] std::string zkRequestText(const Plan& plan);
[[nodiscard]] std::string zkReadLine(const Resource& lock, const PlannedMaster& voter);

inline constexpr StoreKind kZooKeeper{
    "zk", openZooKeeper, zkCliOf, zkCliLine, zkRequestText, zkReadLine};

} // namespace lockkeeper::release
