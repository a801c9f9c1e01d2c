// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockkeeper::observe {

/// True if a key's name says that it is a lock: it holds "lock", "mutex", "lease" or "semaphore",
/// in any case and not as part of "block", "clock" or "release". For values that are too common to
/// tell a lock by themselves. Pure.
[[nodiscard]] bool suggestsLock(const std::string& key);

} // namespace lockkeeper::observe
