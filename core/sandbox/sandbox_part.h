// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockkeeper::sandbox {

// How the program, its supervisor and the actors find each other: the arguments they are started
// with, and the supervisor's two files.

inline constexpr const char* kProcessName = "lockkeeper-sandbox";
/// The hidden first argument; the part's name follows.
inline constexpr const char* kPartArgument = "--lockkeeper-sandbox-part";
inline constexpr const char* kSupervisorPart = "supervisor"; ///< masters, "workload" or "bare"
inline constexpr const char* kActorPart = "actor"; ///< its name, then one URL per master
inline constexpr const char* kWithWorkload = "workload";
inline constexpr const char* kBare = "bare";

/// The supervisor reads this one; it ends when the program does.
inline constexpr int kLifelineFd = 3;
/// The supervisor writes lines to this one: "directory PATH", "port N" per master, and at last
/// "ready" or "error TEXT". It ends when everything is gone.
inline constexpr int kStatusFd = 4;

inline constexpr const char* kDirectoryLine = "directory";
inline constexpr const char* kPortLine = "port";
inline constexpr const char* kReadyLine = "ready";
inline constexpr const char* kErrorLine = "error";

/// The name of the index-th server's files in the private directory.
[[nodiscard]] std::string serverName(std::size_t index);

} // namespace lockkeeper::sandbox
