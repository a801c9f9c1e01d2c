// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/lost_leases.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/board/usual_hold.h"
#include "core/observe/board/waits.h"
#include "core/observe/notes/note_book.h"

#include <functional>
#include <vector>

namespace lockkeeper::observe {

/// Whether any master has a client of this name. nullopt: unknown. Answer from memory.
using IsConnected = std::function<std::optional<bool>(const std::string& connectionName)>;

/// See StoreWatch. Answer from memory.
using StoreEvidence = std::function<std::vector<Evidence>(const LockEntry& entry)>;

/// Events outside go unseen.
struct WatchCoverage {
    SteadyTime since = SteadyTime::min(); ///< watched without a gap since; max: not watched
    /// Changes until then were reported and read. nullopt: only readings show changes.
    std::optional<SteadyTime> pushedUntil{};
};

[[nodiscard]] bool areWatchedSince(const std::vector<WatchCoverage>* attention, SteadyTime time);

/// Referred-to objects must outlive it.
struct EvidenceRules {
    std::reference_wrapper<const ProcessProbe> processes; ///< refuses a temporary
    config::Thresholds thresholds{};
    UsualHold usualHold{};
    IsConnected isConnected{};
    /// By master; null: defaults.
    const std::vector<WatchCoverage>* attention = nullptr;
    const WaitsPtr* waits = nullptr; ///< null: unknown
    const NoteBook* notes = nullptr; ///< null: unknown
    const LostLeases* lost = nullptr; ///< null: unknown
    StoreEvidence ofStore{};
};

/// nullopt: it lives, or is unknown.
[[nodiscard]] std::optional<Evidence> processGone(
    const PackedLock& lock, const ProcessProbe& processes);

/// docs/observation.md, "Stale". `judgement`: the entry's.
[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock);

} // namespace lockkeeper::observe
