// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"

// What is said of evidence: see time_words.h. A new kind is a value of EvidenceKind with its name,
// and a row in the table of evidence_words.cpp.
namespace lockkeeper::words {

/// Why a lock counts as stale at `now`, as a part of a sentence: "no TTL: it never expires on its
/// own"; "renewals stopped: the last 21 s ago, after one every 10 s".
[[nodiscard]] std::string evidenceText(const observe::Evidence& evidence, SteadyTime now);
/// All evidence, joined by "; ". Empty without evidence.
[[nodiscard]] std::string evidenceText(const observe::EvidenceList& evidence, SteadyTime now);
/// One piece of evidence in a few words.
[[nodiscard]] std::string shortEvidenceText(const observe::Evidence& evidence);
/// All evidence in a few words each: "no TTL, holder's process gone". Empty without evidence.
[[nodiscard]] std::string shortEvidenceText(const observe::EvidenceList& evidence);
/// What a lock with such evidence is: "stale", "never expires", "deadlock".
[[nodiscard]] const char* stateText(const observe::Evidence& evidence);
/// Why it is that, in a few words that time does not change: "its process 812 has ended".
[[nodiscard]] std::string reasonText(const observe::Evidence& evidence);
/// What such evidence means, for who reads of it for the first time.
[[nodiscard]] std::string evidenceHelp(const observe::Evidence& evidence);
/// How urgent it is: 0 first. What harms now and is certain comes first.
[[nodiscard]] int evidenceRank(const observe::Evidence& evidence) noexcept;

} // namespace lockkeeper::words
