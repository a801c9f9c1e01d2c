// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lock_client.h"

#include "core/lock/acquire_check.h"
#include "core/lock/acquisition.h"
#include "core/lock/client_core.h"
#include "core/lock/inherited.h"
#include "core/lock/lease_state.h"
#include "core/lock/occupancy.h"
#include "core/lock/undo.h"
#include "core/text/translate.h"

namespace lockkeeper::lock {
namespace {

struct Caller {
    ThreadIdentity thread;
    bool isReentrant = false;
    bool isHolder = true;
};

/// Thread: the loop's.
Result<AcquireOutcome> outcomeOf(const std::shared_ptr<ClientCore>& core, const Scheme& scheme,
    const std::optional<Caller>& caller, AcquisitionResult result)
{
    if (!result)
        return tl::make_unexpected(std::move(result.error()));
    if (auto* contended = std::get_if<Contended>(&*result))
        return AcquireOutcome(std::move(*contended));
    if (auto* noQuorum = std::get_if<NoQuorum>(&*result))
        return AcquireOutcome(std::move(*noQuorum));
    if (auto* deadlocked = std::get_if<Deadlocked>(&*result))
        return AcquireOutcome(std::move(*deadlocked));
    auto state = std::make_shared<LeaseState>(
        core->context(), scheme, std::get<HeldClaim>(std::move(*result)));
    state->start();
    if (caller && (caller->isReentrant || caller->isHolder))
        core->holds().add(caller->thread, state, caller->isReentrant);
    return AcquireOutcome(std::in_place_type<Lease>, core, std::move(state));
}

/// `state` already counts the new hold.
Result<AcquireOutcome> enterAgain(const std::shared_ptr<ClientCore>& core,
    std::shared_ptr<LeaseState> state, AcquireOptions options)
{
    LeaseState& claim = *state;
    Lease lease(core, std::move(state)); // drops the hold if the claim does not fit
    if (&claim.scheme() != &options.scheme.get())
        return fail(ErrorClass::Unsupported,
            trNoop("this thread holds the lock by another scheme", "data"));
    if (options.isFenced && !claim.fence())
        return fail(ErrorClass::Unsupported,
            trNoop("this thread holds the lock without a fencing token", "data"));
    if (options.onLost && !claim.addOnLost(options.onLost))
        core->loop().post(std::move(options.onLost));
    return AcquireOutcome(std::in_place_type<Lease>, std::move(lease));
}

} // namespace

LockClient::LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock)
    : m_core(ClientCore::create(deployment, std::move(owner), clock, nullptr))
{ }

LockClient::LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock,
    asio::io_context& context)
    : m_core(ClientCore::create(deployment, std::move(owner), clock, &context))
{ }

LockClient::LockClient(std::shared_ptr<ClientCore> core)
    : m_core(std::move(core))
{ }

LockClient::~LockClient()
{
    if (isInherited())
        keepForEver(std::move(m_core));
    else
        m_core->closeForClient();
}

Result<AcquireOutcome> LockClient::acquire(Resource resource, AcquireOptions options)
{
    std::vector<Resource> resources;
    resources.push_back(std::move(resource));
    return acquire(std::move(resources), std::move(options));
}

Result<AcquireOutcome> LockClient::acquire(
    std::initializer_list<std::string_view> names, AcquireOptions options)
{
    std::vector<Resource> resources;
    for (const std::string_view name : names)
        resources.emplace_back(std::string(name));
    return acquire(std::move(resources), std::move(options));
}

