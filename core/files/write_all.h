// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockkeeper {

/// False: failed, with errno; some bytes may be written. Blocks, also for a non-blocking
/// descriptor.
[[nodiscard]] bool writeAll(int descriptor, std::string_view bytes) noexcept;

} // namespace lockkeeper
