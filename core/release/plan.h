// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/lock_entry.h"
#include "core/redis/command.h"

#include <string>
#include <vector>

namespace lockkeeper::release {

/// What one master will be sent.
struct PlannedCommand {
    MasterId master;
    std::string url; ///< without user and password
    redis::Command command; ///< in full, as redis-cli would take it
    std::string user{}; ///< the ACL user it is sent as; empty: the default user
};

/// A release that has not happened yet: everything that a person needs to decide on it.
struct Plan {
    Resource resource;
    observe::ValueType type = observe::ValueType::None;
    std::string format;
    Fingerprint token; ///< only this one will be deleted
    observe::Votes votes; ///< as seen
    std::vector<observe::Evidence> evidence; ///< as seen
    std::optional<observe::WakeUp> wakeUp; ///< published after a delete, in the same script
    std::optional<std::string> queueKey; ///< nothing is deleted while this key exists
    std::size_t quorum = 0;
    std::vector<PlannedCommand> commands; ///< one per master, at once
    std::string deployment{}; ///< its name
};

/// What the compare-and-delete of a plan answers.
enum class ScriptAnswer {
    HasQueue = -2, ///< waiters stand in a queue that can't be woken; the key was left alone
    AnotherHolder = -1, ///< the key holds something else; it was left alone
    Gone = 0, ///< there is no such key
    Released = 1, ///< deleted, and the wake-up published if there is one
    ReleasedUnheard = 2, ///< deleted, but the server refused to publish the wake-up
};

/// InvalidArgument for a deployment that is read-only: execute() will release nothing there.
[[nodiscard]] Result<void> checkWritable(const config::Deployment& deployment);

/// Plans the compare-and-delete of `token` as `entry` shows it, on all masters of the deployment.
/// InvalidArgument if no vote of the entry has that token, Unsupported if its format is view only
/// or its type is neither string nor hash. Pure: sends nothing.
[[nodiscard]] Result<Plan> planRelease(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token);

/// The compare-and-delete that a plan stands for: the only command that execute() sends. Pure.
[[nodiscard]] redis::Command releaseCommand(const Plan& plan);

/// The command as one line for redis-cli, quoted for a POSIX shell. Arguments with bytes that a
/// terminal should not see are written as escapes, which redis-cli reads on its standard input.
[[nodiscard]] std::string asRedisCliLine(const PlannedCommand& command);

} // namespace lockkeeper::release
