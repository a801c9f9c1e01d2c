// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/redis/url.h"
#include "core/result.h"
#include "core/text/secret.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// A password outside the URL. At most one member is set.
struct PasswordSource {
    std::string environment; ///< a variable's name
    std::string file; ///< its first line; only we or root may own or read it

    [[nodiscard]] bool isEmpty() const noexcept { return environment.empty() && file.empty(); }
    friend bool operator==(const PasswordSource&, const PasswordSource&) = default;
};

/// A PostgreSQL database for a history.
struct HistoryServer {
    std::string url{}; ///< without a password; empty: a file keeps the history
    PasswordSource source{};
    Secret password{};

    /// `postgresql://user@host/database`; moves a password into `password`. InvalidUrl, without the
    /// text.
    [[nodiscard]] LOCKKEEPER_EXPORT static Result<HistoryServer> fromUrl(std::string_view url);
};
/// A server, not a file.
[[nodiscard]] LOCKKEEPER_EXPORT bool isHistoryUrl(std::string_view text) noexcept;

inline constexpr std::uint16_t kSentinelPort = 26379;

struct SentinelGroup {
    std::string name; ///< of `sentinel monitor NAME ...`
    std::vector<redis::Url> sentinels; ///< at least one
    PasswordSource password{}; ///< of the Sentinels
};

/// Another store's servers: one vote, as they agree on writes.
struct Ensemble {
    struct Server {
        std::string host;
        std::uint16_t port = 0;
        friend bool operator==(const Server&, const Server&) = default;
    };

    std::string scheme; ///< without TLS: "zk" for ZooKeeper
    std::vector<Server> servers{}; ///< at least one; MasterConfig::url has login and TLS
    std::string root{}; ///< watched path without a final slash; empty: all
    /// Of AdminServers, asked without TLS; 0: not asked. Unset: 8080, or 0 with TLS.
    std::optional<std::uint16_t> adminPort{};

    friend bool operator==(const Ensemble&, const Ensemble&) = default;
};

/// One voter: a master, a Sentinel group's current master, an ensemble, or a Cluster, where the
/// key's shard votes.
struct LOCKKEEPER_EXPORT MasterConfig {
    MasterId id;
    /// Login, database and TLS of all its servers. The host is the group's name, the first seed, or
    /// the server.
    redis::Url url;
    PasswordSource password{};
    std::optional<SentinelGroup> sentinel{};
    std::vector<redis::Url> clusterSeeds{}; ///< not empty: a Cluster
    std::optional<Ensemble> ensemble{}; ///< set: another store

    /// Redacted: `sentinel://` with the first Sentinel and the group, `cluster://` with the first
    /// seed, or an ensemble with all servers.
    [[nodiscard]] std::string label() const;
};

enum class DeploymentClass { Production, Staging, Development, Unclassified };
constexpr auto enumNames(DeploymentClass /*of*/) noexcept
{
    return std::array{"production", "staging", "development", "unclassified"};
}

/// Whether masters that may have forgotten locks vote on a new one: docs/guarantees.md, "Masters
/// that forget".
enum class RestartQuarantine {
    Auto, ///< only after the longest TTL, while the others form a quorum
    Always, ///< only after the longest TTL, even if nobody can lock meanwhile
    Off, ///< at once, for masters that keep data (appendfsync always)
};
constexpr auto enumNames(RestartQuarantine /*of*/) noexcept
{
    return std::array{"auto", "always", "off"};
}

/// Observers store a bit per master.
inline constexpr std::size_t kMostMasters = 64;

/// When a lock is suspicious, and the load of observing.
struct Thresholds {
    std::chrono::milliseconds maxLease{std::chrono::hours(24)}; ///< a longer TTL is suspicious
    /// A longer hold with renewals is suspicious.
    std::chrono::milliseconds renewedFor{std::chrono::hours(24)};
    double timesUsual = 10; ///< a hold this many times the usual one is suspicious
    std::uint32_t commandsPerSecond = 0; ///< per master; 0: no limit

    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

/// The format of keys that would fit several.
struct FormatHint {
    std::string keys; ///< glob, as SCAN's
    std::string format; ///< "redis-py", or a UserFormat's

