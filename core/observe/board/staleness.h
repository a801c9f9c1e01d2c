// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/thresholds.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/lost_leases.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/usual_hold.h"
#include "core/observe/board/waits.h"
#include "core/observe/notes/note_book.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// Returns whether a client of any master has this name, which a lock's token gives to its owner's
/// connections; nullopt if that is unknown, for example while a master does not list its clients.
/// Called for every such lock from time to time: must answer from memory.
using IsConnected = std::function<std::optional<bool>(const std::string& connectionName)>;

/// Returns what only the store of the lock can tell: see StoreWatch. Called for every lock from
/// time to time, as IsConnected.
using StoreEvidence = std::function<std::vector<Evidence>(const LockEntry& entry)>;

/// How closely a master is watched: events that were not seen there may have happened all the same.
struct WatchCoverage {
    SteadyTime since = SteadyTime::min(); ///< watched without a gap since then; max: not watched
    /// All changes until then were reported and read. nullopt: they are seen when a key is read.
    std::optional<SteadyTime> pushedUntil{};
};

/// True if all masters, of which there is one at least, are known to have been watched since before
/// `time`.
[[nodiscard]] bool areWatchedSince(const std::vector<WatchCoverage>* attention, SteadyTime time);

/// Inputs for the evidence. Everything referred to must outlive them.
struct EvidenceRules {
    std::reference_wrapper<const ProcessProbe> processes; ///< refuses a temporary
    config::Thresholds thresholds{};
    UsualHold usualHold{}; ///< empty: nothing counts as unusual
    IsConnected isConnected{}; ///< empty: unknown
    /// How closely each master is watched; null: the default for each.
    const std::vector<WatchCoverage>* attention = nullptr;
    const WaitsPtr* waits = nullptr; ///< who waits now; null: not known
    const NoteBook* notes = nullptr; ///< what people say about locks; null: not known
    const LostLeases* lost = nullptr; ///< leases that masters lost; null: not known
    StoreEvidence ofStore{}; ///< empty: nothing
};

/// That the process which the lock's value identifies has ended. nullopt: it lives, or nothing
/// tells.
[[nodiscard]] std::optional<Evidence> processGone(
    const PackedLock& lock, const ProcessProbe& processes);

/// Collects the evidence that a lock is stale; empty if there is none. `judgement` is the entry's
/// own.
///
/// A TTL alone is never evidence, unless it is above the deployment's maximum. A holder's process
/// counts as gone only if the token identifies it as one of this boot and these namespaces, which
/// only ours do. Its connection counts as gone
/// only for our own tokens (no other library names its connections after its tokens), except those
/// of `lockctl`, which may leave a lock to its TTL.
[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock);

} // namespace lockkeeper::observe
