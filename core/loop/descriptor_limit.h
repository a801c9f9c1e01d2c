// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockkeeper {

/// Raises the limit of open files to `wanted`, as far as the system allows, and returns what it is
/// then. Many systems allow 1024 unless asked for more.
std::uint64_t raiseDescriptorLimit(std::uint64_t wanted) noexcept;

} // namespace lockkeeper
