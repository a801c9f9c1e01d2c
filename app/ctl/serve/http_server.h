// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/wake_event.h"
#include "app/ctl/serve/exchange.h"

#include <atomic>
#include <deque>
#include <memory>
#include <thread>

namespace httplib {
class ThreadPool;
}

namespace lockkeeper::ctl {

/// Accepts clients, and answers each request on a thread of a pool.
///
/// A client gets a thread only once the head of its request is there. Until then its connection
/// waits in a list: who sends slowly keeps nobody else from being answered, and if there are too
/// many, the oldest is dropped. While all threads are in use, and for `/healthz` always, the
/// accepting thread answers by itself, with what the system can buffer. Some threads are kept for
/// `/metrics`: clients that stay keep no scraper out.
class HttpServer {
public:
    /// Heads of requests that are incomplete, and for how long.
    static constexpr std::size_t kMostPending = 256;
    static constexpr std::size_t kLongestHead = 8000;
    static constexpr std::chrono::milliseconds kHeadTime{5'000};
    /// Threads for `/metrics` alone.
    static constexpr std::size_t kKept = 8;

    /// `listener` is a socket of listenOn(), `mostClients` the number of threads, besides kKept.
    HttpServer(UniqueFd listener, Answering answering, std::size_t mostClients);
    /// Drops all clients. Blocks until their threads have ended.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

private:
    /// A connection whose request is not complete.
    struct Pending {
        UniqueFd socket;
        SteadyTime deadline;
        std::string head{};
    };

    void run();
    void acceptAll();
    void dropLate(SteadyTime now);
    /// Reads what is there. False if the connection is done with.
    [[nodiscard]] bool read(Pending& pending);
    void dispatch(UniqueFd socket, RequestHead head);
    [[nodiscard]] int timeLeft(SteadyTime now) const;

    UniqueFd m_listener;
    const Answering m_answering;
    const std::size_t m_mostClients;
    WakeEvent m_stop;
    std::atomic<std::size_t> m_clients = 0; ///< with a thread
    std::deque<Pending> m_pending; ///< the oldest first; of the accepting thread
    bool m_isFull = false; ///< no descriptor is left for another connection
    std::unique_ptr<httplib::ThreadPool> m_pool;
    std::thread m_thread;
};

} // namespace lockkeeper::ctl
