// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/master.h"

#include "core/lock/scripts.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::simulation {

using namespace std::chrono_literals;

namespace {

/// Replaces the extend script by one that sets the TTL even if more time is left.
void makeShorten(std::vector<std::string>& command)
{
    const redis::Script& script = lock::extendScript();
    if (command[0] != "EVALSHA" && command[0] != "EVAL")
        return;
    if (command[1] != script.sha1() && command[1] != script.source())
        return;
    command[0] = "EVAL";
    command[1] = R"(for _, key in ipairs(KEYS) do
  if redis.call('get', key) ~= ARGV[1] then return 0 end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[2]) end
return 1)";
}

} // namespace

std::shared_ptr<Master::Socket> Master::accept()
{
    std::erase_if(m_sockets, [](const auto& socket) { return socket.use_count() == 1; });
    m_sockets.push_back(std::make_shared<Socket>());
    return m_sockets.back();
}

void Master::receive(const std::shared_ptr<Socket>& socket, Request request)
{
    if (!socket->isOpen)
        return;
    socket->input.push_back(std::move(request));
    serveSoon();
}

void Master::serveSoon()
{
    if (!isRunning() || std::exchange(m_isToServe, true))
        return;
    // Serves almost at once, but sometimes is busy for longer.
    const TrueTime busy = m_world.random().isOneIn(200) ? m_world.random().between(1ms, 60ms)
                                                        : m_world.random().between(5us, 50us);
    m_world.after(busy, [this] {
        m_isToServe = false;
        if (isRunning())
            serve();
    });
}

void Master::serve()
{
    std::vector<std::shared_ptr<Socket>> ready;
    for (const auto& socket : m_sockets) {
        if (!socket->input.empty())
            ready.push_back(socket);
    }
    for (std::size_t i = ready.size(); i > 1; --i)
        std::swap(ready[i - 1],
            ready[static_cast<std::size_t>(
                m_world.random().between(0, static_cast<std::int64_t>(i) - 1))]);
    for (const auto& socket : ready) {
        // Sometimes a socket is read only in the next turn.
        if (m_world.random().isOneIn(4))
            continue;
        while (!socket->input.empty() && isRunning()) {
            Request request = std::move(socket->input.front());
            socket->input.pop_front();
            execute(std::move(request));
        }
    }
    if (std::ranges::any_of(m_sockets, [](const auto& socket) { return !socket->input.empty(); }))
        serveSoon();
}

void Master::execute(Request request)
{
    if (m_doesShorten)
        makeShorten(request.arguments);
    redis::Reply reply = m_redis.execute(request.arguments, localTime());
    m_world.tell([&] {
        std::string line = std::string("master ") + static_cast<char>('a' + m_index) + " executes";
        for (const std::string& argument : request.arguments)
            line.append(" ").append(argument.substr(0, argument.find('\n')).substr(0, 44));
        return line.append(" -> ").append(
            reply.isInteger() ? std::to_string(reply.integer) : reply.text);
    });
    std::vector<std::string> changed;
    for (const auto& change : m_redis.changes())
        changed.push_back(change.key);
    request.answer(std::move(reply));
    if (!changed.empty())
        m_onChange(m_index, changed);
}

void Master::goOn()
{
    m_isStopped = false;
    serveSoon();
}

void Master::kill()
{
    m_isAlive = m_isStopped = false;
    for (const auto& socket : m_sockets) {
        socket->isOpen = false;
        socket->input.clear();
    }
    m_sockets.clear();
    m_redis.forgetScripts();
}

void Master::start()
{
    m_isAlive = true;
}

bool Master::stores(const std::string& key, const std::string& value) const
{
    const std::string* const stored = m_redis.find(key, localTime());
    return stored != nullptr && *stored == value;
}

} // namespace lockkeeper::simulation
