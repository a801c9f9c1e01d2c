// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/notes/note_book.h"
#include "core/redis/transport.h"

#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// The two answers of a master about one lock's note: its value and its TTL.
struct NoteAnswer {
    Result<redis::Reply> value;
    Result<redis::Reply> ttl;
};
/// The note that follows from the answers, which came at `now`. A value that is no string is a note
/// that can't be read. An Error: the master did not answer, or refuses. Pure.
[[nodiscard]] Result<Note> noteOf(const NoteAnswer& answer, SteadyTime now);

/// Reads a lock's note on one master: value and TTL, sent together. Calls `done` exactly once.
void readNote(redis::Transport& transport, const Resource& resource,
    std::chrono::milliseconds timeout, std::function<void(NoteAnswer)> done);

/// What is missing to read notes, as text for people, with the command that grants it; another
/// error is returned unchanged. `user`: empty for the default user. Pure.
[[nodiscard]] Error explainNoteRefusal(const Error& error, const std::string& user);

/// Reads the notes of one master: all with each sweep, by one command if there are none; single
/// ones when the master reports that they were touched, at the pace that its commands may have.
/// What is refused is asked for again after a while.
///
/// Used on the transport's thread. Everything passed to it must outlive it.
class NotePoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        NoteBook& book;
        std::size_t index; ///< of the master, in the book
        std::function<void()> onRead; ///< after an answer
        std::function<void(std::size_t commands)> onSent; ///< by readAll()
    };
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
    };
    NotePoll(Access access, Options options);

    /// Asks which locks have notes, and reads these.
    void readAll();
    /// Takes the keys of notes out of `keys`, which were touched, for readTouched().
    void takeTouched(std::vector<std::string>& keys);
    /// Reads the notes that were touched, each once, as long as `mayRead` allows so many commands.
    void readTouched(const std::function<bool(std::size_t commands)>& mayRead);
    /// The master does not answer: nothing is awaited any more.
    void onLoss();

    /// True while answers are awaited.
    [[nodiscard]] bool isReading() const noexcept { return m_awaited > 0; }

private:
    void onIndex(const Result<redis::Reply>& reply);
    void endAll();
    void read(const Resource& resource, std::function<void(const std::optional<Note>&)> done);
    void noteError(const Error& error);
    void end();

    Access m_access;
    Options m_options;
    std::set<Resource> m_touched;
    std::size_t m_awaited = 0;
    bool m_isReadingAll = false;
    bool m_isOutdated = false; ///< something was touched since all began to be read
    SteadyTime m_nextTry{};
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
