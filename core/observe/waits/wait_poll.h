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

/// Joins what the masters tell of the waiters: some announce themselves on some of the masters, of
/// others their library tells. Not thread-safe.
class WaitBook {
public:
    /// When a master was asked, and when it answered.
    struct Asked {
        SteadyTime sent{};
        SteadyTime received{};
        WallTime wallReceived{}; ///< the same moment
    };
    /// A master has named all its channels of waiters, some time between the two. Names that are
    /// none of ours are ignored, and so are all after 10 000 waiters. Of a waiter that says to wait
    /// since a time in the future, or for more than 30 days, `since` becomes when it is first seen.
    void note(std::size_t master, const Asked& asked, const std::vector<std::string>& channels);
    /// The master does not answer: what it has told counts no more.
    void forget(std::size_t master);

    /// What libraries tell.
    [[nodiscard]] LibraryWaits& library() noexcept { return m_library; }
    [[nodiscard]] const LibraryWaits& library() const noexcept { return m_library; }

    [[nodiscard]] bool isEmpty() const noexcept { return m_waiters.empty() && m_library.isEmpty(); }
    /// Those who wait, in the order in which they came, and those who are gone.
    [[nodiscard]] std::vector<Waiter> waiters() const;

private:
    struct Record {
        Waiter waiter;
        std::uint64_t masters = 0; ///< bits of those that name it
        std::uint64_t answer = 0; ///< the latest that names it
    };
    /// Takes the master's word from all records that its answer does not name.
    void removeUnnamed(std::size_t master, std::uint64_t answer);

    std::map<std::string, Record, std::less<>> m_waiters; ///< by channel
    std::uint64_t m_answers = 0;
    LibraryWaits m_library;
};

/// Asks one master what lock libraries leave there while somebody waits, as far as the board has
/// locks of theirs: for the names of waiters' channels (`PUBSUB CHANNELS`, once per kind), for the
/// clients that listen to those of the board's locks (`PUBSUB NUMSUB`, twice at most), and how many
/// clients are blocked (`INFO`). What is refused stays unknown.
///
/// Used on the transport's thread. Everything passed to it must outlive it.
class LibraryPoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        const Board& board;
        LibraryWaits& waits;
        std::size_t index; ///< of the master
    };
    LibraryPoll(Access access, std::chrono::milliseconds timeout);

    /// Asks, and calls `done` once all is answered; at once if there is nothing to ask. Call it
    /// again only after that.
    void ask(std::function<void()> done);
    /// False: the board has locks of a library of whose waiters the master was not asked.
    [[nodiscard]] bool hasAskedAll() const;
    /// How long the slowest answer took.
    [[nodiscard]] SteadyTime::duration slowest() const noexcept { return m_slowest; }

private:
    /// A channel to which all waiters for a lock of the board listen.
    struct Shared {
        std::string channel;
        Resource resource;
        std::string library;
    };
    using OnReply = std::function<void(const redis::Reply&)>;

    /// `onReply` is not called with an error; endPart() follows in any case.
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
    std::vector<std::string> m_asked; ///< beginnings of channels
    bool m_hasAskedBlocked = false;
    std::size_t m_parts = 0; ///< not answered yet
    bool m_hasNumbers = false; ///< numbers are asked for, or need not be
    bool m_areChannelsTold = false;
    LibraryWaits::Channels m_channels;
    std::vector<Shared> m_shared;
    UnnamedByResource m_unnamed;
    SteadyTime::duration m_slowest{};
    Lifetime m_lifetime;
};

/// Asks one master every second for the channels on which waiters announce themselves (`PUBSUB
/// CHANNELS`), and for what lock libraries tell (LibraryPoll). The server goes through all its
/// channels for that: where it takes long, it is asked less often.
///
/// Used on the transport's thread. Everything passed to it must outlive it.
class WaitPoll {
public:
    struct Access {
        redis::Transport& transport;
        const Clock& clock;
        const Board& board;
        WaitBook& book;
        std::size_t index; ///< of the master, in the book
        std::function<void()> onAnswer;
    };
    struct Options {
        std::chrono::milliseconds timeout{1000};
        std::chrono::milliseconds retryRefused{30'000};
        std::string user{}; ///< that a missing permission must be granted to
    };
    WaitPoll(Access access, Options options);

    /// Asks if it is time to. Call several times a second while the master answers.
    void tick();
    /// Asks again within this time: what was told is in doubt.
    void hurry(std::chrono::milliseconds within);
    /// The master does not answer.
    void onLoss();

    /// How often it was answered since the last onLoss(). Errors count: nothing else will come.
    [[nodiscard]] std::size_t answers() const noexcept { return m_answers; }
    /// False: the board has locks of whose waiters the master was not asked, or it is to be asked
    /// who of a queue listens.
    [[nodiscard]] bool hasAskedAll() const;
    /// Why waiters are not known.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }

private:
    void onReply(const Result<redis::Reply>& reply, SteadyTime sent);
    void endPart();

    Access m_access;
    Options m_options;
    SteadyTime m_next{};
    LibraryPoll m_library;
    SteadyTime m_asked{};
    int m_parts = 0; ///< not answered yet
    std::size_t m_answers = 0;
    std::optional<Error> m_error;
    SteadyTime::duration m_took{}; ///< for the announcements
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
