// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/board/votes/votes.h"

#include <absl/functional/function_ref.h>
#include <optional>

namespace lockkeeper::observe {

enum class Verdict : std::uint8_t {
    Held, ///< one token on a quorum
    Minority, ///< one token on fewer; none can have a quorum
    Split, ///< several tokens; none can have a quorum
    Unknown, ///< silent masters could give a token its quorum
    Free, ///< no token on a master that answers; none can have a quorum
    Queued, ///< free, but only the first in the queue, whose token it is, may take it
};
constexpr auto enumNames(Verdict /*of*/) noexcept
{
    return std::array{"held", "minority", "split", "unknown", "free", "queued"};
}

struct Judgement {
    Verdict verdict = Verdict::Free;
    /// docs/observation.md, "unknown". Of equals the one with most votes, then the first by
    /// fingerprint.
    std::optional<Fingerprint> token;
    std::size_t tokenVotes = 0;
    /// (Held) the quorum-th largest TTL, less its age; never negative.
    std::optional<std::chrono::milliseconds> remaining;
    /// No TTL on a quorum.
    bool neverExpires = false;

    friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// Never Queued. Source: docs/architecture.md, "Words", after Redlock's majority rule.
[[nodiscard]] Judgement judge(const Votes& votes, SteadyTime now);

[[nodiscard]] std::optional<Fingerprint> leadingToken(const Votes& votes);

/// The leading token; else that of most failed masters; else the latest.
[[nodiscard]] std::optional<Fingerprint> describedToken(const Votes& votes);

[[nodiscard]] std::size_t votesFor(const Votes& votes, const Fingerprint& token);

/// Whether one of these tokens, none of which has a quorum, would have one without losses. Masters
/// that failed while storing it count as storing it, unless another one is known to have removed
/// the token.
[[nodiscard]] bool isQuorumLost(
    const Votes& votes, absl::FunctionRef<bool(const Fingerprint&)> isOneOfThese);

[[nodiscard]] inline bool isQuorumLost(const Votes& votes)
{
    return isQuorumLost(votes, [](const Fingerprint&) { return true; });
}
[[nodiscard]] inline bool isQuorumLost(const Votes& votes, const Fingerprint& token)
{
    return isQuorumLost(votes, [&](const Fingerprint& one) { return one == token; });
}

} // namespace lockkeeper::observe
