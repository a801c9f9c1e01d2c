// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/global_options.h"
#include "app/sandbox/sandbox.h"
#include "core/config/deployment.h"
#include "core/history/place.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

struct Target {
    std::optional<sandbox::Sandbox> sandbox;
    config::Deployment deployment;
    /// For printed commands, which must work on this deployment or refuse: the masters' URLs; if
    /// these hold logins or are from a file, the file's options and --expect-deployment. Each
    /// starts with a space.
    std::string lineOptions{};
    std::string placeOptions{}; ///< without --match
    /// For sentences: "with the same 3 masters, lockctl --expect-deployment 1a2b3c4d".
    std::string hintPrefix{};
    std::string hintOptions{};
};

enum class TargetUse {
    Watch, ///< observe::Watcher, sweepOnce() and release::readLock(): any store
    Look, ///< other questions: Redis only
    Act, ///< acquires or frees locks in any store; needs a writable deployment
    ActInRedis, ///< the same, Redis only
};

/// Opens the deployment of the options, or starts the sandbox. Prints warnings and the file's
/// errors. Errors: those of config::deploymentFromUrls(), DeploymentsFile::open() and
/// Sandbox::start(); Unsupported by this store; InvalidArgument without masters, to act on a
/// read-only deployment, or if --expect-deployment differs. Blocks for the disk and the sandbox.
[[nodiscard]] Result<Target> openTarget(const GlobalOptions& globals, TargetUse use);

struct OpenedDeployment {
    std::string name; ///< may be empty
    Result<Target> target;
};

/// As openTarget(). With --all opens all deployments of the file; unusable ones come last. Prints
/// warnings with names. InvalidArgument without the file or a usable entry. Blocks for the disk.
[[nodiscard]] Result<std::vector<OpenedDeployment>> openTargets(
    const GlobalOptions& globals, TargetUse use);

/// See Target::lineOptions.
[[nodiscard]] std::string allOptions(const GlobalOptions& globals);

[[nodiscard]] std::string kindsAdvice(const GlobalOptions& globals, const Target& target);

/// InvalidArgument if the default file has no place.
[[nodiscard]] Result<std::filesystem::path> deploymentsFileOf(const GlobalOptions& globals);

[[nodiscard]] std::filesystem::path journalFileOf(const GlobalOptions& globals);

[[nodiscard]] history::Place historyOf(
    const GlobalOptions& globals, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
