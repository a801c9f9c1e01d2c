// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockkeeper::redis {

[[nodiscard]] std::optional<std::string_view> infoField(
    std::string_view info, std::string_view name);

} // namespace lockkeeper::redis
