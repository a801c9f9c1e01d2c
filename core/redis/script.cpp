// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/script.h"

#include "core/fingerprint.h"

#include <algorithm>

namespace lockkeeper::redis {
namespace {

Command scriptCommand(std::string_view name, const std::string& body, const Script::Call& call)
{
    std::vector<std::string> arguments{std::string(name), body, std::to_string(call.keys.size())};
    arguments.insert(arguments.end(), call.keys.begin(), call.keys.end());
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    return Command(std::move(arguments));
}

} // namespace

Script::Script(std::string source)
    : m_source(std::move(source))
    , m_sha1(Fingerprint::ofString(m_source).hex())
{ }

void Script::run(Transport& transport, const Clock& clock, Call call,
    std::chrono::milliseconds timeout, Transport::Handler handler) const
{
    Command bySha = scriptCommand("EVALSHA", m_sha1, call);
    const SteadyTime deadline = clock.now() + timeout;
    auto onReply = [source = m_source, call = std::move(call), deadline, &transport, &clock,
                       handler = std::move(handler)](Result<Reply> reply) mutable {
        if (reply || reply.error().kind != ErrorClass::NoScript)
            return handler(std::move(reply));
        const auto left = std::max(std::chrono::milliseconds(1),
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.now()));
        transport.send(scriptCommand("EVAL", source, call), left, std::move(handler));
    };
    transport.send(std::move(bySha), timeout, std::move(onReply));
}

void Script::runUndo(Transport& transport, const Call& call, std::chrono::milliseconds timeout,
    Transport::Handler handler) const
{
    transport.sendUndo(evalCommand(call), timeout, std::move(handler));
}

Command Script::evalCommand(const Call& call) const
{
    return scriptCommand("EVAL", m_source, call);
}

} // namespace lockkeeper::redis
