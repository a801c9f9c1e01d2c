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

/// Raises the limit of open files. InvalidArgument if the system allows fewer.
[[nodiscard]] Result<void> allowDescriptors(std::uint64_t needed);

struct Target {
    std::optional<sandbox::Sandbox> sandbox;
    config::Deployment deployment;
    /// For printed commands, options that name this deployment: the masters' URLs; if these hold
    /// logins or are from a file, the file's options and --expect-deployment. Each starts with a
    /// space.
    std::string lineOptions{};
    std::string placeOptions{}; ///< without --match
    /// For sentences: "with the same 3 masters, lockctl --expect-deployment 1a2b3c4d".
    std::string hintPrefix{};
    std::string hintOptions{};
};

enum class TargetUse {
    Watch, ///< any store
    Look, ///< other questions: Redis only
    Act, ///< acquires or frees locks in any store; needs a writable deployment
    ActInRedis, ///< Redis only
};

/// Opens the deployment of the options, or starts the sandbox; blocks. Prints warnings and the
/// file's errors. Fails also if the store is unsupported; InvalidArgument without masters, to act
/// on a read-only deployment, or if --expect-deployment differs.
[[nodiscard]] Result<Target> openTarget(const GlobalOptions& globals, TargetUse use);

struct OpenedDeployment {
    std::string name; ///< may be empty
    Result<Target> target;
};

/// As openTarget(). With --all opens all deployments of the file; unusable ones come last.
/// InvalidArgument without the file or a usable entry.
[[nodiscard]] Result<std::vector<OpenedDeployment>> openTargets(
    const GlobalOptions& globals, TargetUse use);

[[nodiscard]] std::string allOptions(const GlobalOptions& globals);

[[nodiscard]] std::string kindsAdvice(const GlobalOptions& globals, const Target& target);

/// InvalidArgument if the default file has no place.
[[nodiscard]] Result<std::filesystem::path> deploymentsFileOf(const GlobalOptions& globals);

[[nodiscard]] std::filesystem::path journalFileOf(const GlobalOptions& globals);

[[nodiscard]] history::Place historyOf(
    const GlobalOptions& globals, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
