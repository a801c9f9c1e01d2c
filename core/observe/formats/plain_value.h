// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// Values in locks of people's own making: see docs/formats.md, "What a name says". All pure.

/// What in a string contradicts a lock; nullopt: nothing.
[[nodiscard]] std::optional<CertaintyReason> objectionTo(const KeyReading& reading);

/// A JSON object with a member that only locks have, such as `lockId`.
[[nodiscard]] bool namesLock(const KeyReading& reading);

/// Such a key is no lock, unless its name says so.
[[nodiscard]] bool isNamedAfterValue(const KeyReading& reading);

/// The key's name and something random: `stock:7` = `lock/stock:7/9f86d081884c7d65`. Hardly
/// anything but a lock's token is made so.
[[nodiscard]] bool isNamedToken(const KeyReading& reading);

/// A counter of fencing tokens. Nobody holds it, and its deletion breaks what it protects.
[[nodiscard]] bool isFence(const KeyReading& reading);

enum class OwnerForm : std::uint8_t {
    Process, ///< host, pid and something distinctive: random, a thread, a time:
             ///< `web-3:4711:9f2c81aa`, `web-3#4711@1795466886`
    Instance, ///< host or program with something random (`web-3:9f2c81aa`) or a number, pid or port
              ///< (`web-3:4711`)
};
[[nodiscard]] std::optional<OwnerForm> ownerFormOf(const KeyReading& reading);

/// Empty for random values and words such as "locked".
[[nodiscard]] Holder holderIn(std::string_view value, WallTime now);

/// Any string under a key whose name says lock.
[[nodiscard]] Format unknownFormat();
/// Only under such keys, and view only.
[[nodiscard]] Format unknownHashFormat();
[[nodiscard]] Format unknownSortedSetFormat();

} // namespace lockkeeper::observe
