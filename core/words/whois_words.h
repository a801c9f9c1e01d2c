// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/whois/whois.h"

#include <string>

// Who may hold a lock: see time_words.h.
namespace lockkeeper::words {

/// "it sent the lock's token".
[[nodiscard]] const char* clueText(observe::Clue clue) noexcept;
[[nodiscard]] std::string whyListedText(const observe::WhoisClient& client);
[[nodiscard]] std::string addressText(const observe::WhoisClient& client);
[[nodiscard]] std::string observedWaiterText(const observe::WhoisClient& client);
[[nodiscard]] std::string clientLibraryText(const observe::ClientInfo& client);
/// Empty: its name is unknown.
[[nodiscard]] std::string connectionText(const observe::Whois& answer);
[[nodiscard]] std::string listeningCost(
    std::size_t masters, std::chrono::milliseconds time, std::size_t lines);

} // namespace lockkeeper::words
