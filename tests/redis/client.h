// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/event_loop.h"
#include "core/redis/link/connection.h"

#include <QtTest>

namespace lockkeeper::tests {

/// A connection with its loop, asked from the test's thread.
class Client {
public:
    explicit Client(const std::string& url, redis::ConnectionOptions options = {})
        : m_connection(std::make_unique<redis::Connection>(
            m_loop, MasterId("a"), redis::Url::parse(url).value(), mayWrite(std::move(options))))
    { }
    ~Client() { m_loop.stop(); }

    Result<redis::Reply> ask(
        const redis::Command& command, std::chrono::milliseconds timeout = std::chrono::seconds(5))
    {
        return m_loop.await<Result<redis::Reply>>(
            [&](auto handler) { m_connection->send(command, timeout, std::move(handler)); });
    }
    Result<redis::Reply> undo(
        const redis::Command& command, std::chrono::milliseconds timeout = std::chrono::seconds(5))
    {
        return m_loop.await<Result<redis::Reply>>(
            [&](auto handler) { m_connection->sendUndo(command, timeout, std::move(handler)); });
    }
    redis::LinkStatus status()
    {
        return m_loop.call([this] { return m_connection->status(); });
    }
    bool reaches(redis::LinkState state)
    {
        return QTest::qWaitFor([&] { return status().state == state; }, 10'000);
    }
    EventLoop& loop() { return m_loop; }
    redis::Connection& connection() { return *m_connection; }

private:
    static redis::ConnectionOptions mayWrite(redis::ConnectionOptions options)
    {
        options.access = redis::Access::Full;
        return options;
    }

    EventLoop m_loop;
    std::unique_ptr<redis::Connection> m_connection;
};

/// What `reply` failed with; an Error with an unlikely class if it did not fail.
inline Error errorOf(const Result<redis::Reply>& reply)
{
    return reply ? Error{ErrorClass::TooManyKeys, "no error", {}} : reply.error();
}

} // namespace lockkeeper::tests
