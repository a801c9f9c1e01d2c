// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// Values of home-made locks: docs/formats.md, "What a name says".

/// What contradicts a lock.
[[nodiscard]] std::optional<CertaintyReason> objectionTo(const KeyReading& reading);

/// A JSON object with a member that only locks have.
[[nodiscard]] bool namesLock(const KeyReading& reading);

/// No lock, unless its name says so.
[[nodiscard]] bool isNamedAfterValue(const KeyReading& reading);

/// The key's name and something random: `stock:7` = `lock/stock:7/9f86d081884c7d65`. Hardly ever
/// anything but a lock's token.
[[nodiscard]] bool isNamedToken(const KeyReading& reading);

/// A counter of fencing tokens. Nobody holds it; its deletion breaks what it protects.
[[nodiscard]] bool isFence(const KeyReading& reading);

enum class OwnerForm : std::uint8_t {
    Process, ///< host, pid and random text, a thread or a time: `web-3:4711:9f2c81aa`
    Instance, ///< host or program with random text or a number: `web-3:4711`
};
[[nodiscard]] std::optional<OwnerForm> ownerFormOf(const KeyReading& reading);

/// Empty: a random value, or a word such as "locked".
[[nodiscard]] Holder holderIn(std::string_view value, WallTime now);

/// For any string whose key's name says lock.
[[nodiscard]] Format unknownFormat();
[[nodiscard]] Format unknownHashFormat();
[[nodiscard]] Format unknownSortedSetFormat();

} // namespace lockkeeper::observe
