// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/thresholds.h"
#include "core/config/user_format.h"
#include "core/export.h"
#include "core/redis/url.h"
#include "core/result.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::config {

/// Source of a password that is not in the URL. At most one of the two is set.
struct PasswordSource {
    std::string environment; ///< name of an environment variable
    std::string file; ///< a file that is ours or root's and nobody else may read; its first line

    [[nodiscard]] bool isEmpty() const noexcept { return environment.empty() && file.empty(); }
    friend bool operator==(const PasswordSource&, const PasswordSource&) = default;
};

/// Where a Sentinel is asked, unless a port is named.
inline constexpr std::uint16_t kSentinelPort = 26379;

/// A master that is found through Sentinels.
struct SentinelGroup {
    std::string name; ///< as in `sentinel monitor NAME ...`
    std::vector<redis::Url> sentinels; ///< at least one
    PasswordSource password{}; ///< for the Sentinels themselves
};

/// The servers of another store than Redis. They decide together which writes are true, so they
/// vote as one.
struct Ensemble {
    struct Server {
        std::string host;
        std::uint16_t port = 0;
        friend bool operator==(const Server&, const Server&) = default;
    };

    std::string scheme; ///< of its URLs, without TLS: "zk" for ZooKeeper
    std::vector<Server> servers{}; ///< at least one; login and TLS are MasterConfig::url's
    std::string root{}; ///< what is watched: a path without a slash at its end; empty: all

    friend bool operator==(const Ensemble&, const Ensemble&) = default;
};

/// One voter of a deployment: a master with a fixed address, the current master of a Sentinel
/// group, or all shards of a Cluster. In a Cluster the shard that serves a key's slot votes on it.
struct LOCKKEEPER_EXPORT MasterConfig {
    MasterId id;
    /// For a group, a Cluster or an ensemble: login, database and TLS of its servers; the host is
    /// the group's name, the first seed or the first server.
    redis::Url url;
    PasswordSource password{};
    std::optional<SentinelGroup> sentinel{};
    std::vector<redis::Url> clusterSeeds{}; ///< not empty: a Cluster
    std::optional<Ensemble> ensemble{}; ///< set: another store than Redis

    /// For display: a redacted URL; `sentinel://` with the first Sentinel and the group's name,
    /// `cluster://` with the first seed; that of an ensemble with all its servers.
    [[nodiscard]] std::string label() const;
};

/// How much care a deployment needs. Unclassified: nobody has said it.
enum class DeploymentClass { Production, Staging, Development, Unclassified };

/// Whether a master that may have forgotten its locks votes on who gets one. See
/// docs/guarantees.md, "Masters that forget".
enum class RestartQuarantine {
    Auto, ///< not until the longest TTL has passed, while the other masters are a quorum
    Always, ///< not until then, even if no lock can be taken meanwhile
    Off, ///< at once: the masters keep their data (appendfsync always)
};

/// Larger deployments are refused: observers store one bit per master.
inline constexpr std::size_t kMostMasters = 64;

/// A program that tells whether the holder of a lock lives, where nobody else can: see
/// docs/deployments.md, "Is it alive?".
struct Liveness {
    /// A program that goes with Lockkeeper, in the place of `command`.
    enum class Ask : std::uint8_t { Kubernetes, Ssh };
    friend constexpr auto enumNames(Ask /*of*/) noexcept { return std::array{"kubernetes", "ssh"}; }

    std::vector<std::string> command{}; ///< its whole path, and arguments; empty: none
    std::optional<Ask> ask{};
    std::string nameSpace{}; ///< (Kubernetes) of the pods; empty: any
    std::string container{}; ///< (Kubernetes) of a pod, which holds the locks; empty: all of it
    std::string context{}; ///< (Kubernetes) of kubectl; empty: the current one
    std::chrono::milliseconds within{2000}; ///< for its answer

    friend bool operator==(const Liveness&, const Liveness&) = default;
};

/// The masters that decide locks together, and how to watch them. A value.
struct Deployment {
    std::string name;
    std::vector<MasterConfig> masters;
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, if they are few
    std::chrono::milliseconds interval{1000}; ///< minimum time between two sweeps
    std::chrono::milliseconds timeout{1000}; ///< per command and master
    /// While a master reports changes: a lock that was not read for this long is read again.
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    RestartQuarantine restartQuarantine = RestartQuarantine::Auto;
    /// The longest TTL that anybody gives a lock here, for the quarantine. A client that uses a
    /// longer one counts with that.
    std::chrono::milliseconds longestTtl{std::chrono::minutes(1)};
    DeploymentClass deploymentClass = DeploymentClass::Production;
    /// No lock may be taken or released. Connections of a read-only deployment send only commands
    /// that read. See docs/deployments.md, "Read-only".
    bool isReadOnly = true;
    bool isSandbox = false; ///< its servers exist for one run
    Thresholds thresholds{};
    Liveness liveness{};
    std::vector<FormatHint> formatHints{}; ///< the first match counts
    std::vector<UserFormat> formats{}; ///< tried before the built-in ones

    /// The store that it uses instead of Redis; null: Redis.
    [[nodiscard]] LOCKKEEPER_EXPORT const Ensemble* otherStore() const noexcept LK_LIFETIME_BOUND;
    /// The number of masters that must agree: N/2+1.
    [[nodiscard]] LOCKKEEPER_EXPORT std::size_t quorum() const noexcept;
};

/// Builds a deployment from URLs given on a command line. Masters are named a, b, c ... in that
/// order. The deployment is Unclassified; it is not read-only, because the caller has named its
/// servers explicitly.
/// An ensemble (see voterFromUrl()) is a deployment of its own.
/// Errors: InvalidUrl or Unsupported from the parser; InvalidArgument if there is no URL, if one is
/// given twice, if there are more than kMostMasters, or another master beside an ensemble.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Deployment> deploymentFromUrls(
    std::string name, const std::vector<std::string>& urls);

/// The id of the index-th master of a deployment built from URLs: a ... z, then m27, m28 ...
[[nodiscard]] LOCKKEEPER_EXPORT MasterId masterIdFor(std::size_t index);

} // namespace lockkeeper::config
