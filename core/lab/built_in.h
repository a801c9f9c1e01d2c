// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace lockkeeper::lab {

struct BuiltIn {
    std::string_view file;
    std::string_view text;
};

[[nodiscard]] std::span<const BuiltIn> builtInTexts();

} // namespace lockkeeper::lab
