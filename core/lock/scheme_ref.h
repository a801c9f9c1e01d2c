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

/// A way to take locks, never null: `AcquireOptions{.ttl = ttl, .scheme =
/// *findScheme("redis-py")}`.
using SchemeRef = std::reference_wrapper<const Scheme>;

/// The scheme to use: a token on a quorum of independent masters, or on the only one. Source:
/// redis.io, "Distributed Locks with Redis".
///
/// A try goes to all masters at once and is decided as soon as a quorum said yes, or can't any
/// more; answers that come later are still accounted for. A try that is not won is undone on every
/// master that may have stored it, in the background and behind the command whose answer is
/// missing, until the TTL has passed.
///
/// An extension renews the TTL where the key still stores the token; only these masters count. It
/// is Denied only if so many said no that no quorum can store it any more; masters without an
/// answer make it NoQuorum, a deadline that passed before a quorum answered TooLate. Once a quorum
/// is renewed, masters that had lost the key get it again, uncounted. It never creates a key unless
/// a quorum still stores the token and it is still wanted.
///
/// A release compares and deletes on all masters; decided when a quorum has answered, or can't.
///
/// Several resources are taken all or nothing on each master, in one round trip.
///
/// A fencing token takes a second round trip: the counters of a quorum are raised with the try, and
/// the largest is then written back to a quorum. Without that second step tokens would not grow.
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redlock();

/// The scheme of that name. InvalidArgument, with the names that there are, if it is not known.
[[nodiscard]] LOCKKEEPER_EXPORT Result<SchemeRef> findScheme(std::string_view name);

/// All of them, Redlock first, then by age.
[[nodiscard]] LOCKKEEPER_EXPORT const std::vector<SchemeRef>& allSchemes();

/// As findScheme() takes it.
[[nodiscard]] LOCKKEEPER_EXPORT std::string_view nameOf(SchemeRef scheme);

} // namespace lockkeeper::lock
