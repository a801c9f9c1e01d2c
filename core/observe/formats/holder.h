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

/// Its end deletes the holder's node.
struct HolderSession {
    std::int64_t id = 0;
    /// ip:port of its client as the ensemble sees it; empty: unknown.
    std::string address{};
    /// Without a sign of its client. 0: unknown.
    std::chrono::milliseconds timeout{0};
    /// Creation of the node by the ensemble's clock, before the lock was taken.
    WallTime queuedAt{};

    friend bool operator==(const HolderSession&, const HolderSession&) = default;
};

/// The owner in a lock's value. Texts are unchecked: show them through displaySafe().
struct Holder {
    std::optional<std::string> host;
    std::optional<std::int64_t> pid;
    std::optional<std::string> thread;
    std::optional<std::string> app;
    std::optional<WallTime> since; ///< acquisition, by the holder's clock
    std::optional<std::string> process{}; ///< this and the next two: see lock::Owner
    bool mayOutliveProcess = false;
    bool hearsAsks = false;
    std::optional<std::string> detail; ///< a node id, a client uuid
    /// (one of several holders) Its fingerprintOfPart(): renewals don't change it.
    std::optional<Fingerprint> member{};
    /// (a store with nodes) zookeeper::NodeId::text().
    std::optional<std::string> node{};
    std::optional<HolderSession> session{}; ///< (an ensemble)

    friend bool operator==(const Holder&, const Holder&) = default;
};

} // namespace lockkeeper::observe
