// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

namespace lockkeeper::observe {

/// Updates longest TTL, renewals, mark and isSettled, but not format, type or holder. `mark`: of
/// the vote's value. True: the master's token or state changed.
bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark);

/// Keeps format and holder of a token while another leads.
void keepRival(LockEntry& entry, RivalToken rival);
void dropRivals(LockEntry& entry);

[[nodiscard]] Error somethingElse();
[[nodiscard]] bool storesSomethingElse(const Votes& votes, std::size_t master);

/// Makes votes for tokens votes with somethingElse().
void denyHeldVotes(Votes& votes);

} // namespace lockkeeper::observe
