// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lease_state.h"

#include "core/lock/lease.h"
#include "core/redis/fan_out.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cmath>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

/// Leases due together are renewed in one write per master.
SteadyTime tickBefore(SteadyTime time, Ttl ttl)
{
    const SteadyTime::duration tick
        = std::clamp(ttl.value() / 300, milliseconds(1), milliseconds(250));
    return time - time.time_since_epoch() % tick;
}

/// Such that ttl - drift = left + additional.
Result<Ttl> ttlThatLeaves(milliseconds left, milliseconds additional, double driftFactor)
{
    const double validity
        = static_cast<double>(left.count()) + static_cast<double>(additional.count());
    if (validity <= 0)
        return fail(ErrorClass::InvalidArgument,
            trNoop("nothing would be left of the lease; release it", "data"));
    const double ttl = std::ceil(
        (validity + static_cast<double>(clockDrift({}, 0).count())) / (1 - driftFactor));
    constexpr double kTooLong = 1e18;
    return Ttl::from(milliseconds(static_cast<milliseconds::rep>(std::min(ttl, kTooLong))));
}

tl::unexpected<Error> tooFewAnswered()
{
    return fail(ErrorClass::NoQuorum,
        trNoop("too few masters answered; the lease ends at its deadline unless renewed", "data"));
}

tl::unexpected<Error> leaseIsRevoked()
{
    return fail(ErrorClass::LeaseLost,
        trNoop("somebody revoked the lease: end the work, and see who and why in the lock's value",
            "data"));
}

tl::unexpected<Error> leaseIsOver()
{
    return fail(ErrorClass::LeaseLost, trNoop("the lease is over: acquire it again", "data"));
}

} // namespace

LeaseState::LeaseState(const LockContext& context, const Scheme& scheme, HeldClaim held)
    : HeldLock(*context.clock, held.fence, std::move(held.onLost))
    , m_context(context)
    , m_scheme(scheme)
    , m_claim(std::move(held.claim))
    , m_since(context.clock->now())
    , m_validity(held.validity)
    , m_renewUntil(
          held.isRenewed ? context.clock->now() + inMilliseconds(held.maxHold) : SteadyTime::min())
    , m_deadline(held.deadline)
    , m_storedUntil(m_validity.ttl.after(context.clock->now()))
{ }

void LeaseState::takeAsk(const std::string& text)
{
    auto ask = parseAsk(text, fingerprint());
    if (ask && !isEnded())
        noteAsk(std::move(*ask));
}

void LeaseState::start()
{
    if (isEnded())
        return;
    scheduleRenewal(true);
}

void LeaseState::extend(Ttl ttl, ExtendHandler handler)
{
    if (!m_scheme.abilities().isExtendable)
        return handler(fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("the scheme $0 can't extend a lock", "data"),
                std::string(m_scheme.name()))));
    if (!ttl.isFinite() && !m_scheme.abilities().isTtlOptional)
        return handler(fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("the scheme $0 needs a TTL", "data"), std::string(m_scheme.name()))));
    enqueue({ttl, std::nullopt, std::move(handler),
        deadlineAfter(m_context.clock->now(), m_context.timeout)});
}

void LeaseState::extendBy(milliseconds additional, ExtendHandler handler)
{
    if (!m_validity.ttl.isFinite())
        return handler(fail(ErrorClass::InvalidArgument,
            trNoop("a lock without a TTL can't be prolonged", "data")));
    if (!m_scheme.abilities().isExtendable)
        return extend(m_validity.ttl, std::move(handler));
    enqueue({m_validity.ttl, additional, std::move(handler),
        deadlineAfter(m_context.clock->now(), m_context.timeout)});
}

void LeaseState::enqueue(ExtensionRequest request)
{
    if (auto started = m_extensions.push(std::move(request)))
        startExtension(std::move(*started));
}

void LeaseState::startExtension(ExtensionRequest request)
{
    if (!isHeld()) {
        if (!isEnded())
            lose();
        return request.handler(leaseIsOver());
    }
    const SteadyTime now = m_context.clock->now();
    const SteadyTime end = std::min(request.end, m_deadline.load());
    if (now >= end)
        return request.handler(tooFewAnswered());
    if (request.additional) {
        const auto left = std::chrono::ceil<milliseconds>(m_deadline.load() - now);
        auto ttl = ttlThatLeaves(left, *request.additional, m_validity.driftFactor);
        if (!ttl)
            return request.handler(tl::make_unexpected(std::move(ttl.error())));
        request.ttl = *ttl;
    }
    sendExtension(request.ttl, end - now, std::move(request.handler));
}

void LeaseState::sendExtension(Ttl ttl, SteadyTime::duration timeLeft, ExtendHandler handler)
{
    m_extensions.begin();
    m_mayOutliveDeadline = true;
    m_context.allow(ttl);
    const SteadyTime now = m_context.clock->now();
    const Validity validity{ttl, m_validity.driftFactor};
    // Masters never shorten what they store.
    const bool isShorter = ttl.after(now) < m_storedUntil;
    m_storedUntil = std::max(m_storedUntil, ttl.after(now));
    const auto isWanted = [self = shared_from_this(), number = ++m_extensionsSent] {
        return !self->isEnded() && number == self->m_extensionsSent;
    };
    const auto timeout = std::clamp(
        std::chrono::floor<milliseconds>(timeLeft), milliseconds(1), m_context.timeout);
    m_scheme.extend(m_context, {m_claim, validity, m_deadline.load(), isWanted, timeout},
        [self = shared_from_this(), validity, isShorter, handler = std::move(handler)](
            const RoundResult& result) {
            if (result.outcome == RoundResult::Outcome::Won)
                self->m_mayOutliveDeadline = isShorter;
            self->onExtended(result, validity, handler);
        });
}

