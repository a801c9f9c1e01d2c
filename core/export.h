// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Exports a symbol from the shared library, for use by programs. All other symbols are hidden.
#define LOCKKEEPER_EXPORT __attribute__((visibility("default")))

/// Marks a parameter, or behind a member function its object, that the result refers to. clang
/// then warns where the result outlives a temporary. Empty for other compilers. clang 16 does not
/// look through a conversion to a string_view: refuse temporaries there, by a deleted overload.
#if defined(__clang__)
#define LK_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define LK_LIFETIME_BOUND
#endif
