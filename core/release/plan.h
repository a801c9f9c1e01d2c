// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"
#include "core/redis/command.h"

#include <string>
#include <vector>

namespace lockkeeper::release {

/// The command for one master.
struct PlannedCommand {
    MasterId master;
    std::string url; ///< without user and password
    redis::Command command; ///< complete, as for redis-cli
    std::string user{}; ///< ACL user that sends it; empty: the default user
};

/// A planned release, with everything that a person needs to decide on it.
struct Plan {
    Resource resource;
    observe::ValueType type = observe::ValueType::None;
    std::string format;
    observe::Certainty certainty = observe::Certainty::Certain;
    Fingerprint token; ///< only this token will be deleted
    observe::Votes votes; ///< when planned
    std::vector<observe::Evidence> evidence; ///< when planned
    std::optional<observe::WakeUp> wakeUp; ///< published after a delete, in the same script
    std::optional<std::string> queueKey; ///< nothing is deleted while this key exists
    std::size_t quorum = 0;
    std::vector<PlannedCommand> commands; ///< one per master, at once
    std::string deployment{}; ///< name of the deployment
};

/// Answers of a plan's compare-and-delete.
enum class ScriptAnswer {
    HasQueue = -2, ///< a queue has waiters that can't be notified; the key was left alone
    AnotherHolder = -1, ///< the key stores something else; it was left alone
    Gone = 0, ///< the key does not exist
    Released = 1, ///< deleted; the wake-up, if any, was published
    ReleasedNotNotified = 2, ///< deleted, but the server refused to publish the wake-up
};

/// InvalidArgument for a read-only deployment, where execute() releases nothing.
[[nodiscard]] Result<void> checkWritable(const config::Deployment& deployment);

/// Plans the compare-and-delete of `token`, as shown by `entry`, on all masters of the deployment.
/// InvalidArgument if no vote of the entry has that token; Unsupported if the format is view only,
/// the type is neither string nor hash, or it is a possible lock of the unknown format. Pure: sends
/// nothing.
[[nodiscard]] Result<Plan> planRelease(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token);

/// The compare-and-delete of a plan: the only command that execute() sends. Pure.
[[nodiscard]] redis::Command releaseCommand(const Plan& plan);

/// Formats the command as one line for redis-cli, quoted for a POSIX shell. Bytes that a terminal
/// should not receive are written as escapes, which redis-cli decodes on its standard input.
[[nodiscard]] std::string asRedisCliLine(const PlannedCommand& command);

} // namespace lockkeeper::release
