// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/link.h"

#include "core/loop/event_loop.h"
#include "core/redis/tls_contexts.h"
#include "core/text/translate.h"

#include <asio/io_context.hpp>

namespace lockkeeper::redis {
namespace {

using std::chrono::milliseconds;

// A minute, by default: the server's ACL LOG records each attempt, and some servers lock accounts.
// But a server's password may be changed.
constexpr int kWrongPasswordFactor = 60;
constexpr const char* kNotConnected = trNoop("not connected", "data");
constexpr const char* kTooManyWait = trNoop("too many commands wait for this master", "data");

ConnectionOptions withTlsContexts(ConnectionOptions options)
{
    if (!options.tlsContexts)
        options.tlsContexts = std::make_shared<TlsContexts>();
    return options;
}

} // namespace

Connection::Link::Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options)
    : m_loop(loop)
    , m_master(std::move(master))
    , m_options(withTlsContexts(std::move(options)))
    , m_commands(m_master, {m_options.maxPending, m_options.maxUnsentBytes})
    , m_login(m_options, m_master, url)
    , m_dialler(std::make_shared<Dialler>(loop, std::move(url), m_options))
    , m_silence(m_options.silentAfter, m_commands, m_status)
    , m_backoff({m_options.minBackoff, m_options.maxBackoff})
    , m_deadlineTimer(loop.context())
    , m_reconnectTimer(loop.context())
{ }

void Connection::Link::start()
{
    if (m_isClosed)
        return;
    if (m_options.target != nullptr)
        listenToTarget();
    connect();
}

void Connection::Link::close()
{
    m_isClosed = true;
    reset();
    m_reconnectTimer.cancel();
    // Asio may keep handlers, and this object, longer than the loop.
    m_dialler->close();
    m_commands.close();
}

void Connection::Link::reset()
{
    ++m_epoch;
    if (m_wire)
        m_wire->close();
    m_wire.reset();
    m_dialler->cancel();
    m_deadlineTimer.cancel();
    m_nextDeadline.reset();
    m_halfTime.reset();
    m_silence.reset();
    m_phase = Phase::Idle;
    m_isCheckingRole = false;
}

void Connection::Link::send(const std::string& wire, Sending sending, Handler handler)
{
    if (auto refusal = checkAccess(m_options.access, wire, m_master))
        return failLater({std::move(handler), sending.commands}, std::move(*refusal));
    const SteadyTime now = BootClock::now();
    const SteadyTime deadline = deadlineAfter(now, sending.timeout);
    const CommandQueue::Batch batch{now, deadline, sending.commands};
    if (m_commands.isFull(m_wire ? m_wire->unwrittenBytes() : 0))
        return failLater(
            {std::move(handler), sending.commands}, error(ErrorClass::Unreachable, kTooManyWait));
    if (isReady() && (m_status.isUp() || sending.isUndo)) {
        m_wire->send(wire, batch, std::move(handler));
        return watchDeadline(deadline);
    }
    if (m_status.state == LinkState::Connecting && !m_isClosed) {
        m_commands.wait(wire, batch, std::move(handler));
        return watchDeadline(deadline);
    }
    failLater({std::move(handler), sending.commands}, unavailable());
}

void Connection::Link::sendOwn(const Command& command, Handler handler)
{
    const SteadyTime now = BootClock::now();
    const auto end = isReady() ? deadlineAfter(now, m_options.connectTimeout) : m_connectDeadline;
    m_wire->send(command.wire(), {now, end}, std::move(handler));
    watchDeadline(end);
}

void Connection::Link::login()
{
    m_login.begin(m_status.lastReply);
    for (std::size_t step = 0; step < m_login.commands().size(); ++step)
        sendOwn(m_login.commands()[step],
            [this, step](Result<Reply> reply) { onLoginReply(step, std::move(reply)); });
}

void Connection::Link::onLoginReply(std::size_t step, Result<Reply> reply)
{
    if (auto refusal = m_login.refusal(step, std::move(reply), m_status))
        return drop(LinkState::Refused, std::move(*refusal));
    if (m_login.isLast(step))
        becomeUp();
}

void Connection::Link::becomeUp()
{
    m_backoff.reset();
    m_dialler->confirm();
    m_status.loggedInAt = BootClock::now();
    m_status.state = LinkState::Up;
    m_status.error.reset();
    m_wire->becomeReady(*m_status.loggedInAt);
    if (m_options.onLogin)
        m_options.onLogin();
}

void Connection::Link::checkRole()
{
    if (!isReady() || std::exchange(m_isCheckingRole, true))
        return;
    sendOwn({"ROLE"}, [this](const Result<Reply>& reply) {
        m_isCheckingRole = false;
        if (auto refusal = reply ? m_login.refusalOfRole(*reply, m_status) : std::nullopt)
            drop(LinkState::Refused, std::move(*refusal));
    });
}

/// A server that was briefly a replica tells the same role.
void Connection::Link::checkHistory()
{
    if (!isReady() || !m_status.isUp() || !m_login.isHistoryDue(BootClock::now()))
        return;
    sendOwn(Login::historyCommand(), [this](const Result<Reply>& reply) {
        if (reply && !m_login.isStillMaster(*reply, BootClock::now(), m_status))
            checkRole(); // it tells whose replica it is
    });
}

void Connection::Link::drop(LinkState state, Error reason)
{
    const auto self = shared_from_this();
    const bool wasReady = isReady();
    reset();
    milliseconds delay = m_backoff.next();
    if (state == LinkState::Refused)
        delay = std::max(delay, m_options.refusedBackoff);
    if (reason.kind == ErrorClass::WrongPassword)
        delay = std::max(delay, kWrongPasswordFactor * m_options.refusedBackoff);
    m_reconnectTimer.expires_after(delay);
    m_reconnectTimer.async_wait([self, epoch = m_epoch](const asio::error_code& timerError) {
        if (!timerError && epoch == self->m_epoch)
            self->connect();
    });
    m_status.state = state;
    m_status.error = reason;
    // Before it is ready, only login commands are written.
    if (!wasReady)
        m_commands.dropWritten();
    m_commands.failAll(error(ErrorClass::ConnectionLost, std::move(reason.text)), unavailable());
}

void Connection::Link::failLater(CommandQueue::Owed owed, Error reason)
{
    m_loop.post([self = shared_from_this(), owed = std::move(owed), reason = std::move(reason)] {
        self->m_commands.fail(owed, reason);
    });
}

Error Connection::Link::unavailable() const
{
    Error reason = m_status.error.value_or(error(ErrorClass::Unreachable, kNotConnected));
    // Nothing was sent, so the outcome is definite.
    if (!isDefinite(reason.kind))
        reason.kind = ErrorClass::Unreachable;
    return reason;
}

} // namespace lockkeeper::redis
