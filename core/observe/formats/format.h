// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/formats/holder.h"
#include "core/observe/reading/key_reading.h"

#include <functional>
#include <memory>
#include <optional>
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

/// How a lock is shared among its holders.
enum class LockMode : std::uint8_t {
    Exclusive, ///< one holder
    Read, ///< any number of readers
    Write, ///< one writer of a reader/writer lock
    Semaphore, ///< as many as there are permits
};

/// What a format made of a reading. A recogniser fills in what the value tells: `holder`,
/// `expiresAt`, `mode`, `holders`, and `alternatives` where they depend on the value. The rest
/// follows from the format and the key.
struct Recognised {
    std::string format{}; ///< "lk1", "redis-py" ...
    Holder holder{}; ///< of several the first, or what they have in common
    std::optional<WallTime> expiresAt{}; ///< the expiry that the value itself states
    LockMode mode = LockMode::Exclusive;
    std::vector<Holder> holders{}; ///< all of them, where there may be several; else empty
    std::optional<std::size_t> queueLength{}; ///< who waits, where the format stores it
    std::optional<WakeUp> wakeUp{}; ///< to publish when the lock is released for its holder
    /// A key that holds waiters which a release can't wake; while it exists, nothing is released.
    std::optional<std::string> queueKey{};
    bool isReleasable = true; ///< false: view only, a safe release is not known
    /// Other libraries that write the same: the owner is one of `format` and these.
    std::vector<std::string> alternatives{};
    std::string caution{}; ///< what a release brings along, for people; empty: nothing unusual

    friend bool operator==(const Recognised&, const Recognised&) = default;
};

/// What a key has to be to be worth a look: most are ruled out by this alone.
struct Shape {
    ValueType type = ValueType::String;
    std::size_t shortest = 0; ///< (String) the lengths of the value
    std::size_t longest = KeyReading::kMaxValue;
    std::string_view keyBegins{}; ///< with; static text
    std::string_view keyEnds{}; ///< with; static text

    [[nodiscard]] bool fits(const KeyReading& reading) const noexcept
    {
        const bool isLengthFit = type != ValueType::String
            || (reading.value.size() >= shortest && reading.value.size() <= longest);
        return reading.type == type && isLengthFit && reading.key.starts_with(keyBegins)
            && reading.key.ends_with(keyEnds);
    }
};

/// What one library writes: data and a decoder. Immutable; described once in this folder, and
/// shared by all locks of that library.
struct Format {
    std::string name;
    Shape shape{};
    /// What the value of `reading` tells, or nullopt if this library did not write it. Asked for
    /// readings of its type and lengths only; under a hint, for any key. `now` helps
    /// to tell plausible times from random digits. Pure; never blocks.
    std::function<std::optional<Recognised>(const KeyReading& reading, WallTime now)> recognise{};
    /// Whether a value that tells so little is this library's lock under its key and with its TTL.
    /// Not asked where a hint names the format, as the key's shape is not. Empty: any is. Pure.
    std::function<bool(const KeyReading& reading)> fits{};
    std::vector<std::string> alternatives{}; ///< see Recognised
    bool isReleasable = true;
    std::function<WakeUp(std::string_view key)> wakeUp{}; ///< empty: nobody is woken
    std::function<std::string(std::string_view key)> queueKey{}; ///< empty: no queue
    std::string caution{};
};
using FormatPtr = std::shared_ptr<const Format>;

/// In the order in which they are tried: the most specific first.
using Formats = std::vector<FormatPtr>;

/// All built-in formats. Made on the first call; safe from any thread.
[[nodiscard]] const Formats& builtinFormats();

/// Those whose values are too general, or too much like another's, to be guessed: only a hint leads
/// to them. As above.
[[nodiscard]] const Formats& hintOnlyFormats();

/// A format and what its recogniser told.
struct Match {
    FormatPtr format;
    Recognised lock; ///< as the recogniser returned it
};

/// The first of `formats` that recognises the reading; nullopt: not a lock as far as known.
[[nodiscard]] std::optional<Match> match(
    const Formats& formats, const KeyReading& reading, WallTime now);

/// `told`, completed with what follows from the format and the key.
[[nodiscard]] Recognised completed(const Format& format, Recognised told, std::string_view key);

/// Both: the whole of what can be told of a reading.
[[nodiscard]] std::optional<Recognised> recognise(
    const Formats& formats, const KeyReading& reading, WallTime now);

} // namespace lockkeeper::observe
