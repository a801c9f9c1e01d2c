// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::release {

/// Frees one holder of a shared lock: finds its members or fields by fingerprint, does `check`,
/// removes them as the library does.
///
/// KEYS: lock, PartRelease::keys. ARGV: type, the part's fingerprint, expiry, channel (empty:
/// none), message, PartRelease::arguments. Returns a ScriptAnswer. After a refusal the holder is
/// untouched, or the answer is ReleasedNotNotified.
[[nodiscard]] std::string freeingScript(
    observe::PartKind kind, std::string_view check, bool isSharded);

/// Sets a number after the comparison, whose `bytes` it uses. ARGV after the expiry: number,
/// channel, message.
[[nodiscard]] std::string settingScript(observe::PartKind kind, bool isSharded);

/// Lua of say(channel, message); needs call(command, ...). `isSharded`: also as a Cluster's clients
/// listen since Redis 7, which has acl_check_cmd().
[[nodiscard]] std::string_view sayingFunction(bool isSharded) noexcept;

/// Rights needed besides reading the key: "+zrem".
[[nodiscard]] std::vector<std::string> commandsOf(observe::PartKind kind, observe::ValueType type);

} // namespace lockkeeper::release
