// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Marks a text for translation that tr() or trData() gets later, by a variable. tr() needs the
/// same context then; that of a text which is kept in English is "data": see core/text/translate.h.
[[nodiscard]] constexpr const char* trNoop(
    const char* english, const char* /*context*/ = nullptr) noexcept
{
    return english;
}

} // namespace lockkeeper