Result<AcquireOutcome> LockClient::acquire(std::vector<Resource> resources, AcquireOptions options)
{
    if (isInherited())
        return tl::make_unexpected(madeBeforeFork());
    if (!m_core->loop().canAwait())
        return fail(ErrorClass::InvalidArgument,
            trNoop(
                "acquire() would wait on the event loop's own thread; use startAcquire()", "data"));
    const Caller caller{ThreadIdentity::current(), options.isReentrant, options.isHeldByThread};
    if (options.isReentrant) {
        resources = inCanonicalOrder(std::move(resources));
        if (auto state = m_core->holds().again(resources))
            return enterAgain(m_core, std::move(state), std::move(options));
    }
    const Scheme& scheme = options.scheme;
    return m_core->loop().await<Result<AcquireOutcome>>([&](auto handler) {
        lock::acquire(
            m_core->context(), m_core->owner(), std::move(resources), std::move(options),
            [this, &scheme, caller, handler](AcquisitionResult result) {
                handler(outcomeOf(m_core, scheme, caller, std::move(result)));
            },
            [core = m_core.get(), caller] { return core->holds().tokensOf(caller.thread); });
    });
}

void LockClient::startAcquire(std::vector<Resource> resources, AcquireOptions options,
    std::function<void(Result<AcquireOutcome>)> handler)
{
    if (isInherited())
        return handler(tl::make_unexpected(madeBeforeFork()));
    m_core->loop().dispatch(
        [core = m_core, resources = std::move(resources), options = std::move(options),
            handler = std::move(handler)]() mutable {
            const Scheme& scheme = options.scheme;
            lock::acquire(core->context(), core->owner(), std::move(resources), std::move(options),
                [core, &scheme, handler = std::move(handler)](AcquisitionResult result) {
                    handler(outcomeOf(core, scheme, std::nullopt, std::move(result)));
                });
        });
}

void LockClient::setMetrics(std::shared_ptr<Metrics> metrics)
{
    if (!isInherited())
        m_core->setMetrics(std::move(metrics));
}

namespace {

void settleUntil(ClientCore& core, SteadyTime end, const std::function<void(bool)>& done)
{
    constexpr std::chrono::milliseconds kBetweenLooks{10};
    const LockContext& context = core.context();
    const SteadyTime now = context.clock->now();
    if (now >= end || !context.backlog || context.backlog->isSettled(end))
        return done(true);
    core.loop().schedule(now + kBetweenLooks, [&core, end, done] { settleUntil(core, end, done); });
}

} // namespace

void LockClient::settle(std::chrono::milliseconds atMost) const
{
    if (isInherited() || !m_core->loop().canAwait())
        return;
    (void)m_core->loop().await<bool>(
        [&](auto done) { settleUntil(*m_core, m_core->context().clock->now() + atMost, done); });
}

Result<std::optional<CurrentHolder>> LockClient::holder(Resource resource)
{
    std::vector<Resource> resources;
    resources.push_back(std::move(resource));
    if (auto checked = checkNames(resources); !checked)
        return tl::make_unexpected(std::move(checked.error()));
    if (isInherited())
        return tl::make_unexpected(madeBeforeFork());
    if (!m_core->loop().canAwait())
        return fail(ErrorClass::InvalidArgument,
            trNoop("holder() would wait on the event loop's own thread", "data"));
    const LockContext& context = m_core->context();
    auto read = m_core->loop().await<Occupancy>([&](auto handler) {
        readOccupancy(context,
            {.resources = std::move(resources), .timeout = context.timeout, .isHasty = false},
            std::move(handler));
    });
    const std::size_t known = read.holder ? read.holder->masters : 0;
    if (known >= context.quorum())
        return std::move(read.holder);
    if (known + read.unread >= context.quorum())
        return fail(ErrorClass::NoQuorum,
            trNoop("too few masters answered to tell who holds the lock", "data"));
    return std::nullopt;
}

bool LockClient::isInherited() const noexcept
{
    return m_core->isInherited();
}

std::uint64_t LockClient::unanswered() const
{
    if (isInherited())
        return 0;
    std::uint64_t sum = 0;
    const auto add = [&] {
        for (const redis::Transport* master : m_core->context().masters)
            sum += master->status().unanswered;
    };
    if (m_core->loop().canAwait())
        m_core->loop().call(add);
    else
        add();
    return sum;
}

} // namespace lockkeeper::lock
