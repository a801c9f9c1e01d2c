// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/text/fingerprint.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// The session of an ensemble that a holder's node ends with.
struct HolderSession {
    std::int64_t id = 0;
    /// ip:port of its client, as a server of the ensemble sees it; empty: not known.
    std::string address{};
    /// It ends so long after its client was last heard. 0: not known.
    std::chrono::milliseconds timeout{0};
    /// When the node was made, by the ensemble's clock. Its holder has the lock since then at most.
    WallTime queuedAt{};

    friend bool operator==(const HolderSession&, const HolderSession&) = default;
};

/// What the stored value says about a lock's owner. Text is as the other program wrote it: pass it
/// through displaySafe() before showing it.
struct Holder {
    std::optional<std::string> host;
    std::optional<std::int64_t> pid;
    std::optional<std::string> thread;
    std::optional<std::string> app;
    std::optional<WallTime> since; ///< when the lock was acquired, by the holder's clock
    std::optional<std::string> process{}; ///< identity of the process, see lock::Owner
    bool mayOutliveProcess = false; ///< see lock::Owner
    bool hearsAsks = false; ///< see lock::Owner
    std::optional<std::string>
        detail; ///< anything else that distinguishes owners: a node id, a client uuid
    /// (one of several holders of a lock) Fingerprint of what stands for it in the value: see
    /// fingerprintOfPart(). It stays the same when the holder renews.
    std::optional<Fingerprint> member{};
    /// (of a store with nodes) Which node stands for it there: zookeeper::NodeId::text().
    std::optional<std::string> node{};
    std::optional<HolderSession> session{}; ///< (a lock of an ensemble)

    friend bool operator==(const Holder&, const Holder&) = default;
};

} // namespace lockkeeper::observe
