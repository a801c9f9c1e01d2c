// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"

#include <string_view>

namespace lockkeeper::observe {

// Hints in a key's name, for values that are too common to identify a lock. All pure.

/// True if the name suggests a lock: it contains "lock", "mutex", "lease" or "semaphore", in any
/// case, but not as part of "block", "clock", "please" or "release", and is not a key that a
/// library keeps beside its locks.
[[nodiscard]] bool suggestsLock(std::string_view key);

/// True if the name suggests something else that holds random values: it contains "session",
/// "cache", "token", "csrf", "nonce", "cookie" or "otp", in any case.
[[nodiscard]] bool suggestsOther(std::string_view key);

/// For random values whose length and alphabet libraries use, and other programs too. True if the
/// name suggests a lock; also if the key has a TTL and its name does not suggest something else.
[[nodiscard]] bool mayBeLock(const KeyReading& reading);

} // namespace lockkeeper::observe
