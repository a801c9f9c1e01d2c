// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockkeeper {

/// Raises the limit of open files (often 1024) towards `wanted`; returns the new limit.
std::uint64_t raiseDescriptorLimit(std::uint64_t wanted) noexcept;

} // namespace lockkeeper
