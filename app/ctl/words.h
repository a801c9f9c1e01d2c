// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/master_vote.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"
#include "core/release/report.h"

#include <string>

namespace lockkeeper::ctl {

/// How a master answered to an acquire: "pending", "yes", "no", "failed".
[[nodiscard]] const char* voteWord(lock::MasterVote::State state) noexcept;

/// The library that wrote the lock: "redis-py". If several write the same: "redis-py or
/// node-redlock".
[[nodiscard]] std::string formatText(const observe::DecodedLock& lock);

/// Why a key is taken for a lock, or for no lock, as a part of a sentence.
[[nodiscard]] const char* reasonText(observe::CertaintyReason reason) noexcept;
/// "likely: its name says lock".
[[nodiscard]] std::string certaintyText(observe::ReasonedCertainty certainty);

/// "exclusive", "read", "write", "semaphore". Used in tables and in JSON.
[[nodiscard]] const char* modeName(observe::LockMode mode) noexcept;

/// A holder: "api@web-3 pid 812". Unknown parts are left out; "-" if nothing is known. Safe to
/// print.
[[nodiscard]] std::string holderText(const observe::Holder& holder);
/// The holder of a lock, with the number of holders, the mode and the number of waiters: "web-1, 2
/// readers"; "web-1 pid 7 (write)"; "web-1, 3 waiting". Safe to print.
[[nodiscard]] std::string holderText(const observe::DecodedLock& lock);

/// Why a lock counts as stale, as a part of a sentence.
[[nodiscard]] std::string evidenceText(const observe::Evidence& evidence);

/// "failover of group 'orders' 12.3 s ago: now 10.0.0.2:6379, was 10.0.0.1:6379".
[[nodiscard]] std::string failoverText(const observe::Failover& failover);

/// "1 lock", "2 locks".
[[nodiscard]] std::string countText(std::size_t count, const std::string& noun);
/// "350 ms", "24.1 s", "5 m 03 s", "2 h 05 m", "6 d 04 h".
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// "2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string utcText(WallTime time);

/// The remaining time: "24.1 s", "never"; "-" without one.
[[nodiscard]] std::string remainingText(const observe::Judgement& judgement);

/// The result of one master's release: "released", "already gone", "another holder, left alone" ...
[[nodiscard]] const char* resultText(release::MasterResult result) noexcept;

/// A text as one word for bash, quoted if necessary. The result is visible ASCII only.
[[nodiscard]] std::string shellWord(std::string_view text);

/// A lock's name for people; '' if it is empty. Safe to print.
[[nodiscard]] std::string nameText(const Resource& resource);

/// True if a name can be given as RESOURCE: it is not empty and has no NUL, which ends an argument.
[[nodiscard]] bool isTypable(const Resource& resource) noexcept;

/// A line for bash that runs a command of lockctl on a lock, whatever its name. `options` are empty
/// or begin with a blank. `run` takes no name that begins with a dash.
[[nodiscard]] std::string lockctlLine(
    const std::string& command, const Resource& resource, const std::string& options = {});

/// Advice for an error; empty if there is none.
[[nodiscard]] std::string adviceFor(ErrorClass kind);

} // namespace lockkeeper::ctl
