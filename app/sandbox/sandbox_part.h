// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockkeeper::sandbox {

// Interface between the program, its supervisor and the actors: their arguments, and the two file
// descriptors of the supervisor.

inline constexpr const char* kProcessName = "lockkeeper-sandbox";
/// The hidden first argument; the name of the part follows.
inline constexpr const char* kPartArgument = "--lockkeeper-sandbox-part";
/// Followed by masters, "workload" or "bare".
inline constexpr const char* kSupervisorPart = "supervisor";
/// Followed by the actor's name, then one URL per master.
inline constexpr const char* kActorPart = "actor";
inline constexpr const char* kWithWorkload = "workload";
inline constexpr const char* kBare = "bare";

/// Read by the supervisor; ends when the program does.
inline constexpr int kLifelineFd = 3;
/// The supervisor writes lines to it: "directory PATH", "port N" per master, and finally "ready" or
/// "error TEXT". It is closed when everything is gone.
inline constexpr int kStatusFd = 4;

inline constexpr const char* kDirectoryLine = "directory";
inline constexpr const char* kPortLine = "port";
inline constexpr const char* kReadyLine = "ready";
inline constexpr const char* kErrorLine = "error";

/// Base name of the index-th server's files in the private directory.
[[nodiscard]] std::string serverName(std::size_t index);

} // namespace lockkeeper::sandbox
