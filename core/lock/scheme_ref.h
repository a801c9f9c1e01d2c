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

/// Reference to a scheme, never null: `AcquireOptions{.ttl = ttl, .scheme =
/// *findScheme("redis-py")}`.
using SchemeRef = std::reference_wrapper<const Scheme>;

/// The scheme to use: one token on a quorum of independent masters, or on a single master. Source:
/// redis.io, "Distributed Locks with Redis".
///
/// A try is sent to all masters at once and decided as soon as a quorum said yes or can't any more.
/// Later answers are still processed. A lost try is undone in the background on every master that
/// may have stored it. The undo is sent behind the unanswered command, and repeated until the TTL
/// has passed.
///
/// An extension renews the TTL where the key still stores the token; only these masters count. It
/// is Denied only if so many masters said no that no quorum can store the token. If masters are
/// missing, it is NoQuorum; if the deadline passed before a quorum answered, TooLate. After a
/// quorum is renewed, masters that had lost the key get it again, without counting. An extension
/// creates a key only if a quorum still stores the token and the claim is still wanted.
///
/// A release compares and deletes on all masters. It is decided when a quorum has answered, or
/// can't.
///
/// Several resources are taken all or nothing on each master, in one round trip.
///
/// A fencing token takes a second round trip, except with one master and one resource: the try
/// raises the counters of a quorum, then the largest is written back to a quorum. Without the
/// second step tokens would not grow.
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redlock();

/// Returns the scheme of that name. InvalidArgument, listing the known names, if there is none.
[[nodiscard]] LOCKKEEPER_EXPORT Result<SchemeRef> findScheme(std::string_view name);

/// All schemes, Redlock first, then by age.
[[nodiscard]] LOCKKEEPER_EXPORT const std::vector<SchemeRef>& allSchemes();

/// The name that findScheme() accepts.
[[nodiscard]] LOCKKEEPER_EXPORT std::string_view nameOf(SchemeRef scheme);

} // namespace lockkeeper::lock
