// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockkeeper::release {

// The journal's lines as structs. Texts are raw: use displaySafe() to show them. Kinds, states and
// results are names, as newer versions may write unknown ones.

struct JournalVote {
    std::string master;
    std::string state; ///< nameOf(VoteState)
    std::optional<std::string> token{};
    std::optional<std::chrono::milliseconds> ttl{};
    friend bool operator==(const JournalVote&, const JournalVote&) = default;
};

struct JournalMaster {
    std::string id;
    std::string url; ///< without user and password
    std::optional<std::string> user{};
    friend bool operator==(const JournalMaster&, const JournalMaster&) = default;
};

struct JournalSafety {
    std::string verdict;
    std::string text;
    friend bool operator==(const JournalSafety&, const JournalSafety&) = default;
};

inline constexpr const char* kWriteNote = "note";
inline constexpr const char* kClearNote = "clear-note";

/// Before the action.
struct JournalIntent {
    std::string id{}; ///< as in the result
    std::optional<WallTime> time{}; ///< nullopt: missing or unreadable
    std::string action{};
    std::string osUser{};
    std::string host{};
    std::int64_t pid = 0;
    std::string deployment{};
    std::string resource{};
    std::string token{}; ///< first digits of the fingerprint
    std::string tokenSha1{}; ///< the fingerprint
    std::string type{};
    std::string format{};
    std::string certainty{};
    /// "cron@web-3 pid 812"; empty: unknown.
    std::string holder{};
    std::optional<JournalSafety> safety{}; ///< nullopt: an acquire's, or an older file's
    std::vector<JournalVote> votes{};
    std::vector<std::string> evidence{}; ///< nameOf(EvidenceKind)
    std::optional<std::string> wakeUp{};
    std::vector<JournalMaster> masters{};
    /// commandText() for the first master. Empty in older files.
    std::string command{};
    std::string reason{};
    std::string plan{}; ///< id of the plan file
    /// (`token` is one holder of a shared lock) The lock's fingerprint.
    std::string lockSha1{};
    std::optional<std::int64_t> count{}; ///< the number to set

    /// Frees a part of a shared lock: nobody takes the lock next.
    [[nodiscard]] bool isForPart() const noexcept { return !lockSha1.empty() || count; }
    [[nodiscard]] bool isForNote() const noexcept
    {
        return action == kWriteNote || action == kClearNote;
    }
    [[nodiscard]] bool isForLock() const noexcept { return action != "acquire" && !isForNote(); }
    friend bool operator==(const JournalIntent&, const JournalIntent&) = default;
};

struct JournalOutcome {
    std::string master;
    std::string result; ///< nameOf(MasterResult); of a note: nameOf(NoteResult)
    std::optional<std::string> error{};
    friend bool operator==(const JournalOutcome&, const JournalOutcome&) = default;
};

/// After the action.
struct JournalResult {
    std::string id;
    std::optional<WallTime> time{};
    std::vector<JournalOutcome> outcomes{};
    bool hasHolderChanged = false;
    bool isQuorumFreed = false;
    std::string acquired{}; ///< (acquire, steal) nameOf(AcquireResult)
    std::string tokenSha1{}; ///< (acquire, steal) of the new token
    std::optional<bool> isNoteDone{}; ///< (note) on a quorum
    friend bool operator==(const JournalResult&, const JournalResult&) = default;
};

/// A window saw who got the lock next.
struct JournalNext {
    std::string id; ///< of the intent
    std::optional<WallTime> time{};
    std::string tokenSha1{};
    std::string holder{}; ///< in words, safe to show
    /// From the result to the acquisition or first sighting; nullopt: unknown.
    std::optional<std::chrono::milliseconds> after{};
    friend bool operator==(const JournalNext&, const JournalNext&) = default;
};

/// A plan's run: before its first lock, and after its last.
struct JournalPlan {
    std::string id;
    std::optional<WallTime> time{};
    std::string plan{}; ///< id of the plan file
    std::int64_t locks = 0;
    std::string end{}; ///< nameOf(RunEnd); empty: it begins
    /// Numbers of locks by nameOf(Fate); none if it begins.
    std::vector<std::pair<std::string, std::int64_t>> fates{};
    friend bool operator==(const JournalPlan&, const JournalPlan&) = default;
};

using JournalEntry = std::variant<JournalIntent, JournalResult, JournalNext, JournalPlan>;

struct JournalEntries {
    std::vector<JournalEntry> entries;
    std::size_t unreadable = 0;
    std::string chainBreak{}; ///< the first fault
};

/// In characters of displaySafe().
inline constexpr std::size_t kMostOfReason = 1024;

[[nodiscard]] bool isReasonTooLong(std::string_view reason);

/// One line of printable ASCII, without newline. Texts pass displaySafe(), up to 1024 characters
/// (`command`: 4096; `resource`: all).
[[nodiscard]] std::string formatJournalEntry(const JournalEntry& entry);

/// Undoes displaySafe(). Accepts any bytes. Ignores unknown keys; missing or mistyped fields keep
/// their defaults. InvalidArgument unless it is an object with id and known kind.
[[nodiscard]] Result<JournalEntry> parseJournalEntry(std::string_view line);

} // namespace lockkeeper::release
