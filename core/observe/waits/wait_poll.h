// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/waits/library_poll.h"
#include "core/observe/waits/wait_book.h"
#include "core/redis/transport.h"

#include <functional>

namespace lockkeeper::observe {

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
