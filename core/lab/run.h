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
    Slow,
    Real, ///< TTLs of three seconds
    Fast,
};
constexpr auto enumNames(Speed /*of*/) noexcept
{
    return std::array{"slow", "real", "fast"};
}

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

/// At least a second for schemes that count in seconds, deadlock searches, and retries that must
/// stay apart on a busy machine.
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
    /// Once the masters run.
    std::function<void(const std::vector<std::string>& urls)> onStart{};
    /// Before the step; `at`: since the start.
    std::function<void(const Step& step, std::chrono::milliseconds at)> onStep{};
    std::function<void(Recording seen)> onLook{};
    std::function<bool()> isCancelled{}; ///< asked many times a second
};

struct Played {
    Recording recording;
    Ruling ruling;
    bool isAsPredicted = false;
};

using Player = std::function<Result<Played>(
    const Experiment& experiment, const Variant& variant, const RunOptions& options)>;

} // namespace lockkeeper::lab
