// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// Values that people store in locks of their own making. All pure.

/// What in the value of a string speaks against a lock: a counter, a long text, an object or markup
/// that names no owner. A number counts as a pid only with a TTL of an hour at most. nullopt:
/// nothing.
[[nodiscard]] std::optional<CertaintyReason> objectionTo(const KeyReading& reading);

/// True if the value of a string is a JSON object with a member that only locks have, such as
/// `lockId` or `acquiredAt`.
[[nodiscard]] bool namesLock(const KeyReading& reading);

/// True if the name of the key contains its value. Then it is no lock, unless its name says so:
/// nobody competes for a name that is made of one's own id.
[[nodiscard]] bool isNamedAfterValue(const KeyReading& reading);

/// True for a counter of fencing tokens: a number without a TTL whose name says so. Nobody holds
/// it, and whoever deletes it breaks what it protects. Pure.
[[nodiscard]] bool isFence(const KeyReading& reading);

enum class OwnerForm : std::uint8_t {
    Process, ///< host, pid and what tells this one from others, something random, a thread or a
             ///< time: `web-3:4711:9f2c81aa`, `web-3#4711@1795466886`
    Instance, ///< the name of a host or program, with something random (`web-3:9f2c81aa`) or a
              ///< number that may be a pid or a port (`web-3:4711`)
};
/// What the value of a string names, if it has one of these forms; nullopt: it has none.
[[nodiscard]] std::optional<OwnerForm> ownerFormOf(const KeyReading& reading);

/// The holder that such a value names: host and pid in one of the common orders, the usual fields
/// of a JSON object, or the name of a host or a worker, perhaps with the time since when. Empty for
/// random values, and for words such as "locked".
[[nodiscard]] Holder holderIn(std::string_view value, WallTime now);

/// Any string, for keys whose names alone say that they are locks.
[[nodiscard]] Format unknownFormat();
/// A hash that names an owner, or only times, or has a TTL; a sorted set of times. Under such keys
/// alone, and view only.
[[nodiscard]] Format unknownHashFormat();
[[nodiscard]] Format unknownSortedSetFormat();

} // namespace lockkeeper::observe
