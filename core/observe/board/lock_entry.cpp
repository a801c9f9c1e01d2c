// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_entry.h"

#include <algorithm>
#include <cmath>

namespace lockkeeper::observe {
namespace {

constexpr double kStep = 1.1;
constexpr double kHighest = 255;

} // namespace

std::uint32_t Renewals::levelOf(std::chrono::milliseconds ttl)
{
    const double level
        = std::log(std::max(static_cast<double>(ttl.count()), 1.0)) / std::log(kStep);
    return static_cast<std::uint32_t>(std::min(std::round(level), kHighest));
}

std::chrono::milliseconds Renewals::lowestTtl() const
{
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::pow(kStep, level - 0.5)));
}

} // namespace lockkeeper::observe
