// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/script.h"

#include "core/fingerprint.h"

#include <algorithm>

namespace lockkeeper::redis {
namespace {

Command scriptCommand(std::string_view name, const std::string& body, const Script::Call& call)
{
    std::vector<std::string> arguments;
    arguments.reserve(3 + call.keys.size() + call.arguments.size());
    arguments.insert(arguments.end(), {std::string(name), body, std::to_string(call.keys.size())});
    arguments.insert(arguments.end(), call.keys.begin(), call.keys.end());
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    return Command(arguments);
}

std::chrono::milliseconds timeLeft(SteadyTime deadline, const Clock& clock)
{
    return std::max(std::chrono::milliseconds(1),
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.now()));
}

} // namespace

Script::Script(std::string source)
    : m_source(std::make_shared<const std::string>(std::move(source)))
    , m_sha1(Fingerprint::ofString(*m_source).hex())
{ }

Script::Invocation Script::prepare(Call call) const
{
    Command bySha = scriptCommand("EVALSHA", m_sha1, call);
    return Invocation({m_source, std::move(call), std::move(bySha)});
}

Command Script::Invocation::Parts::inFull() const
{
    return scriptCommand("EVAL", *source, call);
}

void Script::Invocation::run(Transport& transport, const Clock& clock,
    std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    const SteadyTime deadline = clock.now() + timeout;
    auto onReply = [parts = m_parts, deadline, &transport, &clock, handler = std::move(handler)](
                       Result<Reply> reply) mutable {
        if (reply || reply.error().kind != ErrorClass::NoScript)
            return handler(std::move(reply));
        transport.send(parts->inFull(), timeLeft(deadline, clock), std::move(handler));
    };
    transport.send(m_parts->bySha, timeout, std::move(onReply));
}

void Script::Invocation::runUndo(
    Transport& transport, std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    transport.sendUndo(m_parts->inFull(), timeout, std::move(handler));
}

void Script::Invocation::runUndoBySha(Transport& transport, const Clock& clock,
    std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    const SteadyTime deadline = clock.now() + timeout;
    auto onReply = [parts = m_parts, timeout, deadline, &transport, &clock,
                       handler = std::move(handler)](Result<Reply> reply) mutable {
        if (reply)
            return handler(std::move(reply));
        if (reply.error().kind == ErrorClass::NoScript)
            return transport.sendUndo(
                parts->inFull(), timeLeft(deadline, clock), std::move(handler));
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
