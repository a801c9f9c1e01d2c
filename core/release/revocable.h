// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::release {

/// Unsupported, with the reason, if no safe release of the lock is known: its format is view only,
/// or somebody stands in its queue, whom nobody else can wake. Pure.
[[nodiscard]] Result<void> checkReleasable(const observe::DecodedLock& lock);

/// Unsupported, with the reason, unless locks of this format can be revoked: its holders compare
/// the token before they extend or delete, and its waiters take any other value for a held lock.
/// All libraries that may have written the lock must do so. Pure.
[[nodiscard]] Result<void> checkRevocable(const observe::DecodedLock& lock);

} // namespace lockkeeper::release
