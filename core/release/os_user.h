// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockkeeper::release {

/// Login name, else number. May read the user database.
[[nodiscard]] std::string osUser();

[[nodiscard]] std::string hostName();

} // namespace lockkeeper::release
