// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockkeeper::release {

// The lines of the journal, as structs. All texts are raw bytes, as the server, the system or the
// user gave them, and a file may contain anything: pass them through displaySafe() before showing
// them. Results, states, types and kinds are names, not enums, because a newer version may have
// written one that this version does not know.

/// What one master stored when the release was planned.
struct JournalVote {
    std::string master;
    std::string state; ///< nameOf(VoteState)
    std::optional<std::string> token{}; ///< the whole fingerprint
    std::optional<std::chrono::milliseconds> ttl{};
    friend bool operator==(const JournalVote&, const JournalVote&) = default;
};

/// A master that the release is sent to.
struct JournalMaster {
    std::string id;
    std::string url; ///< without user and password
    std::optional<std::string> user{}; ///< the ACL user; nullopt: the default user
    friend bool operator==(const JournalMaster&, const JournalMaster&) = default;
};

/// Whether it was safe, as it was shown to whoever decided.
struct JournalSafety {
    std::string verdict; ///< nameOf(Safety)
    std::string text; ///< the verdict and its reason in words
    friend bool operator==(const JournalSafety&, const JournalSafety&) = default;
};

/// Actions on the note beside a lock: nobody's lock is touched.
inline constexpr const char* kWriteNote = "note";
inline constexpr const char* kClearNote = "clear-note";

/// Written before the action: what will be done, by whom, and why.
struct JournalIntent {
    std::string id; ///< same as in the result; never empty
    std::optional<WallTime> time{}; ///< to the millisecond; nullopt: missing or unreadable
    std::string action{};
    std::string osUser{};
    std::string host{};
    std::int64_t pid = 0;
    std::string deployment{};
    std::string resource{};
    std::string token{}; ///< the first digits of the fingerprint, as shown to people
    std::string tokenSha1{}; ///< the whole fingerprint
    std::string type{}; ///< nameOf(ValueType)
    std::string format{};
    std::string certainty{}; ///< nameOf(Certainty)
    /// Of the token, as its value tells: "cron@web-3 pid 812"; empty: unknown.
    std::string holder{};
    std::optional<JournalSafety> safety{}; ///< of an acquire and in older files: nullopt
    std::vector<JournalVote> votes{};
    std::vector<std::string> evidence{}; ///< nameOf(EvidenceKind)
    std::optional<std::string> wakeUp{}; ///< the channel or list
    std::vector<JournalMaster> masters{};
    /// What the first master gets, see commandText(); the others the same, but perhaps with another
    /// expiry. Older files don't tell.
    std::string command{};
    std::string reason{};
    std::string plan{}; ///< id of the plan file that it is a line of; empty: of none
    /// (one holder of a shared lock, whose fingerprint `token` is) The lock's; else empty.
    std::string lockSha1{};
    std::optional<std::int64_t> count{}; ///< what a number is set to; nullopt: it is none

    /// True if it is for a part of a shared lock: then nobody takes the lock next.
    [[nodiscard]] bool isForPart() const noexcept { return !lockSha1.empty() || count; }
    [[nodiscard]] bool isForNote() const noexcept
    {
        return action == kWriteNote || action == kClearNote;
    }
    /// True if somebody's lock was to be freed, in whole or in part.
    [[nodiscard]] bool isForLock() const noexcept { return action != "acquire" && !isForNote(); }
    friend bool operator==(const JournalIntent&, const JournalIntent&) = default;
};

/// Result of a release on one master.
struct JournalOutcome {
    std::string master;
    std::string result; ///< nameOf(MasterResult); of a note: nameOf(NoteResult)
    std::optional<std::string> error{};
    friend bool operator==(const JournalOutcome&, const JournalOutcome&) = default;
};

/// Written after the action: its result.
struct JournalResult {
    std::string id; ///< of the intent
    std::optional<WallTime> time{};
    std::vector<JournalOutcome> outcomes{};
    bool hasHolderChanged = false;
    bool isQuorumFreed = false;
    std::string acquired{}; ///< (acquire, steal) nameOf(AcquireResult); empty: of a release
    std::string tokenSha1{}; ///< (acquire, steal) fingerprint of the token that was taken
    std::optional<bool> isNoteDone{}; ///< (note) on a quorum; nullopt: it is for no note
    friend bool operator==(const JournalResult&, const JournalResult&) = default;
};

/// Written by a window that watched what happened after the action: who got the lock next.
struct JournalNext {
    std::string id; ///< of the intent
    std::optional<WallTime> time{};
    std::string tokenSha1{};
    std::string holder{}; ///< in words, safe to show
    /// From the result to the acquisition, or to when it was first seen; nullopt: not known.
    std::optional<std::chrono::milliseconds> after{};
    friend bool operator==(const JournalNext&, const JournalNext&) = default;
};

using JournalEntry = std::variant<JournalIntent, JournalResult, JournalNext>;

/// Entries in the order of their lines, and the number of lines that are no entry.
struct JournalEntries {
    std::vector<JournalEntry> entries;
    std::size_t unreadable = 0;
    std::string chainBreak{}; ///< what is wrong with their chain, in words; empty: nothing
};

/// What an entry keeps of a reason, in characters as displaySafe() counts them.
inline constexpr std::size_t kMostOfReason = 1024;

/// True if an entry would not keep all of `reason`. Accepts any bytes. Pure.
[[nodiscard]] bool isReasonTooLong(std::string_view reason);

/// Formats the entry as one line of JSON, without the newline. Always printable ASCII, because
/// texts pass through displaySafe(). Texts of more than 1024 characters are truncated (`command`:
/// of more than 4096), except `resource`. Pure.
[[nodiscard]] std::string formatJournalEntry(const JournalEntry& entry);

/// Parses the output of formatJournalEntry(), and restores texts to their form before
/// displaySafe(). Accepts any bytes. Unknown keys are ignored; a field that is missing or of the
/// wrong type keeps its default. InvalidArgument with one line if `line` is no JSON object, or has
/// no id or no known kind. Pure.
[[nodiscard]] Result<JournalEntry> parseJournalEntry(std::string_view line);

} // namespace lockkeeper::release
