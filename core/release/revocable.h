// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::release {

/// Unsupported, with the reason, for a view-only format or a queue that nobody else can wake.
[[nodiscard]] Result<void> checkReleasable(const observe::DecodedLock& lock);

/// Unsupported, with the reason, unless every library that may have written it is safe: holders
/// compare the token before they extend or delete; waiters take any other value for a held lock.
[[nodiscard]] Result<void> checkRevocable(const observe::DecodedLock& lock);

} // namespace lockkeeper::release
