// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"
#include "core/words/problem_words.h"

#include <string>
#include <vector>

// Masters in words: see time_words.h.
namespace lockkeeper::words {

/// "12 ms": decimals only flicker.
[[nodiscard]] std::string latencyText(std::chrono::microseconds latency);

[[nodiscard]] const char* linkStateWord(redis::LinkState state) noexcept;
/// Without reason: "up", "no answer for 12 s".
[[nodiscard]] std::string shortLinkStateText(const redis::LinkStatus& link, SteadyTime now);
/// With latency, or error and cure: "up 4 ms"; "down: Connection refused; check its address ...".
[[nodiscard]] std::string linkStateText(const redis::LinkStatus& link, SteadyTime now);

/// "Valkey 9.1.2", or empty.
[[nodiscard]] std::string productText(const observe::MasterStatus& master);

/// Today's word for ROLE's answer.
[[nodiscard]] std::string roleText(const std::optional<std::string>& role);

/// "quorum 3/5 ok, 4 answer".
[[nodiscard]] std::string quorumText(const observe::QuorumState& state);

/// "3 keys could not be read: ...", raw. Needs `master.unreadKeys`.
[[nodiscard]] Error unreadKeysError(const observe::MasterStatus& master);
/// One per master not wholly swept or readable.
[[nodiscard]] std::vector<Error> unreadMasterErrors(const observe::BoardUpdate& board);

[[nodiscard]] std::string failoverText(const observe::Failover& failover);

[[nodiscard]] std::string restartText(std::chrono::milliseconds age);

/// `left`: observe::quarantineLeft().
[[nodiscard]] std::string quarantineText(std::chrono::milliseconds left);

[[nodiscard]] std::string lossText(const observe::Loss& loss, SteadyTime now);
[[nodiscard]] const char* lossCauseText(observe::LossCause cause) noexcept;

/// "only database 0 is looked at; keys are in 3 (12 keys) ..."; empty: none known.
[[nodiscard]] std::string otherDatabasesText(const std::vector<observe::MasterStatus>& masters);

[[nodiscard]] std::string countText(std::size_t count, const std::string& noun);

struct DeploymentLook {
    const char* word;
    Tone tone;
};
[[nodiscard]] DeploymentLook lookOf(const config::Deployment& deployment) noexcept;

} // namespace lockkeeper::words
