// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

namespace lockkeeper::words {

/// "certain", "likely", "possible": see nameOf() for programs.
[[nodiscard]] const char* certaintyWord(observe::Certainty certainty) noexcept;
/// Why a key is taken for a lock, or for no lock, as a part of a sentence.
[[nodiscard]] const char* reasonText(observe::CertaintyReason reason) noexcept;
/// "likely: its name says lock".
[[nodiscard]] std::string certaintyText(observe::ReasonedCertainty certainty);

} // namespace lockkeeper::words

// What is known of a lock: see time_words.h.

namespace lockkeeper::words {

/// Whether ids of 32 characters and more are shown whole, or as their first eight and an ellipsis.
enum class Ids { Whole, Short };

/// A holder as far as its token says: "api@web-3 pid 812"; "thread 7, client 1f3c90ab..."; "unknown
/// holder".
[[nodiscard]] std::string holderText(const observe::Holder& holder, Ids ids = Ids::Whole);
/// The holder of a lock, with its mode if that is not the usual one, and the number of waiters:
/// "web-1 pid 7 (write)"; "web-1, 2 readers, 3 waiting".
[[nodiscard]] std::string holderText(const observe::DecodedLock& lock, Ids ids = Ids::Whole);
/// The same without how many wait for it.
[[nodiscard]] std::string holderAloneText(const observe::DecodedLock& lock, Ids ids = Ids::Whole);
/// `holder` if the votes confirm it; else "nobody" for a free lock, or "3 tokens" if none of
/// several tokens has a quorum.
[[nodiscard]] std::string holderByVotes(const observe::LockEntry& entry,
    const observe::Judgement& judgement, const std::string& holder);
/// One token of a lock with its masters and its holder: "68b62b3d on a, b: api@web-3 pid 812".
[[nodiscard]] std::string tokenText(const observe::LockEntry& entry, const Fingerprint& token);
/// The session of a holder in an ensemble, as a part of a sentence: "0x1000007d95a0000 of
/// 10.1.2.3:54510, which ends 10 s after its client was last heard".
[[nodiscard]] std::string sessionText(const observe::HolderSession& session);
/// For how long a holder in an ensemble has the lock at most, at `now`: since it queued.
[[nodiscard]] std::string heldAtMostText(const observe::HolderSession& session, WallTime now);
/// (an entry whose holder has a session) For how long it has the lock, as far as that was seen.
[[nodiscard]] std::string heldByNodeText(
    const observe::LockEntry& entry, SteadyTime now, WallTime wallNow);
/// True if the value says anything about its holder.
[[nodiscard]] bool isHolderKnown(const observe::Holder& holder) noexcept;

/// The name of a lock format, which is its library's; "unknown" in the chosen language for nobody's
/// in particular.
[[nodiscard]] std::string formatText(const std::string& format);
/// The format of a kind of keys: as formatText(), but "a UUID" where only that is known.
[[nodiscard]] std::string formatOfKindText(const std::string& format, bool isAmbiguous);
/// The library that wrote the lock: "redis-py". If several write the same: "redis-py or
/// node-redlock"; of what many write: "a UUID, as many libraries write".
[[nodiscard]] std::string libraryText(const observe::DecodedLock& lock);
/// The names of all of these, for programs: "redlock-rb or aioredlock or Spring".
[[nodiscard]] std::string libraryNames(const observe::DecodedLock& lock);
/// The same as a sentence, which says if the library is only guessed by the form of the value.
[[nodiscard]] std::string librarySentence(const observe::DecodedLock& lock);

/// "held", "minority", "split", "unknown", "free", "free, but queued": see nameOf() for programs.
[[nodiscard]] const char* verdictWord(observe::Verdict verdict) noexcept;
/// The verdict and the votes that it follows from: "held: token 3f1c90ab on 5 of 5 masters, the
/// quorum is 3". `judgement` is the entry's own.
[[nodiscard]] std::string verdictText(
    const observe::LockEntry& entry, const observe::Judgement& judgement);

/// One master's vote in a word: "held", "another token", "revoked", "free", "no answer",
/// "error". `vote` is one of the entry's, `token` that which the reader looks at.
[[nodiscard]] const char* voteText(const observe::LockEntry& entry, const observe::Vote& vote,
    const std::optional<Fingerprint>& token);

/// True if no vote of the lock ends by itself, as far as is known.
[[nodiscard]] bool neverExpires(
    const observe::LockEntry& entry, const observe::Judgement& judgement) noexcept;

/// The time that is left of a lock at `now`: "24 s", "never", "unknown". Without a remaining time
/// for a quorum, the range of what is left of the votes: "3.0 s to 9.0 s". `judgement` is the
/// entry's own.
[[nodiscard]] std::string remainingText(
    const observe::LockEntry& entry, const observe::Judgement& judgement, SteadyTime now);

} // namespace lockkeeper::words
