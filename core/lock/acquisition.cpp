// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/acquisition.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

class Acquisition : public std::enable_shared_from_this<Acquisition> {
public:
    Acquisition(const RedlockContext& context, Owner owner, Resource resource,
        AcquireOptions options, AcquisitionHandler handler)
        : m_context(context)
        , m_owner(std::move(owner))
        , m_resource(std::move(resource))
        , m_options(options)
        , m_handler(std::move(handler))
        , m_start(context.clock->now())
        , m_random(std::random_device{}())
    { }

    void tryOnce()
    {
        auto token = makeToken(m_owner, m_context.clock->wallNow());
        if (!token)
            return m_handler(tl::make_unexpected(std::move(token.error())));
        const Claim claim{m_resource, std::move(*token)};
        tryAcquire(m_context, claim, {m_options.ttl, m_options.driftFactor},
            [self = shared_from_this(), claim](
                RoundResult result) { self->onRound(claim, std::move(result)); });
    }

private:
    void onRound(const Claim& claim, RoundResult result)
    {
        if (result.outcome == RoundResult::Outcome::Won)
            return m_handler(Acquired{claim, result.deadline, std::move(result.votes)});
        if (const auto pause = pauseBeforeNextTry()) {
            m_context.scheduler->schedule(
                m_context.clock->now() + *pause, [self = shared_from_this()] { self->tryOnce(); });
            return;
        }
        switch (result.outcome) {
        case RoundResult::Outcome::Denied:
            return m_handler(Contended{std::move(result.votes)});
        case RoundResult::Outcome::TooLate:
            return m_handler(fail(ErrorClass::LeaseLost,
                "the masters answered too late for this TTL; use a longer one"));
        case RoundResult::Outcome::NoQuorum:
        case RoundResult::Outcome::Won:
            return m_handler(NoQuorum{std::move(result.votes)});
        }
    }

    /// nullopt: the time to wait is over.
    std::optional<milliseconds> pauseBeforeNextTry()
    {
        const auto waited = m_context.clock->now() - m_start;
        if (waited >= m_options.wait)
            return std::nullopt;
        const auto left = std::chrono::ceil<milliseconds>(m_options.wait - waited);
        const auto jitter = m_options.retryJitter.count();
        std::uniform_int_distribution<milliseconds::rep> deviation(-jitter, jitter);
        const milliseconds pause = m_options.retryDelay + milliseconds(deviation(m_random));
        return std::clamp(pause, milliseconds(1), std::max(left, milliseconds(1)));
    }

    RedlockContext m_context;
    Owner m_owner;
    Resource m_resource;
    AcquireOptions m_options;
    AcquisitionHandler m_handler;
    SteadyTime m_start;
    std::minstd_rand m_random;
};

} // namespace

void acquire(const RedlockContext& context, const Owner& owner, Resource resource,
    AcquireOptions options, AcquisitionHandler handler)
{
    if (resource.isEmpty())
        return handler(fail(ErrorClass::InvalidArgument, "the resource's name is empty"));
    std::make_shared<Acquisition>(context, owner, std::move(resource), options, std::move(handler))
        ->tryOnce();
}

} // namespace lockkeeper::lock
