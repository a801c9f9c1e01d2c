// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <array>
#include <chrono>
#include <optional>

namespace lockkeeper::lock {

struct MasterVote {
    enum class State {
        Pending, ///< the outcome was decided before it answered
        Yes, ///< it did what was asked
        No, ///< it holds another token, or (extend, release) no longer ours
        Failed, ///< could not be asked or did not answer; see `error`
    };

    MasterId master;
    State state = State::Pending;
    std::optional<std::chrono::microseconds> latency{};
    std::optional<Error> error{};
};

constexpr auto enumNames(MasterVote::State /*of*/) noexcept
{
    return std::array{"pending", "yes", "no", "failed"};
}

} // namespace lockkeeper::lock
