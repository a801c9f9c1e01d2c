// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lease.h"

#include "core/lock/client_core.h"
#include "core/lock/lease_state.h"
#include "core/redis/fan_out.h"

namespace lockkeeper::lock {
Lease::Lease(std::shared_ptr<ClientCore> core, std::shared_ptr<LeaseState> state)
    : m_core(std::move(core))
    , m_state(std::move(state))
{ }

Lease& Lease::operator=(Lease&& other) noexcept
{
    if (this != &other) {
        release();
        m_state = std::move(other.m_state);
        m_core = std::move(other.m_core);
    }
    return *this;
}

Lease::~Lease()
{
    release();
}

const Resource& Lease::resource() const noexcept
{
    static const Resource none;
    return m_state ? m_state->claim().resource : none;
}

Fingerprint Lease::fingerprint() const
{
    return Fingerprint::ofString(m_state ? m_state->claim().token.value() : std::string());
}

SteadyTime Lease::deadline() const noexcept
{
    return m_state ? m_state->deadline() : SteadyTime{};
}

bool Lease::isHeld() const noexcept
{
    return m_state && m_state->isHeld();
}

std::stop_token Lease::lost() const noexcept
{
    return m_state ? m_state->lost() : std::stop_token{};
}

Result<void> Lease::extend(Ttl ttl)
{
    if (!m_state)
        return fail(ErrorClass::LeaseLost, "this lease holds nothing");
    return m_core->loop().await<Result<void>>(
        [&](auto handler) { m_state->extend(ttl, std::move(handler)); });
}

std::vector<MasterVote> Lease::release() noexcept
{
    if (!m_state)
        return {};
    auto votes = m_core->loop().await<std::vector<MasterVote>>(
        [&](auto handler) { m_state->release(std::move(handler)); });
    m_state.reset();
    m_core.reset();
    return votes;
}

void Lease::leaveToExpire() noexcept
{
    if (!m_state)
        return;
    m_core->loop().call([&] { m_state->abandon(); });
    // An answer to this one comes behind those to the commands that took the lock.
    using Answers = std::vector<Result<redis::Reply>>;
    const RedlockContext& redlock = m_core->redlock();
    (void)m_core->loop().await<Answers>([&](auto done) {
        redis::fanOut<redis::Reply>(
            redlock.masters,
            [&](std::size_t, redis::Transport& master, auto handler) {
                master.send({"PING"}, redlock.timeout, std::move(handler));
            },
            std::move(done));
    });
    m_state.reset();
    m_core.reset();
}

} // namespace lockkeeper::lock
