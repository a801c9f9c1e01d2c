// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme.h"

namespace lockkeeper::lock {

/// Counters' TTL, so that unused ones disappear. Longer for longer leases.
inline constexpr std::chrono::milliseconds kCounterTtl = std::chrono::hours(24 * 90);

/// In the resource's slot.
[[nodiscard]] Resource fenceCounterOf(const Resource& resource);

/// `prefix` and the name, in the resource's slot.
[[nodiscard]] Resource keyBeside(std::string_view prefix, const Resource& resource);
/// False if a Cluster keeps keyBeside() in another slot: for names such as `a{}` and `a}b`.
[[nodiscard]] bool isKeyBesideInSlot(const Resource& resource);

} // namespace lockkeeper::lock
