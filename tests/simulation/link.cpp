// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/link.h"

#include "core/redis/error_reply.h"
#include "core/redis/link/login.h"
#include "tests/simulation/sabotage.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

Link::Link(World& world, RequestPool& requests, Process& process, Master& master,
    const Scenario& scenario, Random random)
    : m_world(world)
    , m_requests(requests)
    , m_process(process)
    , m_master(master)
    , m_scenario(scenario)
    , m_random(random)
    , m_patience{scenario.habits.timeout, scenario.habits.givenUpAfter}
    , m_id(master.name())
{
    connect();
}

redis::LinkStatus Link::status() const
{
    redis::LinkStatus status = m_server;
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

void Link::sendFor(const std::string& token, const redis::Command& command, milliseconds timeout)
{
    m_sendingFor = token;
    send(command, timeout, [](const Result<redis::Reply>&) {});
    m_sendingFor.clear();
}

void Link::sendUndo(const redis::Command& command, milliseconds timeout, Handler handler)
{
    if (!m_session)
        return refuse(std::move(handler));
    const bool isApart = m_scenario.bug == Bug::UndoOnAnotherConnection;
    if (!isApart && m_scenario.bug != Bug::UndoSkipped)
        return transmit(command, timeout, std::move(handler));
    Request& request = newRequest(command, 0);
    if (!isApart && m_heldTokens.contains(request.token)) {
        m_requests.give(request); // a release: only undos are skipped
        return transmit(command, timeout, std::move(handler));
    }
    if (isApart)
        sendCopy(request);
    else
        m_requests.give(request);
    m_process.schedule(
        m_process.now(), [handler = std::move(handler)] { handler(redis::Reply::number(1)); });
}

void Link::refuse(Handler handler)
{
    m_process.schedule(m_process.now(), [this, handler = std::move(handler)] {
        handler(fail(ErrorClass::Unreachable, "not connected", m_id));
    });
}

TrueTime Link::latency()
{
    if (m_random.isOneIn(100) && !m_world.isCalm())
        return m_random.between(1ms, 40ms);
    return m_random.between(50us, 500us);
}

bool Link::happens(Fault fault)
{
    return m_scenario.has(fault) && m_world.now() < m_scenario.faultsEnd()
        && m_random.isOneIn(m_scenario.commandsPerFault);
}

Request& Link::newRequest(const redis::Command& command, std::uint64_t id)
{
    Request& request = m_requests.take();
    request.from = this;
    request.session = m_session;
    request.id = id;
    request.set(command.wire());
    if (!m_sendingFor.empty())
        request.token = m_sendingFor;
    if (m_scenario.bug != Bug::None)
        sabotage(m_scenario.bug, request, m_heldTokens.contains(request.token));
    return request;
}

void Link::noteHeld(const std::string& token)
{
    if (m_scenario.bug != Bug::None)
        m_heldTokens.insert(token);
}

void Link::transmit(const redis::Command& command, milliseconds timeout, Handler handler)
{
    const std::uint64_t id = ++m_lastId;
    const SteadyTime now = m_process.now();
    m_pending.push_back({id, std::move(handler), now, now + timeout});
    checkDeadlinesAt(now + timeout);
    Request& request = newRequest(command, id);
    sufferFaults(request);
    m_session->lastArrival = std::max(m_session->lastArrival, m_world.now() + latency());
    travel(request);
}

/// What happens to the connection as this command goes over it.
void Link::sufferFaults(const Request& request)
{
    if (happens(Fault::RequestLost)) {
        m_world.tell([&] { return "the next command to " + m_id.value() + " is lost"; });
        m_session->isCut = m_session->isLost = true;
    }
    if (happens(Fault::Delayed)) {
        m_world.tell([&] { return "the next command to " + m_id.value() + " is delayed"; });
        m_session->lastArrival
            = std::max(m_session->lastArrival, m_world.now() + m_random.between(10ms, 1500ms));
    }
    if (happens(Fault::Duplicated)) {
        Request& copy = m_requests.take();
        copy.from = this;
        copy.set(request.wire);
        copy.token = request.token;
        sendCopy(copy);
    }
}

/// Sends a request over a connection of its own. Its answer is ignored.
void Link::sendCopy(Request& copy)
{
    copy.session.reset();
    const TrueTime delay = m_random.isOneIn(3) ? m_random.between(0ms, 1500ms) : latency();
    m_world.after(delay, [this, &copy] {
        if (m_master.isRunning())
            m_master.receive(*m_master.accept(), copy);
        else
            m_requests.give(copy);
    });
}

void Link::travel(Request& request)
{
    m_world.at(request.session->lastArrival, [this, &request] {
        if (request.session->isLost)
            return m_requests.give(request);
        if (const TrueTime delay = request.session->delay; delay > 0ns)
            m_world.after(delay, [this, &request] { arrive(request); });
        else
            arrive(request);
    });
}

void Link::arrive(Request& request)
{
    m_master.receive(*request.session->socket, request);
}

void Link::onExecuted(Request& request)
{
    if (request.isCopy())
        return m_requests.give(request);
    Session& session = *request.session;
    if (happens(Fault::ReplyLost)) {
        m_world.tell([&] { return "the reply of " + m_id.value() + " is lost"; });
        session.isCut = true;
    }
    if (session.isCut)
        return m_requests.give(request);
    session.lastAnswer = std::max(session.lastAnswer, m_world.now() + latency());
    m_world.at(session.lastAnswer, [this, &request] {
        if (request.session->isCut || !m_process.isAlive())
            return m_requests.give(request);
        m_process.deliver([this, &request] { onReply(request); });
    });
}

void Link::onReply(Request& request)
{
    const std::uint64_t id = request.id;
    const bool isOurs = request.session == m_session;
    redis::Reply reply = std::move(request.reply);
    m_requests.give(request);
    if (!isOurs || m_pending.empty())
        return;
    m_lastReply = m_process.now();
    m_state = State::Up;
    // The replies of a connection come in the order of its commands.
    if (m_pending.front().id != id && m_scenario.bug != Bug::LateReplyForTheNext)
        throw std::logic_error("the simulated connection has changed the order of replies");
    const Handler handler = std::move(m_pending.front().handler);
    m_pending.pop_front();
    if (handler)
        finish(handler, std::move(reply));
}

void Link::finish(const Handler& handler, redis::Reply reply)
{
    if (reply.type == redis::Reply::Type::Error)
        handler(tl::make_unexpected(redis::errorFromReply(reply.text, m_id)));
    else
        handler(std::move(reply));
}

/// One timer a link looks after the deadlines of all its commands.
void Link::checkDeadlinesAt(SteadyTime when)
{
    if (when >= m_nextCheck)
        return;
    m_nextCheck = when;
    m_process.schedule(when, [this, when] {
        if (when == m_nextCheck)
            checkDeadlines();
    });
}

void Link::checkDeadlines()
{
    m_nextCheck = SteadyTime::max();
    const SteadyTime now = m_process.now();
    std::vector<Handler> overdue;
    SteadyTime next = SteadyTime::max();
    for (Pending& pending : m_pending) {
        if (!pending.handler)
            continue;
        if (pending.deadline <= now)
            overdue.push_back(std::exchange(pending.handler, nullptr));
        else
            next = std::min(next, pending.deadline);
    }
    if (next != SteadyTime::max())
        checkDeadlinesAt(next);
    if (overdue.empty())
        return;
    judgeSilence();
    if (m_scenario.bug == Bug::LateReplyForTheNext)
        std::erase_if(m_pending, [](const Pending& pending) { return !pending.handler; });
    for (const Handler& handler : overdue)
        finishWithout(handler, ErrorClass::Timeout);
}

void Link::finishWithout(const Handler& handler, ErrorClass why)
{
    if (m_scenario.bug == Bug::NoAnswerIsYes)
        return handler(redis::Reply::status("OK"));
    if (m_scenario.bug == Bug::NoAnswerIsNo)
        return handler(redis::Reply::nil());
    handler(fail(why, "no reply", m_id));
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
    session.isLost = session.isLost || m_random.isOneIn(3);
    if (m_random.isOneIn(2) && m_scenario.has(Fault::Delayed))
        session.delay = m_random.between(1ms, 1500ms);
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

void Link::block(bool isBlocked)
{
    m_isBlocked = isBlocked;
    if (isBlocked && m_session)
        m_session->isCut = m_session->isLost = true;
}

void Link::drop(const std::shared_ptr<Session>& session)
{
    if (session == nullptr || session != m_session)
        return;
    m_world.tell([&] { return "a connection to " + m_id.value() + " is dropped"; });
    if (!session->isCut)
        decideFate(*session);
    m_session.reset();
    m_state = State::Down;
    connectLater();
    for (const Pending& pending : std::exchange(m_pending, {})) {
        if (pending.handler)
            finishWithout(pending.handler, ErrorClass::ConnectionLost);
    }
}

void Link::connectLater()
{
    m_process.schedule(m_process.now() + m_random.between(1ms, 40ms), [this] { connect(); });
}

void Link::connect()
{
    if (!m_master.isRunning() || m_isBlocked) {
        m_state = State::Down;
        return connectLater();
    }
    m_session = std::make_shared<Session>();
    m_session->socket = m_master.accept();
    redis::LastSeen lastSeen{m_server.runId.value_or(std::string()), m_lastReply};
    if (m_scenario.bug == Bug::FailoverUnnoticed)
        lastSeen = {};
    m_lastReply = m_process.now();
    m_state = State::Up;
    m_server.loggedInAt = m_lastReply;
    redis::readServerInfo(m_master.serverInfo(), lastSeen, m_lastReply, m_server);
    if (m_scenario.bug == Bug::QuarantineTooShort && m_server.forgotAt)
        *m_server.forgotAt -= m_scenario.habits.longestTtl * 31 / 32;
}

} // namespace lockkeeper::simulation
