// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply_parser.h"
#include "core/redis/transport.h"
#include "core/redis/url.h"

#include <memory>

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

/// What a Connection needs to know besides the URL.
struct ConnectionOptions {
    std::string clientName; ///< for CLIENT SETNAME; empty: none is set
    std::chrono::milliseconds connectTimeout{1000}; ///< for connect and login together
    std::chrono::milliseconds minBackoff{50}; ///< before the first reconnect
    std::chrono::milliseconds maxBackoff{2000};
    std::chrono::milliseconds refusedBackoff{1000}; ///< at least, after a refused login
    std::size_t maxPending = 64 * 1024; ///< commands without a reply; more are refused
    ReplyLimits replyLimits{};
};

/// One connection to one master over TCP or a Unix socket: logs in (AUTH, SELECT, CLIENT SETNAME,
/// ROLE), pipelines commands in order, ends each by its deadline, and reconnects by itself with
/// jittered exponential backoff. Commands sent while the first login is under way wait for it.
///
/// A reply that is overdue makes the link Silent: further commands fail at once (nothing is sent)
/// while a probe waits for the master to come back; late replies are read and dropped in order.
///
/// Ownership: must be destroyed before its EventLoop; commands without a reply are then forgotten,
/// and their handlers are never called. Thread-safety: construct and destroy from any thread, but
/// while no other uses it; everything else on the loop's thread.
class Connection final : public Transport {
public:
    Connection(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);
    ~Connection() override;

    [[nodiscard]] const MasterId& master() const noexcept override;
    [[nodiscard]] LinkStatus status() const override;
    void send(Command command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendUndo(Command command, std::chrono::milliseconds timeout, Handler handler) override;

private:
    class Link;
    EventLoop& m_loop;
    std::shared_ptr<Link> m_link;
};

} // namespace lockkeeper::redis