    friend bool operator==(const FormatHint&, const FormatHint&) = default;
};

/// A user's format: docs/formats.md.
struct UserFormat {
    enum class Type { String, Hash, List, Set, SortedSet };
    friend constexpr auto enumNames(Type /*of*/) noexcept
    {
        return std::array{"string", "hash", "list", "set", "zset"};
    }
    enum class SinceUnit { Seconds, Milliseconds };
    friend constexpr auto enumNames(SinceUnit /*of*/) noexcept { return std::array{"s", "ms"}; }

    std::string name;
    std::string keys; ///< glob, as SCAN's
    Type type = Type::String;
    /// PCRE2 for a whole string, field name or element. Groups: host, pid, thread, app, since.
    /// Empty: anything.
    std::string value;
    SinceUnit sinceUnit = SinceUnit::Milliseconds; ///< of `since`, a Unix time

    friend bool operator==(const UserFormat&, const UserFormat&) = default;
};

/// How to ask if a holder lives: docs/deployments.md, "Is it alive?".
struct Liveness {
    /// A shipped program, instead of `command`.
    enum class Ask : std::uint8_t { Kubernetes, Ssh };
    friend constexpr auto enumNames(Ask /*of*/) noexcept { return std::array{"kubernetes", "ssh"}; }

    std::vector<std::string> command{}; ///< absolute path and arguments; empty: none
    std::optional<Ask> ask{};
    std::string nameSpace{}; ///< (Kubernetes) of the pods; empty: any
    std::string container{}; ///< (Kubernetes) the holder; empty: any in the pod
    std::string context{}; ///< (Kubernetes) of kubectl; empty: the current one
    std::chrono::milliseconds within{2000};

    friend bool operator==(const Liveness&, const Liveness&) = default;
};

/// Masters that decide locks together, and how to watch them.
struct Deployment {
    std::string name;
    std::vector<MasterConfig> masters;
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, if few
    std::chrono::milliseconds interval{1000}; ///< minimum time between sweeps
    std::chrono::milliseconds timeout{1000}; ///< per command and master
    /// With pushed changes: time until a lock is read again.
    std::chrono::milliseconds resweepInterval{std::chrono::minutes(5)};
    RestartQuarantine restartQuarantine = RestartQuarantine::Auto;
    /// For the quarantine. A client with a longer one takes its own.
    std::chrono::milliseconds longestTtl{std::chrono::minutes(1)};
    DeploymentClass deploymentClass = DeploymentClass::Production;
    /// Only reads locks: docs/deployments.md, "Read-only".
    bool isReadOnly = true;
    bool isSandbox = false; ///< servers exist only for one run
    Thresholds thresholds{};
    Liveness liveness{};
    std::vector<FormatHint> formatHints{}; ///< the first match counts
    std::vector<UserFormat> formats{}; ///< tried before built-in ones
    HistoryServer history{};
    /// Variables of passwords in its file, also in other and broken entries.
    std::vector<std::string> passwordVariables{};

    /// Null for Redis.
    [[nodiscard]] LOCKKEEPER_EXPORT const Ensemble* otherStore() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] LOCKKEEPER_EXPORT std::size_t quorum() const noexcept;
};

/// A command line's deployment: masters a, b, c ..., Unclassified, not read-only, as the caller
/// named the servers. An ensemble (voterFromUrl()) is a deployment of its own.
///
/// InvalidUrl or Unsupported from the parser; InvalidArgument without URLs, for a repeated one,
/// beyond kMostMasters, or for a master beside an ensemble.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Deployment> deploymentFromUrls(
    std::string name, const std::vector<std::string>& urls);

/// a ... z, then m27, m28 ...
[[nodiscard]] LOCKKEEPER_EXPORT MasterId masterIdFor(std::size_t index);

} // namespace lockkeeper::config
