// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/referee.h"
#include "core/result.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace lockkeeper::lab {

enum class Speed {
    Slow, ///< for explaining while it runs
    Real, ///< a TTL of three seconds
    Fast, ///< for tests
};
constexpr auto enumNames(Speed /*of*/) noexcept
{
    return std::array{"slow", "real", "fast"};
}

/// The TTL of an experiment: all its times follow from it.
[[nodiscard]] std::chrono::milliseconds ttlAt(Speed speed) noexcept;

struct PlayOptions {
    Speed speed = Speed::Real;
    /// Called when a step is reached, with the time since the start, before it is done.
    std::function<void(const Step& step, std::chrono::milliseconds at)> onStep{};
    std::stop_token stop{}; ///< ends the run as soon as a step is done
};

/// A run, and what the referee says.
struct Played {
    Recording recording;
    Ruling ruling;
    bool isAsPredicted = false;
};

/// Plays an experiment with one of its variants, for real: on redis-servers and with processes of
/// its own, which are gone when it returns.
///
/// Errors: System if something can't be started, or ends although that is not part of the
/// experiment, or if a step's condition does not come true: then nothing is ruled. InvalidArgument
/// if it was stopped. Blocks for as long as the experiment lasts. The programs that call it must
/// call runContender() first in main().
[[nodiscard]] Result<Played> play(
    const Experiment& experiment, const Variant& variant, const PlayOptions& options);

} // namespace lockkeeper::lab
