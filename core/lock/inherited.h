// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <memory>

namespace lockkeeper::lock {

/// Never destroys `object`: in a child made by fork(), destructors could wait for missing threads
/// or change what the parent shares. Any thread; no lock.
void keepForEver(std::shared_ptr<void> object) noexcept;

[[nodiscard]] Error madeBeforeFork();

} // namespace lockkeeper::lock