void LeaseState::onExtended(
    const RoundResult& result, Validity validity, const ExtendHandler& handler)
{
    m_extensions.finish();
    keepVotes(result);
    if (!result.ask.empty())
        takeAsk(result.ask);
    handler(applyExtension(result, validity));
    while (auto next = m_extensions.next())
        startExtension(std::move(*next));
}

void LeaseState::keepVotes(const RoundResult& result)
{
    const bool isWon = result.outcome == RoundResult::Outcome::Won;
    setFailedVotes(isWon ? std::vector<MasterVote>() : result.votes);
}

Result<void> LeaseState::applyExtension(const RoundResult& result, Validity validity)
{
    if (isEnded())
        return leaseIsOver();
    switch (result.outcome) {
    case RoundResult::Outcome::Won:
        m_validity = validity;
        m_deadline = result.deadline;
        scheduleRenewal(true);
        return {};
    case RoundResult::Outcome::NoQuorum:
        scheduleRenewal(false);
        return tooFewAnswered();
    case RoundResult::Outcome::Denied:
        setRevoked(result.isRevoked);
        // A minority's token protects nothing and keeps others waiting.
        releaseRemains();
        [[fallthrough]];
    case RoundResult::Outcome::TooLate:
        lose();
        break;
    }
    return isRevoked() ? leaseIsRevoked()
                       : fail(ErrorClass::LeaseLost,
                           trNoop("too few masters still store the lease's token", "data"));
}

void LeaseState::release(RoundHandler handler)
{
    tell(HoldEnd::Released);
    abandon();
    m_scheme.release(m_context, m_claim, m_storedUntil, std::move(handler));
}

void LeaseState::free(ReleaseHandler handler)
{
    release(
        [handler = std::move(handler)](RoundResult result) { handler(std::move(result.votes)); });
}

void LeaseState::settle(std::function<void()> done)
{
    // A PING is answered after the commands that took the lock.
    redis::fanOut<redis::Reply>(
        m_context.masters,
        [timeout = m_context.timeout](std::size_t, redis::Transport& master, auto handler) {
            master.send({"PING"}, timeout, std::move(handler));
        },
        [done = std::move(done)](const std::vector<Result<redis::Reply>>&) { done(); });
}

void LeaseState::leave() noexcept
{
    tell(HoldEnd::Left);
    abandon();
}

void LeaseState::tell(HoldEnd end) noexcept
{
    if (m_context.metrics && !isEnded())
        m_context.metrics->held(resources(), end, m_context.clock->now() - m_since);
}

void LeaseState::abandon() noexcept
{
    setEnded();
    m_context.scheduler->cancel(m_timer);
}

/// Sooner after a failure. Also after the caller's extension: its TTL may end before the next
/// renewal.
void LeaseState::scheduleRenewal(bool isExtended)
{
    m_renewAt = SteadyTime::max();
    const Ttl ttl = m_validity.ttl;
    if (m_renewUntil != SteadyTime::min() && ttl.isFinite() && m_scheme.abilities().isExtendable) {
        const SteadyTime now = m_context.clock->now();
        const auto left = std::chrono::floor<milliseconds>(m_deadline.load() - now);
        const milliseconds delay = std::min(ttl.value() / (isExtended ? 3 : 10), left / 2);
        const SteadyTime due
            = std::max(tickBefore(now + inMilliseconds(delay), ttl), now + milliseconds(1));
        m_renewAt = due > m_renewUntil ? SteadyTime::max() : due;
    }
    setTimer();
}

void LeaseState::setTimer()
{
    m_context.scheduler->cancel(m_timer);
    m_timer = m_context.scheduler->schedule(
        std::min(m_renewAt, lossNotificationTime()), [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (self && !self->isEnded())
                self->onTimer();
        });
}

void LeaseState::onTimer()
{
    const SteadyTime now = m_context.clock->now();
    if (now >= lossNotificationTime())
        return lose();
    if (now < m_renewAt)
        return setTimer();
    m_renewAt = SteadyTime::max();
    setTimer();
    // A running extension plans the next renewal. Half of the time left allows another try.
    if (!m_extensions.isBusy())
        sendExtension(m_validity.ttl, (m_deadline.load() - now) / 2, [](const Result<void>&) {});
}

SteadyTime LeaseState::lossNotificationTime() const noexcept
{
    const SteadyTime deadline = m_deadline.load();
    return deadline == SteadyTime::max() ? deadline : lossTime(deadline, m_validity.ttl.value());
}

void LeaseState::lose() noexcept
{
    tell(HoldEnd::Lost);
    abandon();
    notifyLoss();
    if (!m_mayOutliveDeadline)
        return;
    // Leftovers keep others waiting, but nobody may get the lock before the deadline.
    if (m_context.clock->now() >= m_deadline.load())
        releaseRemains();
    else
        m_context.scheduler->schedule(
            m_deadline.load(), [self = shared_from_this()] { self->releaseRemains(); });
}

void LeaseState::releaseRemains() noexcept
{
    m_mayOutliveDeadline = false;
    m_scheme.release(m_context, m_claim, m_storedUntil, [](const RoundResult&) {});
}

} // namespace lockkeeper::lock
