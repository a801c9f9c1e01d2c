// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/thresholds.h"
#include "core/config/user_format.h"
#include "core/export.h"
#include "core/redis/url.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::config {

/// Where a password comes from, if not from the URL. At most one of the two is set.
struct PasswordSource {
    std::string environment; ///< the name of a variable
    std::string file; ///< 0600 and ours; its first line

    [[nodiscard]] bool isEmpty() const noexcept { return environment.empty() && file.empty(); }
    friend bool operator==(const PasswordSource&, const PasswordSource&) = default;
};

/// A master that is found by asking Sentinels.
struct SentinelGroup {
    std::string name; ///< as in `sentinel monitor NAME ...`
    std::vector<redis::Url> sentinels; ///< at least one
    PasswordSource password{}; ///< for the Sentinels themselves
};

/// One voter of a deployment: a master at a fixed place, or the current master of a Sentinel group,
/// or all shards of a Cluster, of which the one that serves a key's slot answers for it.
struct LOCKKEEPER_EXPORT MasterConfig {
    MasterId id;
    /// For a group or a Cluster, the login, database and TLS of its servers; the host is the
    /// group's name or the first seed.
    redis::Url url;
    PasswordSource password{};
    std::optional<SentinelGroup> sentinel{};
    std::vector<redis::Url> clusterSeeds{}; ///< set: a Cluster

    /// For people: a redacted URL; `sentinel://` with the first Sentinel and the group's name,
    /// `cluster://` with the first seed.
    [[nodiscard]] std::string label() const;
};

/// How careful one has to be.
enum class DeploymentClass { Production, Staging, Development };

/// More masters in one deployment are refused: what watches has a bit for each.
inline constexpr std::size_t kMostMasters = 64;

/// The masters that together decide a lock, and how they are watched. A plain value.
struct Deployment {
    std::string name;
    std::vector<MasterConfig> masters;
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, while they are few
    std::chrono::milliseconds interval{1000}; ///< between two sweeps, at least
    std::chrono::milliseconds timeout{1000}; ///< per command and master
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)}; ///< while changes are told
    DeploymentClass deploymentClass = DeploymentClass::Production;
    bool isReadOnly = true; ///< nothing may be taken or released here
    bool isSandbox = false; ///< its servers live for one run
    Thresholds thresholds{};
    std::vector<FormatHint> formatHints{}; ///< the first that matches counts
    std::vector<UserFormat> formats{}; ///< before the built-in ones

    /// N/2+1.
    [[nodiscard]] std::size_t quorum() const noexcept { return masters.size() / 2 + 1; }
};

/// Builds a deployment from URLs as given on a command line; masters are named a, b, c ... in that
/// order. It is not read-only: who names the servers means them. On failure: the parser's
/// InvalidUrl or Unsupported, or InvalidArgument when there is no URL, one is given twice, or there
/// are more than kMostMasters.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Deployment> deploymentFromUrls(
    std::string name, const std::vector<std::string>& urls);

/// The id of the index-th master of a deployment built from URLs: a ... z, then m27, m28 ...
[[nodiscard]] LOCKKEEPER_EXPORT MasterId masterIdFor(std::size_t index);

} // namespace lockkeeper::config
