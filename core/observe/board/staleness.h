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

/// Whether any master has a client of this name. Must not block.
using IsConnected = std::function<std::optional<bool>(const std::string& connectionName)>;

/// See StoreWatch. Must not block.
using StoreEvidence = std::function<std::vector<Evidence>(const LockEntry& entry)>;

/// How one master is watched.
struct WatchCoverage {
    SteadyTime since = SteadyTime::min(); ///< without a gap; max: not watched
    /// Changes until then were reported and read. nullopt: only readings show changes.
    std::optional<SteadyTime> pushedUntil{};
};

[[nodiscard]] bool areWatchedSince(const std::vector<WatchCoverage>* attention, SteadyTime time);

/// Objects referred to must outlive it. Null pointers: unknown.
struct EvidenceRules {
    std::reference_wrapper<const ProcessProbe> processes;
    config::Thresholds thresholds{};
    UsualHold usualHold{};
    IsConnected isConnected{};
    /// By master; null: defaults.
    const std::vector<WatchCoverage>* attention = nullptr;
    const WaitsPtr* waits = nullptr;
    const NoteBook* notes = nullptr;
    const LostLeases* lost = nullptr;
    StoreEvidence ofStore{};
};

[[nodiscard]] std::optional<Evidence> processGone(
    const PackedLock& lock, const ProcessProbe& processes);

[[nodiscard]] std::vector<Evidence> findEvidence(const LockEntry& entry, const Judgement& judgement,
    const EvidenceRules& rules, const Clock& clock);

} // namespace lockkeeper::observe
