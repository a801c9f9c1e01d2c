// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/plan.h"

namespace lockkeeper::release {

/// What a release came to on one master.
enum class MasterResult {
    Released, ///< the token was there and is deleted; `error` tells if its waiters were not woken
    AlreadyGone, ///< the key was not there
    AnotherHolder, ///< the key holds another token; it was left alone
    Unreachable, ///< not connected; nothing was sent
    Refused, ///< the server answered with an error; nothing was deleted
    Unknown, ///< sent, but no answer: it may or may not be deleted
    NotSent, ///< still holds the token: the release stopped because the holder changed elsewhere
};

/// The result of one master, with the reason when there is one.
struct MasterOutcome {
    MasterId master;
    MasterResult result = MasterResult::Unknown;
    std::optional<Error> error{};
};

/// The result of a whole release.
struct Report {
    std::vector<MasterOutcome> outcomes; ///< one per master, in the plan's order
    /// True: the reading just before the act differed from the plan, so nothing was sent.
    bool hasHolderChanged = false;
    /// Masters that may still store the token: AnotherHolder, Released and AlreadyGone don't count.
    [[nodiscard]] std::size_t possiblyStillHeld() const;
    [[nodiscard]] std::size_t count(MasterResult result) const;
    /// True if the token can no longer have a quorum of the plan's masters.
    bool isQuorumFreed = false;
    /// Set if the act is done but its result could not be written down.
    std::optional<Error> journalError{};
};

/// "released", "already-gone", "another-holder", "unreachable", "refused", "unknown", "not-sent".
[[nodiscard]] const char* resultName(MasterResult result) noexcept;

/// The result with that name; nullopt for another name.
[[nodiscard]] std::optional<MasterResult> resultNamed(std::string_view name) noexcept;

} // namespace lockkeeper::release
