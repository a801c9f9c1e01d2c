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
// person gave them; what is read from a file may be anything. So pass them through displaySafe()
// before showing them. Results, states, types and kinds are names, not enums: a newer version may
// have written one that this version does not know.

/// What one master stored when the release was planned.
struct JournalVote {
    std::string master;
    std::string state; ///< see observe::voteStateName()
    std::optional<std::string> token{}; ///< the whole fingerprint
    std::optional<std::chrono::milliseconds> ttl{};
    friend bool operator==(const JournalVote&, const JournalVote&) = default;
};

/// A master that the release goes to.
struct JournalMaster {
    std::string id;
    std::string url; ///< without user and password
    std::optional<std::string> user{}; ///< the ACL user; nullopt: the default user
    friend bool operator==(const JournalMaster&, const JournalMaster&) = default;
};

/// Written before the act: what is about to be done, by whom, and why.
struct JournalIntent {
    std::string id; ///< the same in the result; never empty
    std::optional<WallTime> time{}; ///< to the millisecond; nullopt: none that can be read
    std::string action{};
    std::string osUser{};
    std::string host{};
    std::int64_t pid = 0;
    std::string deployment{};
    std::string resource{};
    std::string token{}; ///< the fingerprint's first digits, as people see it
    std::string tokenSha1{}; ///< the whole fingerprint
    std::string type{}; ///< see observe::valueTypeName()
    std::string format{};
    std::vector<JournalVote> votes{};
    std::vector<std::string> evidence{}; ///< see observe::evidenceName()
    std::optional<std::string> wakeUp{}; ///< the channel
    std::vector<JournalMaster> masters{};
    std::string reason{};
    friend bool operator==(const JournalIntent&, const JournalIntent&) = default;
};

/// What a release came to on one master.
struct JournalOutcome {
    std::string master;
    std::string result; ///< see resultName()
    std::optional<std::string> error{};
    friend bool operator==(const JournalOutcome&, const JournalOutcome&) = default;
};

/// Written after the act: what came of it.
struct JournalResult {
    std::string id; ///< of the intent
    std::optional<WallTime> time{};
    std::vector<JournalOutcome> outcomes{};
    bool hasHolderChanged = false;
    bool isQuorumFreed = false;
    friend bool operator==(const JournalResult&, const JournalResult&) = default;
};

using JournalEntry = std::variant<JournalIntent, JournalResult>;

/// Entries in the order of their lines, and how many lines were no entry.
struct JournalEntries {
    std::vector<JournalEntry> entries;
    std::size_t unreadable = 0;
};

/// The entry as one line of JSON, without the newline. Printable ASCII whatever the texts hold:
/// they pass displaySafe(). Texts of more than 1024 characters are cut; only `resource` is kept
/// whole. Pure.
[[nodiscard]] std::string formatJournalEntry(const JournalEntry& entry);

/// Reads what formatJournalEntry() writes, and gives the texts back as they were before
/// displaySafe(). Takes any bytes. Keys that it does not know are ignored; a field that is missing
/// or of the wrong type is left as JournalIntent and JournalResult have it by default.
/// InvalidArgument with one line if `line` is no JSON object, or has no id or no known kind. Pure.
[[nodiscard]] Result<JournalEntry> parseJournalEntry(std::string_view line);

} // namespace lockkeeper::release
