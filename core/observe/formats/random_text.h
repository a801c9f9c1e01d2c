// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace lockkeeper::observe {

/// Random text changes at over half of its characters, hex at half, CamelCase at a third or less.
[[nodiscard]] std::size_t kindChanges(std::string_view text);

/// `01KDTEEBP61WX122`, not `worker0012`.
[[nodiscard]] bool hasDigitsTwice(std::string_view text);

} // namespace lockkeeper::observe
