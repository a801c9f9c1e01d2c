// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/script.h"

#include "core/text/fingerprint.h"

#include <algorithm>

namespace lockkeeper::redis {
namespace {

Command scriptCommand(std::string_view name, std::string_view body, const Script::Call& call)
{
    return {{name, body, std::to_string(call.keys.size())}, call.keys, call.arguments};
}

std::chrono::milliseconds timeLeft(const Clock& clock, SteadyTime deadline)
{
    return std::max(std::chrono::milliseconds(1),
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.now()));
}

} // namespace

Script::Script(std::string source)
    : m_source(std::make_shared<const std::string>(std::move(source)))
    , m_sha1(Fingerprint::ofString(*m_source).hex())
{ }

Script::Invocation Script::prepare(const Call& call) const
{
    return Invocation({m_source, scriptCommand("EVALSHA", m_sha1, call)});
}

Command Script::Invocation::Parts::inFull() const
{
    std::vector<std::string> arguments = bySha.arguments();
    arguments[0] = "EVAL";
    arguments[1] = *source;
    return Command(arguments);
}

void Script::Invocation::run(Transport& transport, const Clock& clock,
    std::chrono::milliseconds timeout, Transport::Handler handler,
    std::function<bool()> isWanted) const
{
    const SteadyTime deadline = deadlineAfter(clock.now(), timeout);
    auto onReply = [parts = m_parts, deadline, &transport, &clock, handler = std::move(handler),
                       isWanted = std::move(isWanted)](Result<Reply> reply) mutable {
        if (reply || reply.error().kind != ErrorClass::NoScript || (isWanted && !isWanted()))
            return handler(std::move(reply));
        transport.send(parts->inFull(), timeLeft(clock, deadline), std::move(handler));
    };
    transport.send(m_parts->bySha, timeout, std::move(onReply));
}

void Script::Invocation::runUndo(
    Transport& transport, std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    transport.sendUndo(m_parts->inFull(), timeout, std::move(handler));
}

void Script::Invocation::runUndoBySha(Transport& transport, const Clock& clock, SteadyTime start,
    std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    auto onReply = [parts = m_parts, start, timeout, &transport, &clock,
                       handler = std::move(handler)](Result<Reply> reply) mutable {
        if (reply)
            return handler(std::move(reply));
        if (reply.error().kind == ErrorClass::NoScript)
            return transport.sendUndo(parts->inFull(),
                timeLeft(clock, deadlineAfter(start, timeout)), std::move(handler));
        if (reply.error().kind == ErrorClass::Timeout)
            transport.sendUndo(parts->inFull(), timeout, [](const Result<Reply>&) {});
        handler(std::move(reply));
    };
    transport.sendUndo(m_parts->bySha, timeout, std::move(onReply));
}

Command Script::evalCommand(const Call& call) const
{
    return scriptCommand("EVAL", *m_source, call);
}

} // namespace lockkeeper::redis
