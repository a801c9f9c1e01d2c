// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/store_deeds.h"

namespace lockkeeper::release {

// Frees locks in ZooKeeper. A node with a random id in its name is deleted by that name, which no
// other node ever has. A node of a name that is used again can't be: a deletion compares no more
// than the version of the data, which begins at 0 with each node, and so would hit the next holder.
// But a parent counts the children that were ever created. So first the count is read, then whether
// the node is the one that was seen; then, in one transaction, a node with a sequence number is
// created beside it, the one that would have the number of that count is deleted, and so is the
// lock's. If anything was created meanwhile, the number is another one, and nothing is done. Who
// waits is deleted in one transaction with a check that the node it waits behind exists: it can't
// have got the lock meanwhile.

[[nodiscard]] std::unique_ptr<StoreDeeds> openZooKeeper(
    EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession);
[[nodiscard]] std::string zkCliOf(const config::MasterConfig& voter);
[[nodiscard]] std::string zkCliLine(const Plan& plan, const PlannedMaster& voter);
[[nodiscard]] std::string zkRequestText(const Plan& plan);
[[nodiscard]] std::string zkReadLine(const Resource& lock, const PlannedMaster& voter);

inline constexpr StoreKind kZooKeeper{
    "zk", openZooKeeper, zkCliOf, zkCliLine, zkRequestText, zkReadLine};

} // namespace lockkeeper::release
