// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockkeeper {

/// Raises the limit of open files towards `wanted`, and returns what it is then. Many systems allow
/// 1024 unless asked.
std::uint64_t raiseDescriptorLimit(std::uint64_t wanted) noexcept;

} // namespace lockkeeper
