// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/holder.h"
#include "core/observe/key_reading.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// A message that wakes a format's waiters after a release.
struct WakeUp {
    std::string channel;
    std::string message;
    friend bool operator==(const WakeUp&, const WakeUp&) = default;
};

/// What a format made of a reading.
struct Recognised {
    std::string format; ///< "lk1", "redis-py" ...
    Holder holder;
    std::optional<WallTime> expiresAt; ///< the expiry that the value itself states
    std::optional<WakeUp> wakeUp; ///< to publish when the lock is released for its holder
    /// A key that holds waiters which a release can't wake; while it exists, nothing is released.
    std::optional<std::string> queueKey{};
    bool isReleasable = true; ///< false: view only, a safe release is not known
    /// Other libraries that write the same: the owner is one of `format` and these.
    std::vector<std::string> alternatives{};
};

/// Recognises what one library writes. Stateless; one file each in this folder.
struct Format {
    std::string_view name;
    /// The lock that `reading` is, or nullopt if this library did not write it. `now` helps to tell
    /// plausible times from random digits. Pure; never blocks.
    std::optional<Recognised> (*recognise)(const KeyReading& reading, WallTime now);
};

/// All built-in formats, the most specific first.
[[nodiscard]] std::span<const Format> builtinFormats();

/// The first of `formats` that recognises the reading; nullopt: not a lock as far as known.
[[nodiscard]] std::optional<Recognised> recognise(
    std::span<const Format> formats, const KeyReading& reading, WallTime now);

} // namespace lockkeeper::observe
