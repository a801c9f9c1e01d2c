// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_transport.h"

#include "core/lock/scripts.h"

#include <algorithm>

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
        m_answers.push_back(std::move(answer));
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

void FakeTransport::put(const std::string& key, const std::string& value)
{
    m_keys[key] = {value, std::nullopt};
}

std::optional<std::string> FakeTransport::valueOf(const std::string& key) const
{
    const Stored* stored = find(key);
    return stored == nullptr ? std::nullopt : std::optional(stored->value);
}

std::optional<std::chrono::milliseconds> FakeTransport::ttlOf(const std::string& key) const
{
    const Stored* stored = find(key);
    if (stored == nullptr || !stored->expires)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(*stored->expires - m_clock.now());
}

const FakeTransport::Stored* FakeTransport::find(const std::string& key) const
{
    const auto found = m_keys.find(key);
    const bool isThere = found != m_keys.end()
        && (!found->second.expires || m_clock.now() < *found->second.expires);
    return isThere ? &found->second : nullptr;
}

Result<Reply> FakeTransport::execute(const redis::Command& command)
{
    const std::string name(command.name());
    const std::vector<std::string> arguments = command.arguments();
    if (name == "SET")
        return set(arguments);
    if (name == "SETNX")
        return setIfFree(arguments.at(1), arguments.at(2));
    if (name == "EXPIRE")
        return expire(arguments.at(1), std::chrono::seconds(std::stoll(arguments.at(2))));
    if (name == "GET")
        return get(arguments.at(1));
    if (name == "GETSET")
        return getSet(arguments.at(1), arguments.at(2));
    if (name == "DEL")
        return del(arguments.at(1));
    if (name == "PTTL")
        return Reply::number(find(arguments.at(1)) == nullptr
                ? -2
                : ttlOf(arguments.at(1)).value_or(std::chrono::milliseconds(-1)).count());
    if (name == "EVAL")
        return runScript(arguments);
    if (name == "EVALSHA")
        return fail(ErrorClass::NoScript, "NOSCRIPT No matching script.", m_id);
    return fail(ErrorClass::ServerError, "ERR unknown command '" + name + "'", m_id);
}

Reply FakeTransport::set(const std::vector<std::string>& arguments)
{
    if (find(arguments[1]) != nullptr)
        return Reply::nil();
    m_keys[arguments[1]] = {arguments[2], std::nullopt};
    if (arguments.size() > 4)
        (void)expire(arguments[1], std::chrono::milliseconds(std::stoll(arguments.at(5))));
    return Reply::status("OK");
}

Reply FakeTransport::setIfFree(const std::string& key, const std::string& value)
{
    if (find(key) != nullptr)
        return Reply::number(0);
    m_keys[key] = {value, std::nullopt};
    return Reply::number(1);
}

Reply FakeTransport::expire(const std::string& key, std::chrono::milliseconds ttl)
{
    if (find(key) == nullptr)
        return Reply::number(0);
    m_keys[key].expires = m_clock.now() + ttl;
    return Reply::number(1);
}

Reply FakeTransport::get(const std::string& key) const
{
    const Stored* stored = find(key);
    return stored == nullptr ? Reply::nil() : Reply::string(stored->value);
}

Reply FakeTransport::getSet(const std::string& key, const std::string& value)
{
    Reply old = get(key);
    m_keys[key] = {value, std::nullopt};
    return old;
}

Reply FakeTransport::del(const std::string& key)
{
    const bool isThere = find(key) != nullptr;
    m_keys.erase(key);
    return Reply::number(isThere ? 1 : 0);
}

Reply FakeTransport::runScript(const std::vector<std::string>& arguments)
{
    const std::string& source = arguments.at(1);
    const auto keysEnd = arguments.begin() + 3 + std::stol(arguments.at(2));
    const ScriptCall call{{arguments.begin() + 3, keysEnd}, {keysEnd, arguments.end()}};
    if (source == lock::takeAllScript().source())
        return takeAll(call);
    if (source == lock::takeFencedScript().source())
        return takeFenced(call);
    if (source == lock::raiseFenceScript().source())
        return raiseFence(call);
    return renewOrFree(call, source == lock::repairScript().source());
}

/// What the scripts that compare a token have in common: they renew if there is a TTL.
Reply FakeTransport::renewOrFree(const ScriptCall& call, bool isRepair)
{
    const std::string& token = call.arguments.at(0);
    const bool isRelease = call.arguments.size() < 2;
    std::int64_t result = 1;
    for (const std::string& key : call.keys) {
        const Stored* stored = find(key);
        if (stored == nullptr)
            result = std::min<std::int64_t>(result, isRepair ? 1 : 0);
        else if (stored->value != token)
            result = -1;
        else if (isRelease)
            m_keys.erase(key);
    }
    if (isRelease || result != 1)
        return Reply::number(result);
    for (const std::string& key : call.keys) {
        if (isRepair && find(key) == nullptr)
            m_keys[key] = {token, std::nullopt};
        else if (isRepair)
            continue;
        (void)expire(key, std::chrono::milliseconds(std::stoll(call.arguments[1])));
    }
    return Reply::number(1);
}

Reply FakeTransport::takeAll(const ScriptCall& call)
{
    if (std::ranges::any_of(call.keys, [&](const auto& key) { return find(key) != nullptr; }))
        return Reply::nil();
    for (const std::string& key : call.keys) {
        m_keys[key] = {call.arguments.at(0), std::nullopt};
        (void)expire(key, std::chrono::milliseconds(std::stoll(call.arguments.at(1))));
    }
    return Reply::status("OK");
}

Reply FakeTransport::takeFenced(const ScriptCall& call)
{
    const auto middle = call.keys.begin() + static_cast<std::ptrdiff_t>(call.keys.size() / 2);
    const ScriptCall resources{{call.keys.begin(), middle}, call.arguments};
    if (takeAll(resources).isNil())
        return Reply::nil();
    std::int64_t fence = 0;
    for (auto counter = middle; counter != call.keys.end(); ++counter) {
        const Stored* stored = find(*counter);
        const std::int64_t next = (stored == nullptr ? 0 : std::stoll(stored->value)) + 1;
        m_keys[*counter] = {std::to_string(next), std::nullopt};
        (void)expire(*counter, std::chrono::milliseconds(std::stoll(call.arguments.at(2))));
        fence = std::max(fence, next);
    }
    return Reply::number(fence);
}

Reply FakeTransport::raiseFence(const ScriptCall& call)
{
    const std::size_t count = call.keys.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const Stored* stored = find(call.keys[i]);
        if (stored == nullptr || stored->value != call.arguments.at(0))
            return Reply::number(stored == nullptr ? 0 : -1);
    }
    for (std::size_t i = count; i < call.keys.size(); ++i) {
        const Stored* stored = find(call.keys[i]);
        if (stored != nullptr && std::stoll(stored->value) >= std::stoll(call.arguments.at(1)))
            continue;
        m_keys[call.keys[i]] = {call.arguments.at(1), std::nullopt};
        (void)expire(call.keys[i], std::chrono::milliseconds(std::stoll(call.arguments.at(2))));
    }
    return Reply::number(1);
}

} // namespace lockkeeper::tests
