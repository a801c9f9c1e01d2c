// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/board/votes/votes.h"

#include <optional>

namespace lockkeeper::observe {

/// Result of counting the votes.
enum class Verdict : std::uint8_t {
    Held, ///< one token on at least a quorum
    Minority, ///< one token on fewer than a quorum, and no token can have a quorum
    Split, ///< two or more tokens, and no token can have a quorum
    Unknown, ///< masters that did not answer could give a token its quorum
    Free, ///< no token is stored on a master that answers, and none can have a quorum
    Queued, ///< free, but only the first of its queue gets it: the token is theirs
};
constexpr auto enumNames(Verdict /*of*/) noexcept
{
    return std::array{"held", "minority", "split", "unknown", "free", "queued"};
}

/// A verdict and its details.
struct Judgement {
    Verdict verdict = Verdict::Free;
    /// The leading token: of those with votes the one that most masters store, or stored before
    /// they failed. Of several, the one with the most votes; of these, the first by fingerprint.
    /// nullopt if there are no votes for any.
    std::optional<Fingerprint> token;
    std::size_t tokenVotes = 0; ///< number of votes for `token`
    /// (Held) the quorum-th largest TTL of the token, each reduced by the time since its readAt;
    /// never negative.
    std::optional<std::chrono::milliseconds> remaining;
    /// (Held) true if a quorum of the token's votes has no TTL: the majority never expires.
    bool neverExpires = false;

    friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// Counts one vote per master of the deployment; never Queued. Pure. Source: docs/architecture.md,
/// "Words", and docs/observation.md, "unknown"; after Redlock's majority rule.
[[nodiscard]] Judgement judge(const Votes& votes, SteadyTime now);

/// Only the token of judge(), without the rest.
[[nodiscard]] std::optional<Fingerprint> leadingToken(const Votes& votes);

/// The token that the lock is described by: the leading one; without one, that which most masters
/// stored before they failed (of several, the first by fingerprint); without one, the latest.
[[nodiscard]] std::optional<Fingerprint> describedToken(const Votes& votes);

/// The number of masters that store the token.
[[nodiscard]] std::size_t votesFor(const Votes& votes, const Fingerprint& token);

/// True if the token would have a quorum without losses: nobody released it.
[[nodiscard]] bool isQuorumLost(const Votes& votes) noexcept;

} // namespace lockkeeper::observe
