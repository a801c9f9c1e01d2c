// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockkeeper::sandbox {

inline constexpr const char* kProcessName = "lockkeeper-sandbox";
/// Hidden first argument; a part's name follows.
inline constexpr const char* kPartArgument = "--lockkeeper-sandbox-part";
/// Then number of masters, "workload" or "bare".
inline constexpr const char* kSupervisorPart = "supervisor";
/// Then the actor's name, and a URL per master.
inline constexpr const char* kActorPart = "actor";
inline constexpr const char* kWithWorkload = "workload";
inline constexpr const char* kBare = "bare";

/// Read by the supervisor; ends with the program.
inline constexpr int kLifelineFd = 3;
/// The supervisor's lines: "directory PATH", "port N" per master, then "ready" or "error TEXT".
/// Closed when all is gone.
inline constexpr int kStatusFd = 4;

inline constexpr const char* kDirectoryLine = "directory";
inline constexpr const char* kPortLine = "port";
inline constexpr const char* kReadyLine = "ready";
inline constexpr const char* kErrorLine = "error";

[[nodiscard]] std::string serverName(std::size_t index);

} // namespace lockkeeper::sandbox
