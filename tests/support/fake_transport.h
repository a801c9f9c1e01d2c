// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/transport.h"
#include "tests/support/fake_redis.h"
#include "tests/support/manual_clock.h"

#include <deque>
#include <optional>

namespace lockkeeper::tests {

/// A master without a network: a FakeRedis whose answers a test can delay, lose or replace.
///
/// A command is executed when it arrives, even if its answer is lost, as on a real server. EVALSHA
/// always gets NOSCRIPT, unless the test calls keepScripts().
class FakeTransport final : public redis::Transport {
public:
    enum class Mode {
        Answering, ///< executes and answers
        LosingAnswers, ///< executes; the caller gets a timeout
        Stopped, ///< keeps commands; executes them on resume(); the caller gets a timeout
        Down, ///< not connected: fails at once, executes nothing
    };

    FakeTransport(std::string id, ManualClock& clock);

    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override;
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    void setMode(Mode mode) { m_mode = mode; }
    /// Returns to Answering. Commands kept while stopped are executed now; their answers are
    /// discarded.
    void resume();
    /// Discards the commands kept while stopped, as if the client had given up the connection.
    void loseKept() { m_kept.clear(); }
    /// While held, answers in mode Answering wait for deliver() or deliverFirst().
    void holdAnswers(bool isHeld) { m_isHolding = isHeld; }
    /// Delivers all waiting answers, and holds no more of them.
    void deliver();
    /// Delivers the oldest waiting answer. The others and new ones still wait.
    void deliverFirst();
    /// From now on, the master is known to have forgotten at this time what it stored.
    void setForgotAt(SteadyTime time) { m_forgotAt = time; }
    /// The next command is answered with this error and not executed.
    void failNextWith(Error error) { m_nextError = std::move(error); }

    /// From now on, scripts that were sent in full are remembered, as on a real server.
    void keepScripts() { m_keepsScripts = true; }

    void put(const std::string& key, const std::string& value) { m_redis.put(key, value); }
    void remove(const std::string& key) { m_redis.remove(key); }
    [[nodiscard]] std::optional<std::string> valueOf(const std::string& key) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> ttlOf(const std::string& key) const
    {
        return m_redis.ttlOf(key, now());
    }
    /// The names of all commands that arrived, in order.
    [[nodiscard]] const std::vector<std::string>& log() const noexcept { return m_log; }

private:
    [[nodiscard]] FakeRedis::Time now() const;
    [[nodiscard]] Result<redis::Reply> execute(const redis::Command& command);
    void timeOut(std::chrono::milliseconds timeout, Handler handler);

    MasterId m_id;
    ManualClock& m_clock;
    Mode m_mode = Mode::Answering;
    bool m_isHolding = false;
    std::optional<SteadyTime> m_forgotAt;
    std::optional<Error> m_nextError;
    bool m_keepsScripts = false;
    FakeRedis m_redis;
    std::deque<redis::Command> m_kept;
    std::deque<std::function<void()>> m_answers;
    std::vector<std::string> m_log;
};

} // namespace lockkeeper::tests
