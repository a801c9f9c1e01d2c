// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/global_options.h"
#include "app/sandbox/sandbox.h"
#include "core/config/deployment.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The deployment that a command works on, and its sandbox with --sandbox.
struct Target {
    std::optional<sandbox::Sandbox> sandbox;
    config::Deployment deployment;
    /// The variables that the deployments file, if it was read, names for passwords: those of its
    /// other deployments, too.
    std::vector<std::string> passwordVariables{};
    /// The options with which a line that is pasted into a shell works on this deployment, or
    /// refuses: the masters by their URLs; if these hold logins, or a file names the masters, what
    /// the file needs and --expect-deployment. Each begins with a blank.
    std::string lineOptions{};
    std::string placeOptions{}; ///< these without --match
};

/// What a command does with a target.
enum class TargetUse {
    Watch, ///< only what observe::Watcher, sweepOnce() and release::readLock() tell: of any store
    Look, ///< asks the masters more: refused for other stores than Redis
    Act, ///< acquires or frees locks, in any store: refused for read-only deployments
    ActInRedis, ///< the same, refused for other stores, too
};

/// Opens the deployment that --master, --sandbox, --config, --deployment and --match describe.
/// Starts the sandbox for --sandbox.
///
/// Effects: prints warnings about a suspicious deployment, and errors in the deployments file, on
/// standard error. Errors: those of config::deploymentFromUrls(), DeploymentsFile::open() and
/// Sandbox::start(); Unsupported for a use that the store does not have; InvalidArgument without
/// any masters, to act on a read-only deployment, or if
/// --expect-deployment names another one.
/// Blocks for the disk, and while a sandbox starts.
[[nodiscard]] Result<Target> openTarget(const GlobalOptions& globals, TargetUse use);

/// What to do about keys that are no locks as far as known: the commands that tell their kinds, and
/// that make one of them a lock.
[[nodiscard]] std::string kindsAdvice(const GlobalOptions& globals, const Target& target);

/// The URLs that LOCKKEEPER_MASTERS names; empty without it.
[[nodiscard]] std::vector<std::string> mastersOfEnvironment();

/// The deployments file: the one of --config, else the default one. InvalidArgument if there is no
/// place for the default one.
[[nodiscard]] Result<std::filesystem::path> deploymentsFileOf(const GlobalOptions& globals);

/// The journal of releases: the one of --journal, else the default one.
[[nodiscard]] std::filesystem::path journalFileOf(const GlobalOptions& globals);

/// The deployment's history file: the one of --history, else the default one.
[[nodiscard]] std::filesystem::path historyFileOf(
    const GlobalOptions& globals, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
