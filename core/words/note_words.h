// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/notes/note.h"
#include "core/release/note_writing.h"

#include <string>

// A lock's note in words: see time_words.h.
namespace lockkeeper::words {

/// "ann@desk is on it since 03:02 UTC: looks at the database".
[[nodiscard]] std::string noteText(const observe::Note& note, WallTime now);
[[nodiscard]] std::string noteAuthorText(const observe::Note& note, WallTime now);
/// "ends in 12 m 04 s".
[[nodiscard]] std::string noteEndText(const observe::Note& note, SteadyTime now);

[[nodiscard]] std::string outcomeText(const release::NoteOutcome& outcome);
/// "the note is on 3 of 3 masters".
[[nodiscard]] std::string reportText(
    const release::NoteReport& report, bool isClearing, WallTime now);

} // namespace lockkeeper::words
