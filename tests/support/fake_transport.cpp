// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_transport.h"

#include "core/redis/error_reply.h"

namespace lockkeeper::tests {

using redis::Reply;

FakeTransport::FakeTransport(std::string id, ManualClock& clock)
    : m_id(std::move(id))
    , m_clock(clock)
{ }

redis::LinkStatus FakeTransport::status() const
{
    redis::LinkStatus status;
    status.state = m_mode == Mode::Down ? redis::LinkState::Down
        : m_mode == Mode::Stopped       ? redis::LinkState::Silent
                                        : redis::LinkState::Up;
    status.forgotAt = m_forgotAt;
    return status;
}

void FakeTransport::send(
    const redis::Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_log.emplace_back(command.name());
    if (m_mode == Mode::Down) {
        m_clock.schedule(m_clock.now(), [this, handler = std::move(handler)] {
            handler(fail(ErrorClass::Unreachable, "connection refused", m_id));
        });
        return;
    }
    if (m_mode == Mode::Stopped) {
        m_kept.push_back(command);
        return timeOut(timeout, std::move(handler));
    }
    Result<Reply> reply
        = m_nextError ? Result<Reply>(tl::make_unexpected(*m_nextError)) : execute(command);
    m_nextError.reset();
    if (m_mode == Mode::LosingAnswers)
        return timeOut(timeout, std::move(handler));
    auto answer = [handler = std::move(handler), reply = std::move(reply)] {
        handler(Result<Reply>(reply));
    };
    if (m_isHolding)
        m_answers.emplace_back(std::move(answer));
    else
        m_clock.schedule(m_clock.now(), std::move(answer));
}

void FakeTransport::timeOut(std::chrono::milliseconds timeout, Handler handler)
{
    m_clock.schedule(m_clock.now() + timeout, [this, handler = std::move(handler)] {
        handler(fail(ErrorClass::Timeout, "no reply in time", m_id));
    });
}

void FakeTransport::resume()
{
    m_mode = Mode::Answering;
    for (const redis::Command& command : std::exchange(m_kept, {}))
        (void)execute(command);
}

void FakeTransport::deliver()
{
    m_isHolding = false;
    for (const auto& answer : std::exchange(m_answers, {}))
        answer();
}

void FakeTransport::deliverFirst()
{
    if (m_answers.empty())
        return;
    const auto answer = std::move(m_answers.front());
    m_answers.pop_front();
    answer();
}

FakeRedis::Time FakeTransport::now() const
{
    return std::chrono::duration_cast<FakeRedis::Time>(m_clock.now().time_since_epoch());
}

std::optional<std::string> FakeTransport::valueOf(const std::string& key) const
{
    const std::string* const value = m_redis.find(key, now());
    return value == nullptr ? std::nullopt : std::optional(*value);
}

Result<Reply> FakeTransport::execute(const redis::Command& command)
{
    if (!m_keepsScripts)
        m_redis.forgetScripts();
    Reply reply = m_redis.execute(command.arguments(), now());
    if (reply.type == Reply::Type::Error)
        return tl::make_unexpected(redis::errorFromReply(reply.text, m_id));
    return reply;
}

} // namespace lockkeeper::tests
