// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/notes/note.h"
#include "core/release/note_writing.h"

#include <string>

// What somebody says about a lock: see time_words.h.
namespace lockkeeper::words {

/// "ann@desk is on it since 03:02 UTC: looks at the database"; "a note that can't be read". Empty
/// without a note.
[[nodiscard]] std::string noteText(const observe::Note& note, WallTime now);
/// The same without what is said: "ann@desk is on it since 03:02 UTC".
[[nodiscard]] std::string noteAuthorText(const observe::Note& note, WallTime now);
/// How long the note stays: "ends in 12 m 04 s"; "has no TTL".
[[nodiscard]] std::string noteEndText(const observe::Note& note, SteadyTime now);

/// What became of a note on one master, with the reason if there is one.
[[nodiscard]] std::string outcomeText(const release::NoteOutcome& outcome);
/// What writing or clearing a note came to: "the note is on 3 of 3 masters"; "not written: ann@desk
/// is on it since 03:02 UTC".
[[nodiscard]] std::string reportText(
    const release::NoteReport& report, bool isClearing, WallTime now);

} // namespace lockkeeper::words
