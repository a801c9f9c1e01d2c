// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// As raw bytes.
struct GlobalOptions {
    std::vector<std::string> masters; ///< URLs; may hold passwords
    std::vector<std::string> patterns;
    std::string journal;
    std::string history; ///< empty: the default
    std::optional<std::string> config; ///< nullopt: the default
    std::optional<std::string> deployment;
    /// See Target::lineOptions.
    std::optional<std::string> expected;
    bool isSandbox = false;
    bool isAll = false;
    bool isJson = false;
    bool arePossibleWanted = false;
};

} // namespace lockkeeper::ctl
