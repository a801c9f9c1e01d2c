// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/json_output.h"
#include "core/observe/kinds/kind.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// A kind's name as it is shown, and as it may be typed. Safe to print.
[[nodiscard]] std::string kindNameText(const observe::Kind& kind);

/// A table of kinds: a header, then one line for each, cut to `columns` characters.
[[nodiscard]] std::vector<std::string> kindTable(
    const std::vector<observe::Kind>& kinds, std::size_t columns);

/// A kind as the documented output of `kinds --json` has it.
[[nodiscard]] Json kindJson(const observe::Kind& kind);

} // namespace lockkeeper::ctl
