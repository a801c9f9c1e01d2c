// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

// A lock in words: see time_words.h.
namespace lockkeeper::words {

[[nodiscard]] const char* certaintyWord(observe::Certainty certainty) noexcept;
[[nodiscard]] const char* certaintyReasonText(observe::CertaintyReason reason) noexcept;
[[nodiscard]] std::string certaintyText(observe::ReasonedCertainty certainty);

/// Short: of 32 or more characters, the first eight.
enum class Ids { Whole, Short };

/// "api@web-3 pid 812"; "unknown holder".
[[nodiscard]] std::string holderText(const observe::Holder& holder, Ids ids = Ids::Whole);
/// With an unusual mode, and waiters: "web-1 pid 7 (write)"; "web-1, 3 waiting".
[[nodiscard]] std::string holderText(const observe::DecodedLock& lock, Ids ids = Ids::Whole);
[[nodiscard]] std::string holderAloneText(const observe::DecodedLock& lock, Ids ids = Ids::Whole);
/// `holder` if the votes confirm it; else "nobody" or "3 tokens".
[[nodiscard]] std::string holderByVotes(const observe::LockEntry& entry,
    const observe::Judgement& judgement, const std::string& holder);
[[nodiscard]] std::string tokenText(const observe::LockEntry& entry, const Fingerprint& token);
/// "0x1000007d95a0000 of 10.1.2.3:54510, which ends 10 s after its client was last heard".
[[nodiscard]] std::string sessionText(const observe::HolderSession& session);
/// (ensemble) The longest possible: since it queued.
[[nodiscard]] std::string heldAtMostText(const observe::HolderSession& session, WallTime now);
/// "6 d 04 h, since 2024-05-01 10:00:00 UTC by the holder's clock"; without a start time "at least
/// 21 s, since it was first seen".
[[nodiscard]] std::string heldText(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
[[nodiscard]] std::string renewalsText(const observe::Renewals& seen, SteadyTime now);
[[nodiscard]] bool isHolderKnown(const observe::Holder& holder) noexcept;

/// "unknown" is translated. `isGuess`: "a UUID", if others write one, too.
[[nodiscard]] std::string formatText(const std::string& format, bool isGuess = false);
/// "redis-py or node-redlock"; "a UUID, as many libraries write".
[[nodiscard]] std::string libraryText(const observe::DecodedLock& lock);
/// In English: "redlock-rb or aioredlock".
[[nodiscard]] std::string libraryNames(const observe::DecodedLock& lock);
[[nodiscard]] std::string librarySentence(const observe::DecodedLock& lock);

[[nodiscard]] const char* verdictWord(observe::Verdict verdict) noexcept;
/// "held: token 3f1c90ab on 5 of 5 masters, the quorum is 3".
[[nodiscard]] std::string verdictText(
    const observe::LockEntry& entry, const observe::Judgement& judgement);

/// "held", "no answer". `token`: the one in question.
[[nodiscard]] const char* voteText(const observe::LockEntry& entry, const observe::Vote& vote,
    const std::optional<Fingerprint>& token);

/// No vote ends by itself, as far as known.
[[nodiscard]] bool neverExpires(
    const observe::LockEntry& entry, const observe::Judgement& judgement) noexcept;

/// "24 s", "never", "unknown"; without a quorum the range: "3.0 s to 9.0 s".
[[nodiscard]] std::string remainingText(
    const observe::LockEntry& entry, const observe::Judgement& judgement, SteadyTime now);

} // namespace lockkeeper::words
