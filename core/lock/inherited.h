// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <memory>

namespace lockkeeper::lock {

/// Keeps `object` until the process ends, without destroying it. For what a child made by fork()
/// has inherited: its destructor could wait for threads that the child has not, or change what it
/// shares with the parent (an epoll descriptor, connections). From any thread; takes no lock.
void keepForEver(std::shared_ptr<void> object) noexcept;

/// The error of each call on a client in a child made by fork() after it.
[[nodiscard]] Error madeBeforeFork();

} // namespace lockkeeper::lock
