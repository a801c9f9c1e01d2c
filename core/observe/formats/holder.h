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

/// The ensemble session that a holder's node ends with.
struct HolderSession {
    std::int64_t id = 0;
    /// ip:port of its client, as the ensemble sees it; empty: unknown.
    std::string address{};
    /// The session ends after this long without a sign of its client. 0: unknown.
    std::chrono::milliseconds timeout{0};
    /// Creation of the node, by the ensemble's clock: the earliest time of its acquisition.
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
    std::optional<std::string> process{}; ///< of the process, see lock::Owner
    bool mayOutliveProcess = false; ///< see lock::Owner
    bool hearsAsks = false; ///< see lock::Owner
    std::optional<std::string> detail; ///< other distinction: a node id, a client uuid
    /// (one of several holders) Its fingerprintOfPart(), which renewals don't change.
    std::optional<Fingerprint> member{};
    /// (a store with nodes) zookeeper::NodeId::text() of its node.
    std::optional<std::string> node{};
    std::optional<HolderSession> session{}; ///< (a lock of an ensemble)

    friend bool operator==(const Holder&, const Holder&) = default;
};

} // namespace lockkeeper::observe
