// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board_update.h"
#include "core/observe/process_probe.h"
#include "core/observe/sweep.h"

#include <span>
#include <unordered_map>

namespace lockkeeper::observe {

/// The one picture of all locks of a deployment: one entry per resource, made from the latest
/// readings. Not thread-safe; lives on its watcher's thread. `processes` must outlive it.
class Board {
public:
    Board(std::vector<MasterId> masters, std::span<const Format> formats,
        const ProcessProbe& processes);

    /// Takes in a sweep: fills `changed`, `gone`, `otherKeys`, `isComplete`, `quorum`, `error` and
    /// `asOf`. A master whose sweep failed votes NoAnswer (or Error) on every resource; a resource
    /// stays on the board until masters enough for a quorum say that it is free.
    [[nodiscard]] BoardUpdate apply(const SweepResult& sweep, SteadyTime now, WallTime wallNow);

private:
    /// What is kept of a resource between two sweeps.
    struct Known {
        LockEntryPtr entry;
        std::optional<Fingerprint> token{}; ///< the last one that was read
    };
    struct Moment {
        SteadyTime now;
        WallTime wallNow;
    };

    [[nodiscard]] Vote voteOf(const SweepResult& sweep, std::size_t master,
        std::optional<std::size_t> key, const LockEntry* before, SteadyTime now) const;
    [[nodiscard]] LockEntryPtr makeEntry(const SweepResult& sweep, const Resource& resource,
        std::optional<std::size_t> key, Moment moment);
    void carryOver(LockEntry& entry, const Known* before);

    std::vector<MasterId> m_masters;
    std::span<const Format> m_formats;
    const ProcessProbe& m_processes;
    std::unordered_map<Resource, Known> m_entries;
    std::uint64_t m_revision = 0;
};

} // namespace lockkeeper::observe
