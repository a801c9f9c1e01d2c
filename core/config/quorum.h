// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockkeeper {

[[nodiscard]] constexpr std::size_t quorumOf(std::size_t masters) noexcept
{
    return masters / 2 + 1;
}

} // namespace lockkeeper
