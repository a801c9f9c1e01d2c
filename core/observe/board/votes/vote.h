// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/result.h"
#include "core/text/fingerprint.h"
#include "core/text/tr_noop.h"

#include <algorithm>
#include <optional>

namespace lockkeeper::observe {

enum class VoteState {
    Held, ///< the master stores a token
    Free, ///< the master has no such key, or one that is no lock (error: WrongType)
    NoAnswer, ///< no reply in time, or not connected
    Error, ///< the master answered with an error
};
constexpr auto enumNames(VoteState /*of*/) noexcept
{
    return std::array{trNoop("held", "vote"), trNoop("free", "vote"), trNoop("no-answer", "vote"),
        trNoop("error", "vote")};
}

/// One master's vote on one resource.
struct Vote {
    MasterId master;
    VoteState state = VoteState::NoAnswer;
    std::optional<Fingerprint> token; ///< (Held)
    std::optional<std::chrono::milliseconds> ttl; ///< (Held) at readAt; nullopt: never expires
    SteadyTime readAt{}; ///< when the master's last answer was read
    std::optional<lockkeeper::Error> error; ///< (NoAnswer, Error, Free)

    friend bool operator==(const Vote&, const Vote&) = default;
};

/// What is left at `now` of a TTL that was read at `readAt`. Never negative.
[[nodiscard]] inline std::chrono::milliseconds ttlAt(
    std::chrono::milliseconds ttl, SteadyTime readAt, SteadyTime now)
{
    using std::chrono::milliseconds;
    const auto age = std::max(now - readAt, SteadyTime::duration::zero());
    return std::max(ttl - std::chrono::duration_cast<milliseconds>(age), milliseconds(0));
}

} // namespace lockkeeper::observe
