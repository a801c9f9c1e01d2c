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

/// What the masters say of a lock while a report is made.
struct Sight {
    observe::LockEntryPtr entry; ///< null: no master stores it as a lock
    std::optional<release::SafetyVerdict> safety{}; ///< of its leading token
    std::vector<Error> failures{}; ///< one per master that could not be asked
    bool isOtherKey = false; ///< the key exists, but is not known to be a lock
    observe::WaitsPtr waits = observe::noWaits(); ///< also those for other locks
};

/// One lock of a report.
struct IncidentLock {
    Resource resource;
    std::optional<Sight> present{}; ///< nullopt: the masters were not asked
    std::optional<history::Timeline> past{}; ///< nullopt: there is no history, or it can't be read
    std::optional<history::UsualHold> usual{};
    std::optional<history::HandOverTimes> handOvers{};
    std::vector<release::Deed> deeds{}; ///< oldest first
};

/// All that is known of a lock, or of what happened in a span of time: what was seen, decided and
/// sent, and what came of it. A value. Contains fingerprints, never tokens.
struct Incident {
    std::string deployment;
    std::size_t quorum = 0;
    std::size_t masters = 0;
    std::optional<Resource> resource{}; ///< the lock that it is about; nullopt: a span of time
    history::Window span{};
    std::vector<IncidentLock> locks{};
    /// (a span of time) What plans have done, which may be thousands: their locks are in `locks`
    /// only if something else was done to them, too. In their order.
    std::vector<release::Deed> planned{};
    std::size_t locksLeftOut = 0; ///< the earliest, if there are too many
    std::optional<Error> historyError{}; ///< why there is no history
    bool isHistoryMissing = false; ///< nothing was recorded
    std::optional<Error> journalError{}; ///< why the journal could not be read
    std::size_t unreadableLines = 0; ///< of the journal
    std::string journalBreak{}; ///< what is wrong with its chain; empty: nothing
    /// Actions of the journal on locks of this name, or in this time, on other masters.
    std::size_t deedsElsewhere = 0;
    std::string madeBy{}; ///< user and host
    WallTime madeAt{};
    SteadyTime madeAtSteady{}; ///< the same moment
};

/// What a report is to be about.
struct IncidentQuestion {
    config::Deployment deployment;
    std::optional<Resource> resource{};
    history::Window span{};
    std::filesystem::path journal;
    std::filesystem::path history; ///< need not exist
};

/// Reads journal and history. An action belongs to each deployment that has one of its masters. A
/// report of a span of time has the locks that something was done to in that span, without those of
/// plans, and the locks that were held longest (kMostLocks in all). `present` of all locks is
/// nullopt: the caller fills it in.
///
/// Does not fail: what could not be read is named in the result. Blocks for the disk. `clock` is
/// read once.
[[nodiscard]] Incident gatherIncident(const IncidentQuestion& question, const Clock& clock);

/// True if the action was sent to one of the deployment's masters. Names tell nothing: those of
/// deployments that were given as URLs are all the same. Pure.
[[nodiscard]] bool isOf(const config::Deployment& deployment, const release::JournalIntent& intent);

/// The token that leads now, if it is another one than the action's and not a revoked lock's
/// tombstone. `isTakenAnew`: the leading token was seen to come after the action, so that the
/// action's own token counts, too: some programs always write the same value. Pure.
[[nodiscard]] std::optional<Fingerprint> successorOf(const observe::LockEntry& entry,
    const release::JournalIntent& intent, bool isTakenAnew = false);

inline constexpr std::size_t kMostLocks = 50;

/// Who held a lock after it was taken from somebody.
struct NextHolder {
    std::string token; ///< the first digits of its fingerprint
    std::string holder; ///< in words, safe to show
    /// From the result until it took the lock, or was first recorded; nullopt: not known. A minimum
    /// of zero.
    std::optional<std::chrono::milliseconds> after{};
};

/// The first holder of another token that was seen after the deed: by the journal, in the history,
/// or at present. nullopt: nobody was seen. Pure.
[[nodiscard]] std::optional<NextHolder> nextHolder(
    const IncidentLock& lock, const release::Deed& deed);

/// The report as Markdown (CommonMark with tables): a summary of each lock, then what it rests on.
/// Text from servers and people can't become markup. Pure.
[[nodiscard]] std::string asMarkdown(const Incident& incident);
/// The report as JSON, one line of ASCII: see docs/lockctl.md. Pure.
[[nodiscard]] std::string asJson(const Incident& incident);

} // namespace lockkeeper::output
