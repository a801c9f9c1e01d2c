// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/word_call.h"

#include "core/clock.h"
#include "core/loop/event_loop.h"
#include "core/redis/link/connection.h"
#include "core/redis/tls_contexts.h"
#include "core/text/tr_noop.h"
#include "core/zookeeper/channel.h"

#include <absl/strings/substitute.h>
#include <utility>

namespace lockkeeper::zookeeper {

class WordCall::Call : public std::enable_shared_from_this<Call> {
public:
    Call(EventLoop& loop, std::string_view word, Limits limits, Handlers handlers)
        : m_loop(loop)
        , m_word(word)
        , m_limits(limits)
        , m_handlers(std::move(handlers))
    { }

    void start(const redis::Url& server, std::shared_ptr<redis::TlsContexts> tls);
    void close();

private:
    template <class Method> auto guarded(Method method)
    {
        return [weak = weak_from_this(), method](auto... arguments) {
            if (const auto self = weak.lock(); self && !self->m_isClosed)
                method(*self, std::move(arguments)...);
        };
    }
    void onDialled(Result<redis::Dialler::Dialled> dialled);
    void onBytesRead(std::string_view part);
    void end(Result<void> result);

    EventLoop& m_loop;
    const std::string m_word;
    const Limits m_limits;
    const Handlers m_handlers;
    std::shared_ptr<redis::Dialler> m_dialler;
    std::shared_ptr<Channel> m_channel;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    std::size_t m_received = 0;
    bool m_isClosed = false;
};

void WordCall::Call::start(const redis::Url& server, std::shared_ptr<redis::TlsContexts> tls)
{
    redis::ConnectionOptions options;
    options.tlsContexts = tls ? std::move(tls) : std::make_shared<redis::TlsContexts>();
    m_timer
        = m_loop.schedule(deadlineAfter(BootClock::now(), m_limits.time), guarded([](Call& self) {
              self.end(tl::make_unexpected(Error{ErrorClass::Timeout,
                  absl::Substitute(trNoop("no complete answer within $0 ms", "data"),
                      self.m_limits.time.count()),
                  {}}));
          }));
    m_dialler = std::make_shared<redis::Dialler>(m_loop, server, options);
    auto begun
        = m_dialler->dial(0, guarded([](Call& self, Result<redis::Dialler::Dialled> dialled) {
              self.onDialled(std::move(dialled));
          }));
    if (!begun)
        m_loop.post(
            guarded([error = begun.error()](Call& self) { self.end(tl::make_unexpected(error)); }));
}

void WordCall::Call::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    if (!m_loop.isStopped())
        m_loop.cancel(m_timer);
    if (m_dialler)
        m_dialler->close();
    if (m_channel)
        m_channel->close();
}

void WordCall::Call::onDialled(Result<redis::Dialler::Dialled> dialled)
{
    if (!dialled)
        return end(tl::make_unexpected(std::move(dialled.error())));
    m_channel = std::make_shared<Channel>(m_loop, std::move(*dialled),
        Channel::Handlers{.onReady = guarded([](Call& self) { self.m_channel->send(self.m_word); }),
            .onFrame = {},
            .onBroken = guarded([](Call& self, Error reason) {
                // The normal end, unless nothing has arrived.
                const bool isEnd = reason.kind == ErrorClass::ConnectionLost && self.m_received > 0;
                self.end(isEnd ? Result<void>() : tl::make_unexpected(std::move(reason)));
            }),
            .onBytesRead
            = guarded([](Call& self, std::string_view part) { self.onBytesRead(part); })});
    const auto channel = m_channel; // a handler may close it
    channel->start();
}

void WordCall::Call::onBytesRead(std::string_view part)
{
    const std::size_t room = m_limits.bytes - m_received;
    m_received += std::min(part.size(), room);
    const auto self = shared_from_this(); // a handler may destroy the call
    m_handlers.onBytesRead(part.substr(0, room));
    if (part.size() > room && !m_isClosed)
        end(tl::make_unexpected(Error{ErrorClass::TooManyKeys,
            absl::Substitute(
                trNoop("the answer is longer than $0 MB", "data"), m_limits.bytes >> 20U),
            {}}));
}

void WordCall::Call::end(Result<void> result)
{
    const auto self = shared_from_this();
    close();
    m_handlers.onEnd(std::move(result));
}

WordCall::WordCall(EventLoop& loop, const redis::Url& server,
    std::shared_ptr<redis::TlsContexts> tls, std::string_view word, Limits limits,
    Handlers handlers)
    : m_call(std::make_shared<Call>(loop, word, limits, std::move(handlers)))
{
    m_call->start(server, std::move(tls));
}

WordCall::~WordCall()
{
    m_call->close();
}

} // namespace lockkeeper::zookeeper
