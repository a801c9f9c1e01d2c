// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/master.h"

#include "core/lock/scripts.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::simulation {

using namespace std::chrono_literals;

Master::Master(World& world, RequestPool& requests, std::size_t index, LocalClock clock,
    Random random, std::shared_ptr<tests::LuaScripts> lua, OnChange onChange)
    : m_world(world)
    , m_requests(requests)
    , m_index(index)
    , m_clock(clock)
    , m_random(random)
    , m_onChange(std::move(onChange))
    , m_redis(std::move(lua))
{
    m_startedAt = localTime() - std::chrono::hours(1);
}

std::shared_ptr<Master::Socket> Master::accept()
{
    std::erase_if(m_sockets,
        [](const auto& socket) { return socket.use_count() == 1 && socket->input.empty(); });
    m_sockets.push_back(std::make_shared<Socket>());
    return m_sockets.back();
}

void Master::receive(Socket& socket, Request& request)
{
    if (!socket.isOpen)
        return m_requests.give(request);
    socket.input.push_back(&request);
    if (!isRunning() || m_isBusy)
        return;
    // Sometimes it is busy for longer, or reads a socket only in its next turn.
    if (m_random.isOneIn(64) && !m_world.isCalm())
        return serveLater(
            m_random.isOneIn(4) ? m_random.between(1ms, 60ms) : m_random.between(5us, 300us));
    serve(socket);
}

void Master::serveLater(TrueTime delay)
{
    m_isBusy = true;
    m_world.after(delay, [this] {
        m_isBusy = false;
        if (isRunning())
            serve();
    });
}

/// Serves all sockets in random order.
void Master::serve()
{
    std::vector<std::shared_ptr<Socket>> ready;
    for (const auto& socket : m_sockets) {
        if (!socket->input.empty())
            ready.push_back(socket);
    }
    for (std::size_t i = ready.size(); i > 1; --i)
        std::swap(ready[i - 1], ready[m_random.index(i)]);
    for (const auto& socket : ready)
        serve(*socket);
}

void Master::serve(Socket& socket)
{
    while (!socket.input.empty()) {
        Request& request = *socket.input.front();
        socket.input.pop_front();
        execute(request);
    }
}

void Master::execute(Request& request)
{
    request.reply = replyTo(request);
    m_world.note(static_cast<std::uint64_t>(request.reply.integer) * 16 + m_index
        + static_cast<std::uint64_t>(request.reply.type) * 8);
    tell(request);
    const Changes& changes = m_redis.changes();
    if (!changes.empty()) {
        if (m_keepsLog) {
            for (const auto& change : changes)
                m_log.push_back({m_world.now(), change});
        }
        m_onChange(m_index, request, changes);
    }
    request.from->onExecuted(request);
}

redis::Reply Master::replyTo(const Request& request)
{
    if (!refuses(request))
        return m_redis.execute(std::span(request.arguments), localTime());
    (void)m_redis.execute(std::span<const std::string_view>(), localTime()); // changes nothing
    switch (m_refusal) {
    case Refusal::OutOfMemory:
        return redis::Reply::error("OOM command not allowed when used memory > 'maxmemory'.");
    case Refusal::Misconfigured:
        return redis::Reply::error("MISCONF Redis is configured to save RDB snapshots");
    default:
        return redis::Reply::error("LOADING Redis is loading the dataset in memory");
    }
}

bool Master::refuses(const Request& request) const
{
    const bool isWrite = request.isScript() || request.arguments[0] == "SET";
    switch (m_refusal) {
    case Refusal::None:
        return false;
    case Refusal::OutOfMemory: {
        // Release and extension need no memory.
        const std::string_view body = request.arguments[1];
        return isWrite && body != lock::releaseScript().source()
            && body != lock::releaseScript().sha1() && body != lock::extendScript().source()
            && body != lock::extendScript().sha1();
    }
    case Refusal::Misconfigured:
        return isWrite;
    case Refusal::Loading:
        break;
    }
    return true;
}

void Master::tell(const Request& request)
{
    m_world.tell([&] {
        std::string line
            = "master " + name() + (request.isCopy() ? " executes a copy:" : " executes");
        for (const std::string_view argument : request.arguments)
            line.append(" ").append(argument.substr(0, argument.find('\n')).substr(0, 30));
        const redis::Reply& reply = request.reply;
        return line.append(" -> ").append(reply.isInteger() ? std::to_string(reply.integer)
                : reply.isNil()                             ? "nil"
                                                            : reply.text);
    });
}

void Master::goOn()
{
    if (!std::exchange(m_isStopped, false) || !m_isAlive || m_isBusy)
        return;
    serveLater(m_random.between(5us, 300us));
}

void Master::kill()
{
    m_isAlive = m_isStopped = false;
    for (const auto& socket : m_sockets) {
        socket->isOpen = false;
        for (Request* const request : std::exchange(socket->input, {}))
            m_requests.give(*request);
    }
    m_sockets.clear();
    m_redis.forgetScripts();
}

void Master::start()
{
    replace();
    m_startedAt = localTime();
}

void Master::replace()
{
    m_isAlive = true;
    ++m_servers;
    m_startedAt = {};
}

redis::Reply Master::serverInfo() const
{
    // Whole seconds, both of them.
    const auto uptime = std::chrono::floor<std::chrono::seconds>(localTime())
        - std::chrono::floor<std::chrono::seconds>(m_startedAt);
    return redis::Reply::string("run_id:" + name() + std::to_string(m_servers)
        + "\r\nuptime_in_seconds:" + std::to_string(uptime.count()) + "\r\n");
}

bool Master::occupy(const std::string& key)
{
    if (stored(key) != nullptr)
        return false;
    (void)m_redis.execute(std::vector<std::string>{"RPUSH", key, "x"}, localTime());
    return true;
}

void Master::vacate(const std::string& key)
{
    if (const auto* const found = stored(key); found != nullptr && found->isList)
        m_redis.remove(key);
}

void Master::forgetSince(TrueTime since)
{
    while (!m_log.empty() && m_log.back().at >= since) {
        m_redis.restore(m_log.back().change);
        m_log.pop_back();
    }
    m_log.clear();
}

bool Master::stores(std::string_view key, std::string_view value) const
{
    const auto* const found = stored(key);
    return found != nullptr && found->value == value;
}

} // namespace lockkeeper::simulation
