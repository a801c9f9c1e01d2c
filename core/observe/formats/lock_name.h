// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"

#include <string_view>

namespace lockkeeper::observe {

// What a key's name says, for values that are too common to tell a lock by themselves. All pure.

/// True if the name says that it is a lock: it holds "lock", "mutex", "lease" or "semaphore", in
/// any case, not as part of "block", "clock", "please" or "release", and is not a key that a
/// library keeps beside its locks.
[[nodiscard]] bool suggestsLock(std::string_view key);

/// True if the name says that it is something else that holds random values: "session", "cache",
/// "token", "csrf", "nonce", "cookie" or "otp", in any case.
[[nodiscard]] bool suggestsOther(std::string_view key);

/// For random values of a length and alphabet that libraries write, and others as well: true under
/// a name that suggests a lock, or, as long as the name does not suggest something else, with a
/// TTL.
[[nodiscard]] bool mayBeLock(const KeyReading& reading);

} // namespace lockkeeper::observe
