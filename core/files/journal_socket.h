// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper {

inline constexpr const char* kJournalSocket = "/run/systemd/journal/socket";

/// JOURNAL_STREAM names this descriptor.
[[nodiscard]] bool isJournalStream(int descriptor) noexcept;

/// Name (upper-case letters, digits, underscores), value.
using JournalField = std::pair<std::string_view, std::string_view>;

/// Logs by the native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL), without empty fields. False:
/// nothing was logged. Never blocks.
[[nodiscard]] bool sendToJournal(
    std::initializer_list<JournalField> fields, const std::string& socket = kJournalSocket);

} // namespace lockkeeper
