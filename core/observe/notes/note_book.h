// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/notes/note.h"

#include <map>
#include <set>
#include <vector>

namespace lockkeeper::observe {

/// The notes on all masters, and the one shown per lock. A note stays until read again or its TTL
/// ends.
class NoteBook {
public:
    using NotesOfMaster = std::map<Resource, Note>;

    void set(std::size_t master, const Resource& resource, const Note& note);
    void setAll(std::size_t master, const NotesOfMaster& notes);
    void dropEnded(SteadyTime now);

    [[nodiscard]] const Note& of(const Resource& resource) const;
    [[nodiscard]] bool isEmpty() const noexcept { return m_records.empty(); }
    [[nodiscard]] std::set<Resource> takeChanged();
    [[nodiscard]] bool areSeen() const noexcept { return m_changed.empty(); }

private:
    struct Record {
        std::map<std::size_t, Note> stored;
        Note shown;
    };
    using Records = std::map<Resource, Record>;
    Records::iterator choose(Records::iterator record);

    Records m_records;
    std::set<Resource> m_changed;
};

} // namespace lockkeeper::observe
