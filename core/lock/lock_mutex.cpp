// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lock_mutex.h"

#include "core/config/quorum.h"
#include "core/lock/classic.h"
#include "core/lock/inherited.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <system_error>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

tl::unexpected<Error> nothingIsHeld(const LockClient& client)
{
    if (client.isInherited())
        return tl::make_unexpected(madeBeforeFork());
    return fail(ErrorClass::InvalidArgument, trNoop("this thread does not hold the lock", "data"));
}

Error noQuorum(const std::vector<MasterVote>& votes)
{
    Error error{ErrorClass::NoQuorum, trNoop("too few masters answered", "data"), {}};
    const auto failed = std::ranges::find(votes, MasterVote::State::Failed, &MasterVote::state);
    if (failed != votes.end()) {
        error.text = absl::Substitute(
            trNoop("too few masters answered; the first that did not: $0", "data"),
            failed->error->text);
        error.master = failed->master;
    }
    return error;
}

Error notTaken(const NoQuorum& missing)
{
    if (missing.reason == NoQuorum::Reason::TooLate)
        return {
            ErrorClass::NoQuorum, trNoop("the masters answered too late for its TTL", "data"), {}};
    return noQuorum(missing.votes);
}

Error notTaken(const Deadlocked& deadlocked)
{
    std::string resources;
    for (std::size_t i = 0; i < deadlocked.circle.size(); ++i)
        resources.append(i == 0 ? "" : ", ").append(deadlocked.circle[i].resource.value());
    return {ErrorClass::Deadlock,
        absl::Substitute(
            trNoop("a deadlock: waiting for each other are the holders of $0", "data"), resources),
        {}};
}

/// `wasHeld`: the lease was not known to be lost.
Result<void> releaseResult(const std::vector<MasterVote>& votes, bool wasHeld)
{
    using State = MasterVote::State;
    const auto count = [&](State state) {
        return static_cast<std::size_t>(std::ranges::count(votes, state, &MasterVote::state));
    };
    const std::size_t quorum = quorumOf(votes.size());
    // On the loop's thread nobody waits for the votes.
    if (votes.empty() && wasHeld)
        return {};
    // A token that is still stored was stored all along.
    if (count(State::Yes) >= quorum)
        return {};
    if (!wasHeld || count(State::No) + quorum > votes.size())
        return fail(
            ErrorClass::LeaseLost, trNoop("the lock was lost before it was released", "data"));
    if (count(State::Yes) + count(State::No) < quorum)
        return tl::make_unexpected(noQuorum(votes));
    return {};
}

std::errc codeOf(ErrorClass kind) noexcept
{
    switch (kind) {
    case ErrorClass::NoQuorum:
        return std::errc::timed_out;
    case ErrorClass::Deadlock:
        return std::errc::resource_deadlock_would_occur;
    case ErrorClass::System:
        return std::errc::resource_unavailable_try_again;
    default:
        return std::errc::invalid_argument;
    }
}

} // namespace

LockMutex::LockMutex(LockClient& client, Resource resource, LockMutexOptions options)
    : m_client(client)
    , m_resource(std::move(resource))
    , m_options(options)
{ }

LockMutex::~LockMutex() = default;

Result<bool> LockMutex::acquire()
{
    return acquire(Asked{});
}

Result<bool> LockMutex::acquire(const Asked& asked)
{
    std::optional<milliseconds> wait(milliseconds(0));
    if (asked.isBlocking.value_or(m_options.isBlocking))
        wait = asked.blockingTimeout ? asked.blockingTimeout : m_options.blockingTimeout;
    return acquireWithin(wait, asked.sleep.value_or(m_options.sleep));
}

