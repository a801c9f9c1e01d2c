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

/// Who works on a lock, since when, and why: docs/observation.md, "Notes". Anybody with write
/// access can forge it: never act on it.
struct Note {
    static constexpr std::size_t kMostOfText = 200; ///< characters
    static constexpr std::size_t kMostOfAuthor = 128;
    static constexpr std::size_t kMaxValue = 4096; ///< bytes that are read
    static constexpr std::chrono::milliseconds kUsualTtl{std::chrono::minutes(30)};
    static constexpr std::chrono::milliseconds kMaxTtl{std::chrono::hours(24)};

    enum class Kind : std::uint8_t { None, Readable, Unreadable };

    Kind kind = Kind::None;
    std::string author{}; ///< login@host
    WallTime since{}; ///< by the author's clock
    std::string text{};
    SteadyTime until{}; ///< max: no TTL

    [[nodiscard]] bool isNone() const noexcept { return kind == Kind::None; }
    [[nodiscard]] bool isReadable() const noexcept { return kind == Kind::Readable; }
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

inline constexpr std::string_view kNoteKeysBegin = "lockkeeper:note";
/// A sorted set of names with the notes' ends; only a hint where to look.
inline constexpr const char* kNoteIndexKey = "lockkeeper:notes";
/// Per master, for reading and in the index.
inline constexpr std::size_t kMostNotes = 200;

[[nodiscard]] inline bool isNoteKey(std::string_view key) noexcept
{
    return key.starts_with(kNoteKeysBegin);
}

[[nodiscard]] std::string noteKeyOf(const Resource& resource);
[[nodiscard]] std::optional<Resource> resourceOfNoteKey(std::string_view key);

/// 1 to `most` characters, none of them control, bidirectional or invisible; no blanks at the ends.
[[nodiscard]] bool isOneLine(std::string_view text, std::size_t most);

[[nodiscard]] std::string noteValue(const Note& note);
/// Without `until`; Unreadable if malformed. Takes any bytes.
[[nodiscard]] Note noteOfValue(std::string_view value);

} // namespace lockkeeper::observe
