// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/lock/acquire_options.h"
#include "core/observe/kinds/kind_hint.h"
#include "core/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockkeeper::ctl {

/// The environment variable that names masters where no option does.
inline constexpr const char* kMastersVariable = "LOCKKEEPER_MASTERS";
/// The environment variable with the token of `lockctl serve`.
inline constexpr const char* kServeTokenVariable = "LOCKKEEPER_SERVE_TOKEN";

/// The options that every command has. Patterns, URLs and names are the bytes of the command line.
struct GlobalOptions {
    std::vector<std::string> masters; ///< URLs; may hold passwords
    std::vector<std::string> patterns;
    std::string journal; ///< empty: the default file
    std::string history; ///< empty: the deployment's default file
    std::optional<std::string> config; ///< the deployments file; nullopt: the default one
    std::optional<std::string> deployment; ///< name of a deployment in the file
    std::optional<std::string>
        expected; ///< the only deployment to work on; see Target::lineOptions
    bool isSandbox = false;
    bool isJson = false;
    bool arePossibleWanted = false; ///< also what is only possibly a lock
};

struct ListOptions {
    bool isStaleOnly = false;
    bool isWide = false; ///< cut nothing, whatever the width of the terminal
};

struct WatchCommandOptions {
    bool isRecorded = false; ///< record what is seen into the history
    bool isWide = false; ///< like ListOptions::isWide
};

struct ShowOptions {
    Resource resource;
};

/// Listening to what the masters execute.
struct MonitorOptions {
    std::optional<std::chrono::milliseconds> time; ///< nullopt: do not listen
    std::uint32_t lines = 100'000; ///< commands to listen to per master, at most
};

struct WhoisCommandOptions {
    Resource resource;
    MonitorOptions monitor;
};

/// Limits of a count. A larger count is a warning or critical. Nullopt: no limit.
struct Limits {
    std::optional<std::uint32_t> warn = 0;
    std::optional<std::uint32_t> crit{};
};

struct CheckOptions {
    Limits stale;
    Limits unknown;
    Limits split;
    Limits deadlocks;
    Limits risks;
    std::optional<std::chrono::milliseconds> warnHeld;
    std::optional<std::chrono::milliseconds> critHeld;
};

struct ExportOptions {
    std::string file; ///< empty: standard output
};

struct MetricsOptions {
    std::string file; ///< empty: standard output
    bool isPerLock = false;
};

struct ServeOptions {
    std::string listen = "127.0.0.1:7737"; ///< address and port
    std::string tokenFile; ///< empty: the token is in the environment, or there is none
    std::uint32_t mostClients = 256; ///< answered at a time
    std::chrono::milliseconds staleAfter{10'000}; ///< older data are a failure
    bool isPerLock = false; ///< like MetricsOptions::isPerLock
};

struct KindsOptions {
    bool areAllWanted = false; ///< also kinds without locks
    std::optional<observe::KindAnswer> answer; ///< nullopt: list the kinds
    std::string kind; ///< (answer) the kind that it is about
    std::string because; ///< (answer) empty: no reason was given
};

struct AcquireCommandOptions {
    Resource resource;
    std::chrono::milliseconds ttl{0};
    std::chrono::milliseconds wait{0};
    bool isHeld = false; ///< hold until a signal comes; else leave the lock to its TTL
    bool isRenewed = true;
    lock::OnDeadlock onDeadlock = lock::OnDeadlock::Wait;
};

struct RunOptions {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::optional<std::chrono::milliseconds> wait; ///< nullopt: without a limit
    lock::OnDeadlock onDeadlock = lock::OnDeadlock::Wait;
    bool arePasswordsKept = false; ///< the command gets the variables with passwords, too
    std::vector<std::string> command;
};

/// Of `release` and `revoke`.
struct ReleaseOptions {
    bool isRevoke = false;
    Resource resource;
    std::string token; ///< the first 8 to 40 hex digits of its fingerprint
    std::string reason;
    bool isDryRun = false;
    bool isConfirmed = false;
};

struct SandboxOptions { };

struct HistoryOptions {
    enum class Question { Timeline, Busiest, Longest, Contention, Trends };
    Question question = Question::Timeline;
    Resource resource; ///< for Timeline
    std::optional<WallTime> since; ///< nullopt: everything in the history
};

struct ReportOptions {
    std::optional<Resource> resource; ///< nullopt: all that happened in the span
    WallTime since{};
    WallTime until = WallTime::max();
    std::string file; ///< empty: standard output
};

struct JournalVerifyOptions {
    std::string file; ///< empty: that of GlobalOptions::journal
    std::string head; ///< lower-case hex digits of a hash that must be in the chain; empty: none
};

struct WaitersOptions {
    std::optional<Resource> resource; ///< nullopt: for all locks
    MonitorOptions monitor; ///< needs a resource
};

struct DeadlocksOptions { };

struct MastersOptions { };

using Command = std::variant<ListOptions, WatchCommandOptions, AcquireCommandOptions, RunOptions,
    ReleaseOptions, SandboxOptions, HistoryOptions, ShowOptions, CheckOptions, ExportOptions,
    MetricsOptions, WhoisCommandOptions, KindsOptions, ReportOptions, WaitersOptions,
    DeadlocksOptions, MastersOptions, JournalVerifyOptions, ServeOptions>;

/// A parsed and checked command line.
struct Invocation {
    GlobalOptions globals;
    Command command;
};

} // namespace lockkeeper::ctl
