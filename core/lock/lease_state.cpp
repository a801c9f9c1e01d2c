// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lease_state.h"

#include <algorithm>

namespace lockkeeper::lock {

using std::chrono::milliseconds;

LeaseState::LeaseState(RedlockContext context, Claim claim, Validity validity, SteadyTime deadline)
    : m_context(std::move(context))
    , m_claim(std::move(claim))
    , m_validity(validity)
    , m_deadline(deadline)
{ }

bool LeaseState::isHeld() const noexcept
{
    return !m_isEnded && m_context.clock->now() < m_deadline.load();
}

void LeaseState::start(bool isRenewed)
{
    if (m_isEnded)
        return;
    m_isRenewed = isRenewed;
    armDeadline();
    if (m_isRenewed)
        armRenewal(m_validity.ttl.value() / 3);
}

void LeaseState::extend(Ttl ttl, ExtendHandler handler)
{
    if (!isHeld()) {
        if (!m_isEnded)
            lose();
        return handler(fail(ErrorClass::LeaseLost, "the lease is over: acquire it again"));
    }
    const SteadyTime before = m_deadline.load();
    const Validity validity{ttl, m_validity.driftFactor};
    // From here on masters may hold the new, perhaps shorter TTL, whatever they answer.
    m_deadline = std::min(before, validity.deadlineFrom(m_context.clock->now()));
    const auto isWanted = [self = shared_from_this()] { return !self->m_isEnded; };
    extendClaim(m_context, {m_claim, validity, before, isWanted},
        [self = shared_from_this(), validity, handler = std::move(handler)](
            const RoundResult& result) {
            if (self->m_isEnded)
                return handler(fail(ErrorClass::LeaseLost, "the lease is over: acquire it again"));
            switch (result.outcome) {
            case RoundResult::Outcome::Won:
                self->m_validity = validity;
                self->m_deadline = result.deadline;
                self->armDeadline();
                return handler({});
            case RoundResult::Outcome::NoQuorum:
                self->armDeadline();
                return handler(fail(ErrorClass::NoQuorum,
                    "too few masters answered; the lease ends at its deadline unless renewed"));
            case RoundResult::Outcome::Denied:
                // What a minority still stores protects nothing and only keeps others waiting.
                releaseClaim(self->m_context, self->m_claim, [](const RoundResult&) {});
                [[fallthrough]];
            case RoundResult::Outcome::TooLate:
                self->lose();
                return handler(
                    fail(ErrorClass::LeaseLost, "a majority no longer stores the lease's token"));
            }
        });
}

void LeaseState::release(std::function<void(std::vector<MasterVote>)> handler)
{
    abandon();
    releaseClaim(m_context, m_claim,
        [handler = std::move(handler)](RoundResult result) { handler(std::move(result.votes)); });
}

void LeaseState::abandon() noexcept
{
    m_isEnded = true;
    m_context.scheduler->cancel(m_deadlineTimer);
    m_context.scheduler->cancel(m_renewalTimer);
}

void LeaseState::armDeadline()
{
    m_context.scheduler->cancel(m_deadlineTimer);
    m_deadlineTimer = m_context.scheduler->schedule(m_deadline.load(), [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self && !self->m_isEnded)
            self->lose();
    });
}

void LeaseState::armRenewal(milliseconds delay)
{
    m_context.scheduler->cancel(m_renewalTimer);
    m_renewalTimer = m_context.scheduler->schedule(
        m_context.clock->now() + std::max(delay, milliseconds(1)), [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (self && !self->m_isEnded)
                self->renew();
        });
}

void LeaseState::renew()
{
    extend(m_validity.ttl, [weak = weak_from_this()](const Result<void>& result) {
        const auto self = weak.lock();
        if (!self || self->m_isEnded)
            return;
        // One failed renewal must not be the last one: while the lease lives, try again, sooner.
        self->armRenewal(self->m_validity.ttl.value() / (result ? 3 : 10));
    });
}

void LeaseState::lose() noexcept
{
    abandon();
    m_lost.request_stop();
}

} // namespace lockkeeper::lock
