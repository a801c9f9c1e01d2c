// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// On what programs that link the shared library may call; all else is hidden in it.
#define LOCKKEEPER_EXPORT __attribute__((visibility("default")))
