// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme.h"

namespace lockkeeper::lock {

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
[[nodiscard]] const Scheme& redlock();

/// The key of a resource's fencing counter, on each master. The braces put it into the slot of a
/// resource that has none.
[[nodiscard]] Resource fenceCounterOf(const Resource& resource);

} // namespace lockkeeper::lock
