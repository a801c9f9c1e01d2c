// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/master_vote.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"
#include "core/release/report.h"

#include <string>

namespace lockkeeper::ctl {

/// "pending", "yes", "no", "failed": how a master answered to an acquire.
[[nodiscard]] const char* voteWord(lock::MasterVote::State state) noexcept;

/// "redis-py", or "redis-py or node-redlock" where several libraries write the same.
[[nodiscard]] std::string formatText(const observe::Recognised& lock);

/// "exclusive", "read", "write", "semaphore": for programs and people.
[[nodiscard]] const char* modeName(observe::LockMode mode) noexcept;

/// "api@web-3 pid 812"; what is not known is left out. Fit to be shown.
[[nodiscard]] std::string holderText(const observe::Holder& holder);
/// The same of a lock, with what its holders have in common: "web-1, 2 readers"; "web-1 pid 7
/// (write)"; "web-1, 3 waiting".
[[nodiscard]] std::string holderText(const observe::Recognised& lock);

/// One sentence on why a lock counts as stale.
[[nodiscard]] std::string evidenceText(const observe::Evidence& evidence);

/// "failover of group 'orders' 12.3 s ago: now 10.0.0.2:6379, was 10.0.0.1:6379".
[[nodiscard]] std::string failoverText(const observe::Failover& failover);

/// "350 ms", "24.1 s", "5 m 03 s", "2 h 05 m", "6 d 04 h".
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// "2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string utcText(WallTime time);

/// "24.1 s", "never", or "-" if it is not held.
[[nodiscard]] std::string remainingText(const observe::Judgement& judgement);

/// "released", "already gone", "another holder: left alone" ...
[[nodiscard]] const char* resultText(release::MasterResult result) noexcept;

/// One word of a command for bash, quoted where it has to be; visible ASCII only.
[[nodiscard]] std::string shellWord(std::string_view text);

/// What to do about a failure; empty if there is nothing to say.
[[nodiscard]] std::string adviceFor(ErrorClass kind);

} // namespace lockkeeper::ctl
