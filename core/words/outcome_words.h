// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/apply.h"
#include "core/result.h"

#include <string>

// What came of a command: see time_words.h.
namespace lockkeeper::words {

/// What to do about an error; empty if there is no advice.
[[nodiscard]] const char* adviceFor(ErrorClass kind) noexcept;
/// An error with its cure, in one line: "master b: Connection refused; check its address, and that
/// it is running". Begins with the master only if the error has one.
[[nodiscard]] std::string errorText(const Error& error);

/// The result of one master's release: "released", "already gone" ...
[[nodiscard]] const char* resultText(release::MasterResult result) noexcept;
/// resultText(), with the reason if there is one.
[[nodiscard]] std::string outcomeText(const release::MasterOutcome& outcome);
/// What a whole release came to: "released on 3 of 5 masters: freed; 2 may still
/// store it".
[[nodiscard]] std::string reportText(const release::Report& report);

/// What became of a lock of a plan: "freed", "gone already" ...
[[nodiscard]] const char* fateWord(release::Fate fate,
    release::Action action = release::Action::Release, bool isDryRun = false) noexcept;
/// The same, with the masters, or with the reason if there is one.
[[nodiscard]] std::string appliedText(const release::AppliedLock& lock);

/// (of a store with nodes) What is done to the plan's node, and what is compared before.
[[nodiscard]] std::string nodeDeedText(const release::Plan& plan);

/// What a release does for the waiters: "woken: each master that deletes the lock publishes on
/// CHANNEL".
[[nodiscard]] std::string waitersText(const release::Plan& plan);

} // namespace lockkeeper::words
