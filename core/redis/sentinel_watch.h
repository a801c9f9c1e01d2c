// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/connection.h"
#include "core/redis/moving_target.h"

#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// A group of Sentinels, and what its master is spoken to with.
struct SentinelWatchOptions {
    std::string group; ///< as in `sentinel monitor NAME ...`
    std::vector<Url> sentinels;
    Url master; ///< login, database and TLS; host and port are what the Sentinels say
    MasterId id; ///< for errors
    std::string clientName;
    std::chrono::milliseconds timeout{1000}; ///< per question
    std::chrono::milliseconds pollInterval{1000}; ///< while no Sentinel tells of failovers
    std::chrono::milliseconds slowPollInterval{10'000}; ///< while one does
};

/// Knows where the current master of a Sentinel group is: asks all Sentinels (`SENTINEL
/// GET-MASTER-ADDR-BY-NAME`), listens to each for `+switch-master`, and asks again at an interval
/// and whenever the master is looked for. A Sentinel that changes its mind is believed; of those
/// that did not, what most of all Sentinels say; so one that was cut off does not lead back to the
/// old master. Whether a server is a master is for the connection to ask (mustBeMaster). Source:
/// redis.io, "Guidelines for Redis clients with support for Redis Sentinel".
///
/// Ownership: must be destroyed before `loop`, and after the connections that follow it.
/// Thread-safety: construct and destroy from any thread; the rest on the loop's thread.
class SentinelWatch final : public MovingTarget {
public:
    SentinelWatch(EventLoop& loop, SentinelWatchOptions options);
    ~SentinelWatch() override;

    [[nodiscard]] Result<std::optional<Url>> current() override;

private:
    struct Address {
        std::string host;
        std::uint16_t port = 0;
        friend bool operator==(const Address&, const Address&) = default;
    };
    /// One Sentinel: a connection to ask on, and one that is subscribed and can't be asked.
    struct Sentinel {
        std::unique_ptr<Connection> questions; ///< both are made on the loop
        std::unique_ptr<Connection> news;
        bool isAsked = false; ///< a question is under way
        bool isSubscribed = false;
        std::optional<Address> address; ///< its latest answer
        std::optional<Error> error; ///< why it has none
    };

    void open(std::size_t index);
    void subscribe(std::size_t index);
    void askAll();
    void ask(std::size_t index);
    void pollLater();
    void onAnswer(std::size_t index, const Result<Reply>& reply);
    void onNews(std::size_t index, const Reply& push);
    void learn(std::size_t index, Address address);
    void adopt(const Address& address);
    void giveUpIfAllFailed();
    [[nodiscard]] bool isHeardFrom(const Sentinel& sentinel) const;

    EventLoop& m_loop;
    const SentinelWatchOptions m_options;
    std::vector<Sentinel> m_sentinels;
    std::optional<Address> m_address;
    std::optional<Error> m_error; ///< while there is no address
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true); ///< for what is still posted
    std::uint64_t m_pollTimer = 0;
};

} // namespace lockkeeper::redis
