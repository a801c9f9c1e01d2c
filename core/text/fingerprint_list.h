// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/fingerprint.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper {

[[nodiscard]] std::string hexList(std::span<const Fingerprint> fingerprints);

[[nodiscard]] std::optional<std::vector<Fingerprint>> parseHexList(std::string_view text);

} // namespace lockkeeper
