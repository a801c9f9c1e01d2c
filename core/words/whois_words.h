// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/whois/whois.h"

#include <string>

// Who may hold a lock: see time_words.h.
namespace lockkeeper::words {

/// Why a client is listed, as a part of a sentence: "it sent the lock's token".
[[nodiscard]] const char* clueText(observe::Clue clue) noexcept;
/// clueText(), with the commands that MONITOR has seen.
[[nodiscard]] std::string whyListedText(const observe::WhoisClient& client);
/// The client's address, and how many have the same: "10.0.0.7:51234 (one of 3)".
[[nodiscard]] std::string addressText(const observe::WhoisClient& client);
/// A client that was heard to try for a lock: "10.0.0.7:51234 (billing), heard to try 12 times".
[[nodiscard]] std::string observedWaiterText(const observe::WhoisClient& client);
/// The client's library with its version; empty if it does not say.
[[nodiscard]] std::string clientLibraryText(const observe::ClientInfo& client);
/// What the name of the owner's connections tells; empty if it is not known.
[[nodiscard]] std::string connectionText(const observe::Whois& answer);
/// What listening by MONITOR costs: "MONITOR on 5 masters, for 5.0 s or 100000 commands: ...".
[[nodiscard]] std::string listeningCost(
    std::size_t masters, std::chrono::milliseconds time, std::size_t lines);

} // namespace lockkeeper::words
