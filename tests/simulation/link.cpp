// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/link.h"

#include "core/redis/error_reply.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

Link::Link(World& world, Process& process, Master& master, Patience patience)
    : m_world(world)
    , m_process(process)
    , m_master(master)
    , m_patience(patience)
    , m_id(std::string(1, static_cast<char>('a' + master.index())))
{
    if (m_master.isRunning()) {
        m_session = std::make_shared<Session>();
        m_session->socket = m_master.accept();
    } else {
        m_state = State::Down;
        connectLater();
    }
}

redis::LinkStatus Link::status() const
{
    redis::LinkStatus status;
    status.state = m_state;
    return status;
}

void Link::send(const redis::Command& command, milliseconds timeout, Handler handler)
{
    if (m_state == State::Up)
        transmit(command, timeout, std::move(handler));
    else
        refuse(std::move(handler));
}

void Link::sendUndo(const redis::Command& command, milliseconds timeout, Handler handler)
{
    if (m_session)
        transmit(command, timeout, std::move(handler));
    else
        refuse(std::move(handler));
}

void Link::refuse(Handler handler)
{
    m_world.after(0ns, [this, handler = std::move(handler)]() mutable {
        m_process.deliver([this, handler = std::move(handler)] {
            handler(fail(ErrorClass::Unreachable, "not connected", m_id));
        });
    });
}

TrueTime Link::latency()
{
    Random& random = m_world.random();
    return random.isOneIn(100) ? random.between(1ms, 40ms) : random.between(50us, 500us);
}

void Link::transmit(const redis::Command& command, milliseconds timeout, Handler handler)
{
    const std::uint64_t id = ++m_lastId;
    m_pending.push_back({id, std::move(handler), m_process.now()});
    m_process.schedule(m_process.now() + timeout, [this, id] { onDeadline(id); });
    m_session->lastArrival = std::max(m_session->lastArrival, m_world.now() + latency());
    m_world.at(m_session->lastArrival,
        [this, session = m_session, id, arguments = command.arguments()]() mutable {
            if (session->isLost)
                return;
            auto arrive = [this, session, id, arguments = std::move(arguments)]() mutable {
                m_master.receive(session->socket,
                    {std::move(arguments), [this, session, id](redis::Reply reply) {
                         answer(session, id, std::move(reply));
                     }});
            };
            if (session->delay > 0ns)
                m_world.after(session->delay, std::move(arrive));
            else
                arrive();
        });
}

void Link::answer(const std::shared_ptr<Session>& session, std::uint64_t id, redis::Reply reply)
{
    session->lastAnswer = std::max(session->lastAnswer, m_world.now() + latency());
    m_world.at(session->lastAnswer, [this, session, id, reply = std::move(reply)]() mutable {
        if (session->isCut)
            return;
        m_process.deliver(
            [this, session, id, reply = std::move(reply)] { onReply(session, id, reply); });
    });
}

void Link::onReply(
    const std::shared_ptr<Session>& session, std::uint64_t id, const redis::Reply& reply)
{
    if (session != m_session)
        return;
    m_lastReply = m_process.now();
    m_state = State::Up;
    // Answers come in order. So a command that was sent before this one and is still pending never
    // arrived: it is dropped without calling its handler.
    Handler handler;
    while (!m_pending.empty() && m_pending.front().id <= id) {
        handler = std::move(m_pending.front().handler);
        m_pending.pop_front();
    }
    if (!handler)
        return;
    if (reply.type == redis::Reply::Type::Error)
        handler(tl::make_unexpected(redis::errorFromReply(reply.text, m_id)));
    else
        handler(redis::Reply(reply));
}

void Link::onDeadline(std::uint64_t id)
{
    const auto found = std::ranges::find(m_pending, id, &Pending::id);
    if (found == m_pending.end() || !found->handler)
        return;
    const Handler handler = std::exchange(found->handler, nullptr);
    judgeSilence();
    handler(fail(ErrorClass::Timeout, "no reply in time", m_id));
}

void Link::judgeSilence()
{
    if (m_state != State::Up || m_pending.empty())
        return;
    const SteadyTime since = std::max(m_pending.front().sentAt, m_lastReply);
    const SteadyTime silentAt = since + m_patience.silentAfter;
    if (m_process.now() < silentAt) {
        m_process.schedule(silentAt, [this] { judgeSilence(); });
        return;
    }
    m_state = State::Silent;
    m_process.schedule(m_process.now() + m_patience.givenUpAfter,
        [this, session = m_session, reply = m_lastReply] {
            if (m_state == State::Silent && reply == m_lastReply)
                drop(session);
        });
}

void Link::decideFate(Session& session)
{
    session.isCut = true;
    Random& random = m_world.random();
    session.isLost = random.isOneIn(3);
    if (random.isOneIn(2))
        session.delay = random.between(1ms, 1500ms);
}

void Link::breakUp()
{
    if (!m_session)
        return;
    decideFate(*m_session);
    m_process.deliver([this, session = m_session] { drop(session); });
}

void Link::cut()
{
    if (m_session)
        decideFate(*m_session);
}

void Link::drop(const std::shared_ptr<Session>& session)
{
    if (session == nullptr || session != m_session)
        return;
    m_world.tell([&] { return "the connection to " + m_id.value() + " is dropped"; });
    if (!session->isCut)
        decideFate(*session);
    m_session.reset();
    m_state = State::Down;
    connectLater();
    for (const Pending& pending : std::exchange(m_pending, {})) {
        if (pending.handler)
            pending.handler(fail(ErrorClass::ConnectionLost, "the connection broke", m_id));
    }
}

void Link::connectLater()
{
    m_process.schedule(
        m_process.now() + m_world.random().between(1ms, 40ms), [this] { connect(); });
}

void Link::connect()
{
    if (!m_master.isRunning())
        return connectLater();
    m_session = std::make_shared<Session>();
    m_session->socket = m_master.accept();
    m_lastReply = m_process.now();
    m_state = State::Up;
    m_world.tell([&] { return "connected to " + m_id.value() + " again"; });
}

} // namespace lockkeeper::simulation
