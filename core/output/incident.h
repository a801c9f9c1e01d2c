// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/history/history_reader.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/waits.h"
#include "core/release/journal_lines.h"
#include "core/release/safety.h"

#include <filesystem>

namespace lockkeeper::output {

struct Sight {
    observe::LockEntryPtr entry; ///< null: no master stores it as a lock
    std::optional<release::SafetyVerdict> safety{};
    std::vector<Error> failures{};
    bool isOtherKey = false; ///< a key that may be no lock
    observe::WaitsPtr waits = observe::noWaits(); ///< also for other locks
};

struct IncidentLock {
    Resource resource;
    std::optional<Sight> present{}; ///< nullopt: masters were not asked
    std::optional<history::Timeline> past{}; ///< nullopt: no readable history
    std::optional<history::UsualHold> usual{};
    std::optional<history::HandOverTimes> handOvers{};
    std::vector<release::Deed> deeds{}; ///< oldest first
};

/// A report on a lock or a time span: what was seen, decided and sent. Has fingerprints, no tokens.
struct Incident {
    std::string deployment;
    std::size_t quorum = 0;
    std::size_t masters = 0;
    std::optional<Resource> resource{}; ///< nullopt: a time span
    history::Window span{};
    std::vector<IncidentLock> locks{};
    /// (time span) Plans' deeds, perhaps thousands; `locks` has those that fit.
    std::vector<release::Deed> planned{};
    std::size_t locksLeftOut = 0; ///< the earliest of too many
    std::optional<Error> historyError{};
    bool isHistoryMissing = false;
    std::optional<Error> journalError{};
    std::size_t unreadableLines = 0;
    std::string journalBreak{}; ///< the chain's first fault; empty: none
    std::size_t deedsElsewhere = 0;
    std::string madeBy{};
    WallTime madeAt{};
    SteadyTime madeAtSteady{};
};

struct IncidentQuestion {
    config::Deployment deployment;
    std::optional<Resource> resource{};
    history::Window span{};
    std::filesystem::path journal;
    history::Place history;
};

/// Reads journal and history. An action belongs to each deployment with one of its masters. A time
/// span lists locks with deeds, those of plans last, and those held longest, kMostLocks in all. The
/// caller fills in `present`. Never fails: the result says what is unreadable. Blocks for the disk.
[[nodiscard]] Incident gatherIncident(const IncidentQuestion& question, const Clock& clock);

/// Compares masters: deployments from URLs share a name.
[[nodiscard]] bool isOf(const config::Deployment& deployment, const release::JournalIntent& intent);

/// The leading token, unless it is a tombstone or the action's own. `isTakenAnew`: it was seen
/// after the action, so the same value counts.
[[nodiscard]] std::optional<Fingerprint> successorOf(const observe::LockEntry& entry,
    const release::JournalIntent& intent, bool isTakenAnew = false);

inline constexpr std::size_t kMostLocks = 50;
inline constexpr std::size_t kLongestHolds = 10;

struct NextHolder {
    std::string token; ///< the fingerprint's first digits
    std::string holder; ///< in words, safe to show
    /// From the result to the acquisition or its first record; nullopt: unknown.
    std::optional<std::chrono::milliseconds> after{};
};

/// The first other holder, by journal, history, or at present.
[[nodiscard]] std::optional<NextHolder> nextHolder(
    const IncidentLock& lock, const release::Deed& deed);

/// CommonMark with tables. Foreign text can't become markup.
[[nodiscard]] std::string asMarkdown(const Incident& incident);
/// One ASCII line: docs/lockctl.md.
[[nodiscard]] std::string asJson(const Incident& incident);

} // namespace lockkeeper::output
