// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/certainty/lock_name.h"
#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <optional>

namespace lockkeeper::observe {

/// How sure it is that a key is a lock, or that a client is its holder.
enum class Certainty : std::uint8_t {
    Possible, ///< (key) only the value's form says so; or the name does, and the value speaks
              ///< against it
    Likely, ///< (key) the name says so, and nothing speaks against it
    Certain, ///< (key) only one library writes this, or the user has named the key as a lock
};

/// Decides by a key's name, type and TTL how sure a format is of a value that it recognises.
/// nullopt: the value is no lock of this format. A hint or a pattern of the user counts as
/// NameHint::Lock. Pure.
using CertaintyRule = std::optional<Certainty> (*)(const KeyReading& reading, NameHint name);

/// For values or keys that only one library writes: Certain.
[[nodiscard]] std::optional<Certainty> certain(const KeyReading& reading, NameHint name);

/// For random values of a form that many programs write. Likely if the name suggests a lock, or
/// resembles one and there is a TTL. Under a name that suggests nothing, Possible
/// with a TTL, and Likely if that is short and the name has no digits.
[[nodiscard]] std::optional<Certainty> certainByName(const KeyReading& reading, NameHint name);

/// For any other value. Only the name can tell: Likely if it suggests a lock and the value may be
/// one's, if it resembles one and the TTL is short, or if the value itself names a lock. Possible
/// if only one of these holds.
[[nodiscard]] std::optional<Certainty> certainByNameOnly(const KeyReading& reading, NameHint name);

} // namespace lockkeeper::observe
