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

struct NoteAnswer {
    Result<redis::Reply> value;
    Result<redis::Reply> ttl;
};
/// `now`: when the answers came. Unreadable: no string. Error: no answer, or a refusal.
[[nodiscard]] Result<Note> noteOf(const NoteAnswer& answer, SteadyTime now);

/// Sends both commands together. Calls `done` once.
void readNote(redis::Transport& transport, const Resource& resource,
    std::chrono::milliseconds timeout, std::function<void(NoteAnswer)> done);

/// For people: the missing permission and how to grant it; other errors unchanged.
[[nodiscard]] Error explainNoteRefusal(const Error& error, const std::string& user);

/// Reads one master's notes: all with each sweep, touched ones within the command budget. Retries
/// refusals. Thread: the transport's.
class NotePoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        NoteBook& book;
        std::size_t index;
        std::function<void()> onRead;
        std::function<void(std::size_t commands)> onSent;
    };
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
    };
    NotePoll(Access access, Options options);

    void readAll();
    /// Moves notes' keys from `keys` to readTouched().
    void takeTouched(std::vector<std::string>& keys);
    void readTouched(const std::function<bool(std::size_t commands)>& mayRead);
    void onLoss();

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
    bool m_isOutdated = false;
    SteadyTime m_nextTry{};
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
