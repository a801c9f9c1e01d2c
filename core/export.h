// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Exports a symbol from the shared library, for use by programs. All other symbols are hidden.
#define LOCKKEEPER_EXPORT __attribute__((visibility("default")))