Result<bool> LockMutex::acquireWithin(std::optional<milliseconds> wait, milliseconds sleep)
{
    // Nobody knows which thread holds a shared token.
    if (m_options.isPerThread && isHeld()) {
        if (wait && *wait <= milliseconds(0))
            return false;
        return fail(ErrorClass::InvalidArgument,
            trNoop("this thread holds the lock already, and would wait for itself", "data"));
    }
    auto outcome = m_client.acquire(m_resource,
        {.ttl = m_options.ttl,
            .wait = wait.value_or(milliseconds::max()),
            .retryDelay = sleep,
            .retryJitter = sleep / 2,
            .timeout = m_options.timeout,
            .driftFactor = m_options.driftFactor,
            .isRenewed = m_options.isRenewed,
            .maxHold = m_options.maxHold,
            .isFenced = m_options.isFenced,
            .isHeldByThread = m_options.isPerThread,
            .onDeadlock = m_options.onDeadlock,
            .scheme = m_options.scheme});
    if (!outcome)
        return tl::make_unexpected(std::move(outcome.error()));
    if (std::holds_alternative<Contended>(*outcome))
        return false;
    if (const auto* missing = std::get_if<NoQuorum>(&*outcome))
        return tl::make_unexpected(notTaken(*missing));
    if (const auto* deadlocked = std::get_if<Deadlocked>(&*outcome))
        return tl::make_unexpected(notTaken(*deadlocked));
    Held held = std::make_shared<Lease>(std::get<Lease>(std::move(*outcome)));
    const MutexLock lock(m_mutex);
    m_held[slot()].swap(held); // releases a lost lease outside the mutex
    return true;
}

Result<void> LockMutex::release()
{
    const Held held = takeHeld();
    if (!held)
        return nothingIsHeld(m_client);
    const bool wasHeld = held->isHeld();
    return releaseResult(held->release(), wasHeld);
}

Result<void> LockMutex::extend(milliseconds by, Extend how)
{
    const Held held = this->held();
    if (!held)
        return nothingIsHeld(m_client);
    if (!m_options.ttl.isFinite())
        return fail(
            ErrorClass::InvalidArgument, trNoop("a lock without a TTL can't be extended", "data"));
    if (how == Extend::Add)
        return held->extendBy(by);
    return Ttl::from(by).and_then([&](Ttl ttl) { return held->extend(ttl); });
}

Result<void> LockMutex::reset()
{
    return extend(m_options.ttl.value(), Extend::Replace);
}

Result<bool> LockMutex::isLocked()
{
    return m_client.holder(m_resource).map([](const std::optional<CurrentHolder>& holder) {
        return holder.has_value();
    });
}

Result<bool> LockMutex::isOwned()
{
    if (&m_options.scheme.get() == &redisson())
        return fail(ErrorClass::Unsupported,
            trNoop("the scheme redisson does not tell who holds a lock", "data"));
    if (m_client.isInherited())
        return tl::make_unexpected(madeBeforeFork());
    const Held held = this->held();
    if (!held)
        return false;
    return m_client.holder(m_resource).map([&](const std::optional<CurrentHolder>& holder) {
        return holder && holder->fingerprint == held->fingerprint();
    });
}

bool LockMutex::isHeld() const
{
    const Held held = this->held();
    return held && held->isHeld();
}

std::stop_token LockMutex::lost() const
{
    const Held held = this->held();
    return held ? held->lost() : std::stop_token{};
}

std::optional<FencingToken> LockMutex::fencingToken() const
{
    const Held held = this->held();
    return held ? held->fencingToken() : std::nullopt;
}

void LockMutex::lock()
{
    if (m_options.isPerThread && isHeld())
        throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
    const auto isAcquired = acquireWithin(m_options.blockingTimeout, m_options.sleep);
    if (!isAcquired)
        throw std::system_error(
            std::make_error_code(codeOf(isAcquired.error().kind)), isAcquired.error().text);
    if (!*isAcquired)
        throw std::system_error(
            std::make_error_code(std::errc::timed_out), trNoop("another holds the lock", "data"));
}

bool LockMutex::try_lock()
{
    return acquireWithin(milliseconds(0), m_options.sleep).value_or(false);
}

bool LockMutex::try_lock_for(milliseconds timeout)
{
    return acquireWithin(std::max(timeout, milliseconds(0)), m_options.sleep).value_or(false);
}

void LockMutex::unlock() noexcept
{
    if (const Held held = takeHeld())
        held->release();
}

ThreadIdentity LockMutex::slot() const noexcept
{
    return m_options.isPerThread ? ThreadIdentity::current() : ThreadIdentity();
}

LockMutex::Held LockMutex::held() const
{
    // A thread that is missing here may have locked the mutex.
    if (m_client.isInherited())
        return nullptr;
    const MutexLock lock(m_mutex);
    const auto found = m_held.find(slot());
    return found == m_held.end() ? nullptr : found->second;
}

LockMutex::Held LockMutex::takeHeld()
{
    if (m_client.isInherited())
        return nullptr;
    const MutexLock lock(m_mutex);
    auto node = m_held.extract(slot());
    return node.empty() ? nullptr : std::move(node.mapped());
}

} // namespace lockkeeper::lock
