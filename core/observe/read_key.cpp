// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/read_key.h"

#include "core/redis/fan_out.h"

namespace lockkeeper::observe {
namespace {

using redis::Command;
using redis::Reply;

ValueType typeNamed(const std::string& name)
{
    if (name == "none")
        return ValueType::None;
    if (name == "string")
        return ValueType::String;
    return name == "hash" ? ValueType::Hash : ValueType::Other;
}

Error unexpectedReply(const redis::Transport& transport, const char* command)
{
    return {
        ErrorClass::ServerError, std::string("unexpected reply to ") + command, transport.master()};
}

/// The commands of one key; each answer comes after those before it, so the last one ends it.
class KeyRead : public std::enable_shared_from_this<KeyRead> {
public:
    KeyRead(redis::Transport& transport, const Clock& clock, std::string key,
        std::chrono::milliseconds timeout, KeyHandler handler)
        : m_transport(transport)
        , m_clock(clock)
        , m_timeout(timeout)
        , m_handler(std::move(handler))
    {
        m_reading.key = std::move(key);
    }

    void start()
    {
        const std::string limit = std::to_string(KeyReading::kMaxValue);
        send({"TYPE", m_reading.key}, &KeyRead::onType);
        // The range ends one byte behind the limit, which tells a longer value.
        send({"GETRANGE", m_reading.key, "0", limit}, &KeyRead::onValue);
        send({"PTTL", m_reading.key}, &KeyRead::onTtl);
    }

private:
    using Step = void (KeyRead::*)(Result<Reply>);

    void send(Command command, Step step)
    {
        m_transport.send(
            std::move(command), m_timeout, [self = shared_from_this(), step](Result<Reply> reply) {
                (self.get()->*step)(std::move(reply));
            });
    }

    void onType(Result<Reply> reply)
    {
        if (!reply)
            m_error = std::move(reply.error());
        else
            m_reading.type = typeNamed(reply->text);
    }

    void onValue(Result<Reply> reply)
    {
        if (m_error || m_reading.type != ValueType::String)
            return; // a WRONGTYPE error is what other types answer
        if (!reply) {
            m_error = std::move(reply.error());
            return;
        }
        m_reading.isTooLong = reply->text.size() > KeyReading::kMaxValue;
        if (!m_reading.isTooLong)
            m_reading.value = std::move(reply->text);
    }

    void onTtl(Result<Reply> reply)
    {
        m_reading.readAt = m_clock.now();
        if (m_error)
            return finish();
        if (!reply)
            return finishWith(std::move(reply.error()));
        if (!reply->isInteger())
            return finishWith(unexpectedReply(m_transport, "PTTL"));
        constexpr std::int64_t kGone = -2;
        constexpr std::int64_t kForever = -1;
        if (reply->integer == kGone)
            m_reading = KeyReading{.key = m_reading.key, .readAt = m_reading.readAt};
        else if (reply->integer != kForever)
            m_reading.ttl = std::chrono::milliseconds(reply->integer);
        if (m_reading.type != ValueType::Hash)
            return finish();
        send({"HLEN", m_reading.key}, &KeyRead::onLength);
    }

    void onLength(Result<Reply> reply)
    {
        if (!reply)
            return finishWith(std::move(reply.error()));
        const bool isSmall = reply->integer > 0
            && reply->integer <= static_cast<std::int64_t>(KeyReading::kMaxFields);
        if (!isSmall)
            return finish();
        send({"HGETALL", m_reading.key}, &KeyRead::onFields);
    }

    void onFields(Result<Reply> reply)
    {
        if (!reply)
            return finishWith(std::move(reply.error()));
        for (std::size_t i = 0; i + 1 < reply->elements.size(); i += 2)
            m_reading.fields.emplace_back(
                std::move(reply->elements[i].text), std::move(reply->elements[i + 1].text));
        finish();
    }

    void finishWith(Error error)
    {
        m_error = std::move(error);
        finish();
    }

    void finish()
    {
        // Another type's command was refused: the key changed between two of ours.
        if (m_error && m_error->kind == ErrorClass::WrongType && m_changes++ < kMaxChanges) {
            m_error.reset();
            m_reading = KeyReading{.key = m_reading.key};
            return start();
        }
        if (m_error)
            m_handler(tl::make_unexpected(std::move(*m_error)));
        else
            m_handler(std::move(m_reading));
    }

    static constexpr int kMaxChanges = 3;

    redis::Transport& m_transport;
    const Clock& m_clock;
    std::chrono::milliseconds m_timeout;
    KeyHandler m_handler;
    KeyReading m_reading;
    std::optional<Error> m_error;
    int m_changes = 0;
};

class KeysRead : public std::enable_shared_from_this<KeysRead> {
public:
    KeysRead(redis::Transport& transport, const Clock& clock, const std::vector<std::string>& keys,
        ReadWindow window, KeysHandler handler)
        : m_transport(transport)
        , m_clock(clock)
        , m_keys(keys)
        , m_window(window)
        , m_handler(std::move(handler))
        , m_readings(keys.size())
    { }

    void readMore()
    {
        while (!m_error && m_next < m_keys.size() && m_inFlight < m_window.keysInFlight) {
            const std::size_t index = m_next++;
            ++m_inFlight;
            readKey(m_transport, m_clock, m_keys[index], m_window.timeout,
                [self = shared_from_this(), index](
                    Result<KeyReading> reading) { self->onRead(index, std::move(reading)); });
        }
        if (m_inFlight != 0)
            return;
        if (m_error)
            m_handler(tl::make_unexpected(std::move(*m_error)));
        else
            m_handler(std::move(m_readings));
    }

private:
    void onRead(std::size_t index, Result<KeyReading> reading)
    {
        if (reading)
            m_readings[index] = std::move(*reading);
        else if (!m_error)
            m_error = std::move(reading.error());
        --m_inFlight;
        readMore();
    }

    redis::Transport& m_transport;
    const Clock& m_clock;
    const std::vector<std::string>& m_keys;
    ReadWindow m_window;
    KeysHandler m_handler;
    std::vector<KeyReading> m_readings;
    std::optional<Error> m_error;
    std::size_t m_next = 0;
    std::size_t m_inFlight = 0;
};

} // namespace

void readKey(redis::Transport& transport, const Clock& clock, const std::string& key,
    std::chrono::milliseconds timeout, KeyHandler handler)
{
    std::make_shared<KeyRead>(transport, clock, key, timeout, std::move(handler))->start();
}

void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done)
{
    redis::fanOut<KeyReading>(
        masters,
        [&](std::size_t, redis::Transport& transport, auto handler) {
            readKey(transport, clock, key, timeout, std::move(handler));
        },
        std::move(done));
}

void readKeys(redis::Transport& transport, const Clock& clock, const std::vector<std::string>& keys,
    ReadWindow window, KeysHandler handler)
{
    std::make_shared<KeysRead>(transport, clock, keys, window, std::move(handler))->readMore();
}

} // namespace lockkeeper::observe
