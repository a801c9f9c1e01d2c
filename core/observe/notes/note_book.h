// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/notes/note.h"

#include <map>
#include <set>
#include <vector>

namespace lockkeeper::observe {

/// The notes of all masters of a deployment, and the one of each lock that is shown: what most
/// masters store; of equals the older one. What a master stored stays until it is read there again
/// or until its TTL is over, whether the master answers or not. Not thread-safe.
class NoteBook {
public:
    using NotesOfMaster = std::map<Resource, Note>;

    /// Records what one master stores beside this lock, perhaps no note.
    void set(std::size_t master, const Resource& resource, const Note& note);
    /// Records all notes of one master.
    void setAll(std::size_t master, const NotesOfMaster& notes);
    /// Forgets notes whose TTL is over.
    void dropEnded(SteadyTime now);

    /// The note that is shown; Kind::None if there is none.
    [[nodiscard]] const Note& of(const Resource& resource) const;
    [[nodiscard]] bool isEmpty() const noexcept { return m_records.empty(); }
    /// The locks whose shown note has changed since the last call.
    [[nodiscard]] std::set<Resource> takeChanged();
    /// True if nothing has changed since then.
    [[nodiscard]] bool areSeen() const noexcept { return m_changed.empty(); }

private:
    struct Record {
        std::map<std::size_t, Note> stored; ///< by master
        Note shown;
    };
    using Records = std::map<Resource, Record>;
    /// Chooses the shown note again; removes a record without notes. Returns the next record.
    Records::iterator choose(Records::iterator record);

    Records m_records;
    std::set<Resource> m_changed;
};

} // namespace lockkeeper::observe
