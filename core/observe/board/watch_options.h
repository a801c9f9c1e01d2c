// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/usual_hold.h"
#include "core/observe/reading/key_reading.h"

#include <chrono>
#include <functional>

namespace lockkeeper::observe {

using UpdateHandler = std::function<void(const BoardUpdate&)>;

struct WatchOptions {
    /// Minimum time between updates; zero: none.
    std::chrono::milliseconds publishEvery{100};
    bool isPushWanted = true;
    UsualHold usualHold{};
    Certainty least = Certainty::Likely; ///< less certain locks are only counted
    bool areHoldsWanted = false;
    /// On the watcher's thread, before the board reads it.
    std::function<void(const KeyReading& reading)> onReading{};
    std::chrono::milliseconds retryRefused{30'000};
};

} // namespace lockkeeper::observe
