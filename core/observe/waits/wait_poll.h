// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/board/board.h"
#include "core/observe/waits/library_waits.h"
#include "core/redis/transport.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace lockkeeper::observe {

/// Joins the waiters known on the masters, by announcement or library.
class WaitBook {
public:
    struct Asked {
        SteadyTime sent{};
        SteadyTime received{};
        WallTime wallReceived{};
    };
    /// All waiters' channels on a master. Ignores foreign names, and all after 10 000 waiters. An
    /// implausible `since` becomes the first sighting.
    void note(std::size_t master, const Asked& asked, const std::vector<std::string>& channels);
    void forget(std::size_t master);

    [[nodiscard]] LibraryWaits& library() noexcept { return m_library; }
    [[nodiscard]] const LibraryWaits& library() const noexcept { return m_library; }

    [[nodiscard]] bool isEmpty() const noexcept { return m_waiters.empty() && m_library.isEmpty(); }
    /// In order of arrival, with gone ones.
    [[nodiscard]] std::vector<Waiter> waiters() const;

private:
    struct Record {
        Waiter waiter;
        std::uint64_t masters = 0;
        std::uint64_t answer = 0;
    };
    void removeUnnamed(std::size_t master, std::uint64_t answer);

    std::map<std::string, Record, std::less<>> m_waiters;
    std::uint64_t m_answers = 0;
    LibraryWaits m_library;
};

/// Asks one master for traces of waiters of the board's libraries: docs/observation.md, "What it
/// costs". Refused parts stay unknown.
class LibraryPoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        const Board& board;
        LibraryWaits& waits;
        std::size_t index;
    };
    LibraryPoll(Access access, std::chrono::milliseconds timeout);

    /// Calls `done` once all is answered, or at once. Don't call it again before.
    void ask(std::function<void()> done);
    /// False: the board has locks of another library.
    [[nodiscard]] bool hasAskedAll() const;
    [[nodiscard]] SteadyTime::duration slowest() const noexcept { return m_slowest; }

private:
    struct Shared {
        std::string channel;
        Resource resource;
        std::string library;
    };
    using OnReply = std::function<void(const redis::Reply&)>;

    void send(const redis::Command& command, OnReply onReply);
    void endPart(SteadyTime sent);
    void askChannels();
    void askBlocked();
    void askNumbers();
    [[nodiscard]] std::optional<Shared> sharedChannel(
        const std::string& channel, std::string_view begins) const;
    void noteBlocked(const std::string& info);

    Access m_access;
    std::chrono::milliseconds m_timeout;
    std::function<void()> m_done;
    std::vector<std::string> m_asked;
    bool m_hasAskedBlocked = false;
    std::size_t m_parts = 0;
    bool m_hasNumbers = false;
    bool m_areChannelsTold = false;
    LibraryWaits::Channels m_channels;
    std::vector<Shared> m_shared;
    UnnamedByResource m_unnamed;
    SteadyTime::duration m_slowest{};
    Lifetime m_lifetime;
};

/// Asks one master every second, less often if that takes long. Thread: the transport's.
class WaitPoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        const Board& board;
        WaitBook& book;
        std::size_t index;
        std::function<void()> onAnswer;
    };
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
        std::string user{};
    };
    WaitPoll(Access access, Options options);

    void tick();
    /// Asks again soon, as the answer is in doubt.
    void hurry(std::chrono::milliseconds within);
    void onLoss();

    /// Since the last onLoss(), with errors.
    [[nodiscard]] std::size_t answers() const noexcept { return m_answers; }
    /// False: some locks' waiters, or a queue's listeners, are unknown.
    [[nodiscard]] bool hasAskedAll() const;
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }

private:
    void onReply(const Result<redis::Reply>& reply, SteadyTime sent);
    void endPart();

    Access m_access;
    Options m_options;
    SteadyTime m_next{};
    LibraryPoll m_library;
    SteadyTime m_asked{};
    int m_parts = 0;
    std::size_t m_answers = 0;
    std::optional<Error> m_error;
    SteadyTime::duration m_took{};
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
