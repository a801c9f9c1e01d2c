// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/types.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockkeeper::ctl {

/// What goes for every command. Patterns, URLs and names are bytes as typed.
struct GlobalOptions {
    std::vector<std::string> masters; ///< URLs; may hold passwords
    std::vector<std::string> patterns;
    std::string journal; ///< empty: the default file
    std::string history; ///< empty: the deployment's default file
    std::optional<std::string> config; ///< the deployments file, instead of the default one
    std::optional<std::string> deployment; ///< which of the file's
    bool isSandbox = false;
    bool isJson = false;
};

struct ListOptions {
    bool isStaleOnly = false;
};

struct WatchOptions {
    bool isRecorded = false; ///< into the history
};

struct ShowOptions {
    Resource resource;
};

struct WhoisOptions {
    Resource resource;
    std::optional<std::chrono::milliseconds> monitor; ///< how long; nullopt: not at all
    std::uint32_t lines = 100'000; ///< of each master, at most
};

/// More than these are a warning, or critical; nullopt: any number is fine.
struct Limits {
    std::optional<std::uint32_t> warn = 0;
    std::optional<std::uint32_t> crit{};
};

struct CheckOptions {
    Limits stale;
    Limits unknown;
    Limits split;
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

struct AcquireOptions {
    Resource resource;
    std::chrono::milliseconds ttl{0};
    std::chrono::milliseconds wait{0};
    bool isHeld = false; ///< until a signal; else left to its TTL
    bool isRenewed = true;
};

struct RunOptions {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::optional<std::chrono::milliseconds> wait; ///< nullopt: for as long as it takes
    std::vector<std::string> command;
};

struct ReleaseOptions {
    Resource resource;
    std::string token; ///< the first 8 to 40 digits of its fingerprint
    std::string reason;
    bool isDryRun = false;
    bool isConfirmed = false;
};

struct SandboxOptions { };

struct HistoryOptions {
    enum class Question { Timeline, Busiest, Longest, Contention };
    Question question = Question::Timeline;
    Resource resource; ///< (Timeline)
    std::optional<WallTime> since; ///< nullopt: everything that is kept
};

using Command = std::variant<ListOptions, WatchOptions, AcquireOptions, RunOptions, ReleaseOptions,
    SandboxOptions, HistoryOptions, ShowOptions, CheckOptions, ExportOptions, MetricsOptions,
    WhoisOptions>;

/// The command line, understood.
struct Invocation {
    GlobalOptions globals;
    Command command;
};

} // namespace lockkeeper::ctl
