// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

namespace lockkeeper::observe {

/// Also updates longest TTL, renewals, mark and isSettled; not format, type or holder. `mark`: of
/// the vote's value. True: the master's token or state changed.
bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark);

/// Keeps format and holder while another token leads.
void keepRival(LockEntry& entry, RivalToken rival);
void dropRivals(LockEntry& entry);

[[nodiscard]] Error somethingElse();
[[nodiscard]] bool storesSomethingElse(const Votes& votes, std::size_t master);

void denyHeldVotes(Votes& votes);

} // namespace lockkeeper::observe
