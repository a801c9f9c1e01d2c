// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/types.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// What somebody says about a lock: who is on it, since when, and why. It is stored beside the lock
/// on each master, with a TTL of its own. Anybody who may write the key can write anything, so a
/// note is shown, and nothing follows from it. A value.
struct Note {
    static constexpr std::size_t kMostOfText = 200; ///< characters
    static constexpr std::size_t kMostOfAuthor = 128;
    static constexpr std::size_t kMaxValue = 4096; ///< bytes that are read
    static constexpr std::chrono::milliseconds kUsualTtl{std::chrono::minutes(30)};
    static constexpr std::chrono::milliseconds kMaxTtl{std::chrono::hours(24)};

    /// None: there is no note. Unreadable: something is stored that is no note.
    enum class Kind : std::uint8_t { None, Readable, Unreadable };

    Kind kind = Kind::None;
    std::string author{}; ///< login@host
    WallTime since{}; ///< by the author's clock
    std::string text{}; ///< one line
    SteadyTime until{}; ///< when its TTL is over; max: it has none

    [[nodiscard]] bool isNone() const noexcept { return kind == Kind::None; }
    [[nodiscard]] bool isReadable() const noexcept { return kind == Kind::Readable; }
    /// True if both say the same, whatever their TTLs.
    [[nodiscard]] bool saysSame(const Note& other) const
    {
        return kind == other.kind && author == other.author && since == other.since
            && text == other.text;
    }
    friend bool operator==(const Note&, const Note&) = default;
};

constexpr auto enumNames(Note::Kind /*of*/) noexcept
{
    return std::array{"none", "readable", "unreadable"};
}

/// What the names of all keys of notes begin with; no such key is a lock.
inline constexpr std::string_view kNoteKeysBegin = "lockkeeper:note";
/// Which locks have notes: a sorted set of their names, with the times when their notes end. Only a
/// hint where to look.
inline constexpr const char* kNoteIndexKey = "lockkeeper:notes";
/// Most notes of one master that are read, and that the index keeps.
inline constexpr std::size_t kMostNotes = 200;

[[nodiscard]] inline bool isNoteKey(std::string_view key) noexcept
{
    return key.starts_with(kNoteKeysBegin);
}

/// The key of a lock's note. No two locks share one. It is in the slot of the lock in a Cluster,
/// unless the lock's name has a `}` but no hash tag. Pure.
[[nodiscard]] std::string noteKeyOf(const Resource& resource);
/// The inverse of noteKeyOf(); nullopt for any other key. Pure.
[[nodiscard]] std::optional<Resource> resourceOfNoteKey(std::string_view key);

/// True if `text` is one line of 1 to `most` characters without control, bidirectional or invisible
/// ones, and without blanks at its ends. Pure.
[[nodiscard]] bool isOneLine(std::string_view text, std::size_t most);

/// The stored form of a readable note. Pure.
[[nodiscard]] std::string noteValue(const Note& note);
/// The note that a value stands for; Unreadable if it is none. Without `until`. Accepts any bytes.
/// Pure.
[[nodiscard]] Note noteOfValue(std::string_view value);

} // namespace lockkeeper::observe
