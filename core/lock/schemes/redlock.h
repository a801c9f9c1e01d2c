// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme.h"

namespace lockkeeper::lock {

/// The key of a resource's fencing counter, on each master. The braces put it into the slot of a
/// resource that has none.
[[nodiscard]] Resource fenceCounterOf(const Resource& resource);

} // namespace lockkeeper::lock
