// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockkeeper {

/// Writes all of `bytes`, in as many calls as the system needs. Returns false with errno set if a
/// call failed; then a part may be written. Blocks until the last byte is taken, also on a
/// non-blocking descriptor.
[[nodiscard]] bool writeAll(int descriptor, std::string_view bytes) noexcept;

} // namespace lockkeeper
