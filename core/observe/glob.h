// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/glob.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

using config::globMatches;

/// What every match of `pattern` begins with: the pattern up to its first special character.
[[nodiscard]] std::string fixedPrefix(std::string_view pattern);

/// The fixed prefixes of the patterns, without those that another one covers, as CLIENT TRACKING
/// wants them. Empty if a pattern has none: then every key would be told.
[[nodiscard]] std::vector<std::string> trackingPrefixes(const std::vector<std::string>& patterns);

} // namespace lockkeeper::observe
