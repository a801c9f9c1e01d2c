// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockkeeper::ctl {

struct HookCounts {
    std::uint64_t runs = 0;
    std::uint64_t failures = 0; ///< not started, ended other than with 0, or hung
    std::uint64_t dropped = 0; ///< events without a command
};

} // namespace lockkeeper::ctl
