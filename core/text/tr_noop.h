// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Marks text for a later tr() or trData() with this context. "data": stays English, see
/// core/text/translate.h.
[[nodiscard]] constexpr const char* trNoop(
    const char* english, const char* /*context*/ = nullptr) noexcept
{
    return english;
}

} // namespace lockkeeper
