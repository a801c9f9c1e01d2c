// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

namespace lockkeeper::observe {

/// Replaces one master's vote on an entry and updates what follows from the votes alone: the
/// longest TTL, the renewals, the mark and isSettled. Format, type and holder are not changed.
/// `mark` belongs to the value behind `vote`. Returns true if the master votes for another token
/// than before, or in another state.
///
/// An increase of the TTL counts as one renewal for all masters that store the token.
bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark);

/// Keeps format and holder of a token, for the time that another one leads.
void keepRival(LockEntry& entry, RivalToken rival);
/// Forgets the rivals without votes.
void dropRivals(LockEntry& entry);

/// The error of a vote for what is no lock, beside a lock on another master.
[[nodiscard]] Error somethingElse();
/// True if the master has such a vote.
[[nodiscard]] bool storesSomethingElse(const Votes& votes, std::size_t master);

/// Turns the votes for tokens into votes for something else.
void denyHeldVotes(Votes& votes);

} // namespace lockkeeper::observe
