// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/referee.h"
#include "core/result.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>

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
[[nodiscard]] constexpr std::chrono::milliseconds ttlAt(Speed speed) noexcept
{
    switch (speed) {
    case Speed::Slow:
        return std::chrono::seconds(9);
    case Speed::Real:
        break;
    case Speed::Fast:
        return std::chrono::milliseconds(250);
    }
    return std::chrono::seconds(3);
}

/// The same for a variant: some schemes count in whole seconds, deadlocks are searched for once a
/// second, and a busy machine must not bring those out of step who try again after the same time.
[[nodiscard]] inline std::chrono::milliseconds ttlAt(Speed speed, const Variant& variant)
{
    const bool isInSeconds
        = variant.scheme == "setnx-expire" || variant.scheme == "lua-setnx-expire";
    return isInSeconds || variant.isGivingUp || variant.polling > 0 || variant.isInZooKeeper()
        ? std::max<std::chrono::milliseconds>(ttlAt(speed), std::chrono::seconds(1))
        : ttlAt(speed);
}

struct RunOptions {
    Speed speed = Speed::Real;
    /// Called with the URLs of the masters as soon as they are there.
    std::function<void(const std::vector<std::string>& urls)> onStart{};
    /// Called when a step is reached, with the time since the start, before it is done.
    std::function<void(const Step& step, std::chrono::milliseconds at)> onStep{};
    /// Called many times a second with what was seen so far.
    std::function<void(Recording seen)> onLook{};
    std::function<bool()> isCancelled{}; ///< asked many times a second; true ends the run
};

/// A run, and what the referee says.
struct Played {
    Recording recording;
    Ruling ruling;
    bool isAsPredicted = false;
};

/// Plays an experiment with one of its variants: see play() in app/lab.
using Player = std::function<Result<Played>(
    const Experiment& experiment, const Variant& variant, const RunOptions& options)>;

} // namespace lockkeeper::lab
