// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Other symbols of the shared library are hidden.
#define LOCKKEEPER_EXPORT __attribute__((visibility("default")))

/// The result refers to this parameter or object: clang warns if it outlives a temporary. clang 16
/// does not see through a conversion to string_view: delete that overload for temporaries.
#if defined(__clang__)
#define LK_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define LK_LIFETIME_BOUND
#endif
