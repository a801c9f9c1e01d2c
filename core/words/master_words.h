// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"

#include <string>

// What is known of masters: see time_words.h.
namespace lockkeeper::words {

/// "0.4 ms", "< 0.1 ms".
[[nodiscard]] std::string latencyText(std::chrono::microseconds latency);

/// "connecting", "up", "silent", "down", "refused": see nameOf() for programs.
[[nodiscard]] const char* linkStateWord(redis::LinkState state) noexcept;
/// The state of a master without the reason: "connecting", "up", "no answer for 12 s", "down",
/// "refused".
[[nodiscard]] std::string shortLinkStateText(const redis::LinkStatus& link, SteadyTime now);
/// The state of a master with its latency, or with its error and the cure: "up 0.4 ms"; "down:
/// Connection refused; check its address, and that it is running".
[[nodiscard]] std::string linkStateText(const redis::LinkStatus& link, SteadyTime now);

/// "master", "replica" ...: as ROLE returned, in today's words; "not known".
[[nodiscard]] std::string roleText(const std::optional<std::string>& role);

/// Whether enough masters answer: "quorum 3/5 ok"; "quorum 3/5 ok, 4 answer"; "quorum lost: 2 of 5
/// answer"; have a vote: "quorum 3/5 ok, 4 have a vote"; and show their locks: "only 2 of 5 can be
/// read".
[[nodiscard]] std::string quorumText(const observe::QuorumState& state);

/// "3 keys could not be read: ...", as an error whose text has not passed through displaySafe().
/// `master.unreadKeys` must not be 0.
[[nodiscard]] Error unreadKeysError(const observe::MasterStatus& master);

/// "failover of group 'orders' 12 s ago: now 10.0.0.2:6379, was 10.0.0.1:6379".
[[nodiscard]] std::string failoverText(const observe::Failover& failover);

/// "restarted 12 s ago: locks that it had not saved are gone there".
[[nodiscard]] std::string restartText(std::chrono::milliseconds age);

/// What observe::quarantineLeft() means: "no vote on who gets a lock for another 48 s".
[[nodiscard]] std::string quarantineText(std::chrono::milliseconds left);

/// "12 locks vanished together 5.0 s ago, before their TTL: a flush, or a restart without data".
[[nodiscard]] std::string lossText(const observe::Loss& loss, SteadyTime now);
/// "a flush", "a restart without data", "a flush, or a restart without data".
[[nodiscard]] const char* lossCauseText(observe::LossCause cause) noexcept;

/// Which other databases of the masters have keys, for whom finds no lock in the one that is looked
/// at: "only database 0 is looked at; keys are in 3 (12 keys), 5 (1 key): name one at the end of
/// the URL, as /3". Empty: none has, or no master may be asked.
[[nodiscard]] std::string otherDatabasesText(const std::vector<observe::MasterStatus>& masters);

/// "1 lock", "2 locks".
[[nodiscard]] std::string countText(std::size_t count, const std::string& noun);

} // namespace lockkeeper::words
