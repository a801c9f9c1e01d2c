// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper {

/// Where systemd's journal takes entries.
inline constexpr const char* kJournalSocket = "/run/systemd/journal/socket";

/// True if what is written to `descriptor` goes to systemd's journal: then it is the stream that
/// the variable JOURNAL_STREAM names.
[[nodiscard]] bool isJournalStream(int descriptor) noexcept;

/// A field of an entry. The name has upper-case letters, digits and underscores.
using JournalField = std::pair<std::string_view, std::string_view>;

/// Sends one entry with these fields to the journal at `socket`, by its native protocol. Fields
/// without a value are left out. False if that fails: nothing was logged. Never blocks.
/// Source: systemd.io/JOURNAL_NATIVE_PROTOCOL.
[[nodiscard]] bool sendToJournal(
    std::initializer_list<JournalField> fields, const std::string& socket = kJournalSocket);

} // namespace lockkeeper
