// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"

// Evidence in words: see time_words.h.
namespace lockkeeper::words {

/// "renewals stopped: the last 21 s ago, after one every 10 s".
[[nodiscard]] std::string evidenceText(const observe::Evidence& evidence, SteadyTime now);
[[nodiscard]] std::string evidenceText(const observe::EvidenceList& evidence, SteadyTime now);
[[nodiscard]] std::string shortEvidenceText(const observe::Evidence& evidence);
[[nodiscard]] std::string shortEvidenceText(const observe::EvidenceList& evidence);
/// "stale", "never expires".
[[nodiscard]] const char* stateText(const observe::Evidence& evidence);
/// "its process 812 has ended". Does not change with time.
[[nodiscard]] std::string evidenceReason(const observe::Evidence& evidence);
[[nodiscard]] std::string processEndedText(std::optional<std::int64_t> pid, bool isPidReused);
[[nodiscard]] std::string evidenceHelp(const observe::Evidence& evidence);
/// 0: most urgent, certain harm now.
[[nodiscard]] int evidenceRank(const observe::Evidence& evidence) noexcept;

} // namespace lockkeeper::words
