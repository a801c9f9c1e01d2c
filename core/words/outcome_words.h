// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/apply.h"
#include "core/result.h"

#include <string>

// Results of commands in words: see time_words.h.
namespace lockkeeper::words {

/// Empty: no advice.
[[nodiscard]] const char* adviceFor(ErrorClass kind) noexcept;
/// With master and cure: "master b: Connection refused; check its address ...".
[[nodiscard]] std::string errorText(const Error& error);

/// On one master: "released".
[[nodiscard]] const char* resultText(release::MasterResult result) noexcept;
[[nodiscard]] std::string outcomeText(const release::MasterOutcome& outcome);
/// "released on 3 of 5 masters: freed; 2 may still store it".
[[nodiscard]] std::string reportText(const release::Report& report);

/// Of a plan's lock: "freed".
[[nodiscard]] const char* fateWord(release::Fate fate,
    release::Action action = release::Action::Release, bool isDryRun = false) noexcept;
[[nodiscard]] std::string appliedText(const release::AppliedLock& lock);

/// (other store) What happens to the node, and after which comparison.
[[nodiscard]] std::string nodeDeedText(const release::Plan& plan);

/// "woken: each master that deletes the lock publishes on CHANNEL".
[[nodiscard]] std::string waitersText(const release::Plan& plan);

} // namespace lockkeeper::words
