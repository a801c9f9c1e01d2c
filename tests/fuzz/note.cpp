// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/notes/note.h"
#include "core/text/display_safe.h"
#include "tests/fuzz/target.h"

// What is shown of a note is one bounded line, and is read back from what is written. Each name has
// one key, and each key one name.
namespace lockkeeper::fuzz {
namespace {

using observe::Note;

void run(std::string_view input)
{
    const Note note = observe::noteOfValue(input);
    check(!note.isNone(), "what is stored is a note, or one that can't be read");
    if (note.isReadable()) {
        check(isValidUtf8(note.text) && isValidUtf8(note.author), "a note is text");
        check(note.text.find_first_of("\n\r\x1b") == std::string::npos, "a note is one line");
        const std::string written = observe::noteValue(note);
        check(written.size() <= Note::kMaxValue, "a note fits into what is read of it");
        check(observe::noteOfValue(written).saysSame(note), "what is written is read");
    } else {
        check(note.text.empty() && note.author.empty(), "what can't be read says nothing");
    }
    const Resource name{std::string(input)};
    const std::string key = observe::noteKeyOf(name);
    check(observe::isNoteKey(key), "a note's key is known as one");
    check(observe::resourceOfNoteKey(key) == name, "a key leads to its lock");
    if (const auto lock = observe::resourceOfNoteKey(input))
        check(observe::noteKeyOf(*lock) == input, "only keys of notes lead to locks");
}

const Target kTarget("note", run);

} // namespace
} // namespace lockkeeper::fuzz
