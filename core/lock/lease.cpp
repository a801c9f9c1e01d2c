// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lease.h"

#include "core/lock/held_lock.h"
#include "core/lock/inherited.h"
#include "core/lock/lock_core.h"
#include "core/text/translate.h"

namespace lockkeeper::lock {
namespace {

tl::unexpected<Error> nothingHeld()
{
    return fail(ErrorClass::LeaseLost, trNoop("this lease holds nothing", "data"));
}

} // namespace

Lease::Lease(std::shared_ptr<LockCore> core, std::shared_ptr<HeldLock> state)
    : m_core(std::move(core))
    , m_state(std::move(state))
{
    if (m_core)
        m_core->addLease();
}

Lease::Lease(Lease&& other) noexcept
    : m_core(std::move(other.m_core))
    , m_state(std::move(other.m_state))
    , m_isGone(other.m_isGone.load())
{ }

Lease& Lease::operator=(Lease&& other) noexcept
{
    if (this != &other) {
        end();
        m_state = std::move(other.m_state);
        m_core = std::move(other.m_core);
        m_isGone = other.m_isGone.load();
    }
    return *this;
}

Lease::~Lease()
{
    end();
}

void Lease::end() noexcept
{
    if (!isInherited()) {
        release();
        return;
    }
    keepForEver(std::move(m_state));
    keepForEver(std::move(m_core));
}

bool Lease::isInherited() const noexcept
{
    return m_core && m_core->isInherited();
}

HeldLock* Lease::held() const noexcept
{
    return m_isGone || isInherited() ? nullptr : m_state.get();
}

const Resource& Lease::resource() const noexcept
{
    static const Resource none;
    const HeldLock* state = held();
    return state != nullptr ? state->resources().front() : none;
}

std::vector<Resource> Lease::resources() const
{
    const HeldLock* state = held();
    return state != nullptr ? state->resources() : std::vector<Resource>();
}

Fingerprint Lease::fingerprint() const
{
    const HeldLock* state = held();
    return state != nullptr ? state->fingerprint() : Fingerprint::ofString(std::string());
}

SteadyTime Lease::deadline() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr ? state->deadline() : SteadyTime{};
}

bool Lease::isHeld() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr && state->isHeld();
}

std::stop_token Lease::lost() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr ? state->lost() : std::stop_token{};
}

std::stop_token Lease::asked() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr ? state->asked() : std::stop_token{};
}

std::optional<Ask> Lease::askedToRelease() const
{
    const HeldLock* state = held();
    return state != nullptr ? state->ask() : std::nullopt;
}

bool Lease::isRevoked() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr && state->isRevoked();
}

std::vector<MasterVote> Lease::failedVotes() const
{
    const HeldLock* state = held();
    return state != nullptr ? state->failedVotes() : std::vector<MasterVote>();
}

Margin Lease::margin() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr ? state->margin() : Margin{};
}

std::optional<FencingToken> Lease::fencingToken() const noexcept
{
    const HeldLock* state = held();
    return state != nullptr ? state->fence() : std::nullopt;
}

Result<void> Lease::extend(Ttl ttl)
{
    return awaitExtension(
        [ttl](HeldLock& state, auto handler) { state.extend(ttl, std::move(handler)); });
}

Result<void> Lease::extendBy(std::chrono::milliseconds additional)
{
    return awaitExtension([additional](HeldLock& state, auto handler) {
        state.extendBy(additional, std::move(handler));
    });
}

Result<void> Lease::awaitExtension(
    const std::function<void(HeldLock&, std::function<void(Result<void>)>)>& start)
{
    if (isInherited())
        return tl::make_unexpected(madeBeforeFork());
    if (held() == nullptr)
        return nothingHeld();
    EventLoop& loop = m_core->loop();
    if (!loop.canAwait())
        return fail(ErrorClass::InvalidArgument,
            trNoop("this would wait on the event loop's own thread; use startExtend()", "data"));
    return loop.await<Result<void>>([&](auto handler) { start(*m_state, std::move(handler)); });
}

void Lease::startExtend(Ttl ttl, std::function<void(Result<void>)> handler)
{
    if (!m_core)
        return handler(nothingHeld());
    if (isInherited())
        return handler(tl::make_unexpected(madeBeforeFork()));
    if (held() == nullptr)
        return m_core->loop().dispatch(
            [core = m_core, handler = std::move(handler)] { handler(nothingHeld()); });
    m_core->loop().dispatch([core = m_core, state = m_state, ttl, handler = std::move(handler)] {
        state->extend(ttl, [core, handler](Result<void> result) { handler(std::move(result)); });
    });
}

bool Lease::dropHold() noexcept
{
    if (!m_state || isInherited() || m_isGone.exchange(true))
        return false;
    m_core->dropLease();
    return m_state->dropHold();
}

std::vector<MasterVote> Lease::release() noexcept
{
    if (!dropHold())
        return {};
    EventLoop& loop = m_core->loop();
    if (loop.hasThread() && loop.isStopped())
        return {}; // the program ends
    if (loop.canAwait())
        return loop.await<std::vector<MasterVote>>(
            [&](auto handler) { m_state->free(std::move(handler)); });
    // Keeps the core until masters have answered.
    loop.dispatch([core = m_core, state = m_state] { state->free([core](const auto&) {}); });
    return {};
}

void Lease::startRelease(std::function<void(std::vector<MasterVote>)> handler)
{
    if (!m_core || isInherited())
        return handler({});
    if (!dropHold())
        return m_core->loop().dispatch(
            [core = m_core, handler = std::move(handler)] { handler({}); });
    m_core->loop().dispatch([core = m_core, state = m_state, handler = std::move(handler)] {
        state->free([core, handler](auto votes) { handler(std::move(votes)); });
    });
}

void Lease::leaveToExpire() noexcept
{
    if (!dropHold())
        return;
    EventLoop& loop = m_core->loop();
    if (!loop.canAwait())
        return loop.dispatch([core = m_core, state = m_state] { state->leave(); });
    loop.call([&] { m_state->leave(); });
    (void)loop.await<bool>(
        [&](auto done) { m_state->settle([done = std::move(done)] { done(true); }); });
}

} // namespace lockkeeper::lock
