// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::release {

/// The source of the script that frees a holder of a shared lock: it finds the members, or fields,
/// with the fingerprint, does `check`, and removes them, as the format's library does.
///
/// KEYS: the lock, then PartRelease::keys. ARGV: type, fingerprint of the part, expiry, channel
/// (empty: nobody is woken), message; then PartRelease::arguments. Answers with a ScriptAnswer. If
/// the server refuses a command, nothing of the holder was removed, or the answer is
/// ReleasedNotNotified. One line. Pure.
[[nodiscard]] std::string freeingScript(observe::PartKind kind, std::string_view check);

/// The source of what sets a number, after its comparison, which leaves it in `bytes`. ARGV after
/// the expiry: the new number, channel, message. Pure.
[[nodiscard]] std::string settingScript(observe::PartKind kind);

/// What the ACL user needs for these scripts besides reading the key, which has this type: "+zrem".
/// Pure.
[[nodiscard]] std::vector<std::string> commandsOf(observe::PartKind kind, observe::ValueType type);

} // namespace lockkeeper::release
