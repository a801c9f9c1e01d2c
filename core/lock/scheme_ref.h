// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/result.h"

#include <functional>
#include <string_view>
#include <vector>

namespace lockkeeper::lock {

class Scheme;

/// Never null: `AcquireOptions{.ttl = ttl, .scheme = *findScheme("redis-py")}`.
using SchemeRef = std::reference_wrapper<const Scheme>;

/// The default: one token on a quorum of independent masters, or on one: docs/guarantees.md.
/// Source: redis.io, "Distributed Locks with Redis".
///
/// - A lost try is undone behind the unanswered command, until the TTL has passed.
/// - Each operation is decided once a quorum has answered, or can't any more.
/// - Several resources are taken all or none on each master, in one round trip.
/// - A fencing token is the largest counter, written to a quorum.
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redlock();

/// Otherwise InvalidArgument with the known names.
[[nodiscard]] LOCKKEEPER_EXPORT Result<SchemeRef> findScheme(std::string_view name);

/// Redlock first, then by age.
[[nodiscard]] LOCKKEEPER_EXPORT const std::vector<SchemeRef>& allSchemes();

[[nodiscard]] LOCKKEEPER_EXPORT std::string_view nameOf(SchemeRef scheme);

} // namespace lockkeeper::lock
