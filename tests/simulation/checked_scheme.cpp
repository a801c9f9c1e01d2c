// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/checked_scheme.h"

#include "core/lock/redlock.h"

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using RoundOutcome = lock::RoundResult::Outcome;

CheckedScheme::CheckedScheme(
    World& world, Process& process, Referee& referee, std::string client, Bug bug)
    : m_world(world)
    , m_process(process)
    , m_referee(referee)
    , m_client(std::move(client))
    , m_bug(bug)
{ }

lock::Scheme::Abilities CheckedScheme::abilities() const noexcept
{
    return lock::redlock().abilities();
}

Result<Token> CheckedScheme::makeToken(
    const lock::Owner& /*owner*/, WallTime /*now*/, lock::Ttl /*ttl*/) const
{
    if (m_bug == Bug::SameToken)
        return Token(m_client + "-");
    return Token(m_client + "-" + std::to_string(++m_tokens));
}

void CheckedScheme::tryAcquire(
    const lock::LockContext& context, lock::Attempt attempt, lock::RoundHandler handler) const
{
    auto onTried
        = [this, validity = attempt.validity, claim = attempt.claim, start = m_process.bootNow(),
              wrongStart = m_process.now(), began = m_world.now(),
              handler = std::move(handler)](lock::RoundResult result) {
              if (m_bug != Bug::None)
                  spoil(result, validity, wrongStart);
              if (result.outcome == RoundOutcome::Won)
                  m_lastWin = {validity.deadlineFrom(start), began};
              else
                  m_referee.onGivenUp(claim, m_process, "a try of " + m_client + " was lost");
              handler(std::move(result));
          };
    lock::redlock().tryAcquire(context, std::move(attempt), std::move(onTried));
}

void CheckedScheme::extend(
    const lock::LockContext& context, lock::Extension extension, lock::RoundHandler handler) const
{
    auto onExtended
        = [this, validity = extension.validity, claim = extension.claim,
              isWanted = extension.isWanted, start = m_process.bootNow(),
              wrongStart = m_process.now(), stored = m_referee.mastersStoring(extension.claim),
              handler = std::move(handler)](lock::RoundResult result) {
              if (m_bug != Bug::None)
                  spoil(result, validity, wrongStart);
              if (m_bug == Bug::HeldAgain && result.outcome == RoundOutcome::TooLate)
                  result.outcome = RoundOutcome::Won;
              if (result.outcome == RoundOutcome::Won && isWanted())
                  m_referee.onExtended(claim, validity.deadlineFrom(start), stored);
              handler(std::move(result));
          };
    lock::redlock().extend(context, std::move(extension), std::move(onExtended));
}

void CheckedScheme::release(const lock::LockContext& context, lock::Claim claim, SteadyTime until,
    lock::RoundHandler handler) const
{
    m_referee.onGivenUp(claim, m_process, "a lock of " + m_client + " was released");
    if (m_bug == Bug::ReleaseForgotten) {
        m_process.schedule(m_process.now(), [handler = std::move(handler)] { handler({}); });
        return;
    }
    if (m_bug == Bug::RenewedAfterRelease)
        m_process.schedule(
            m_process.now() + 30ms, [this, &context, claim] { storeAgain(context, claim); });
    lock::redlock().release(context, std::move(claim), until, std::move(handler));
}

/// Puts the bugs of deadlines into a result.
void CheckedScheme::spoil(
    lock::RoundResult& result, const lock::Validity& validity, SteadyTime start) const
{
    if (m_bug == Bug::DeadlineFromTheEnd)
        result.deadline += m_process.now() - start;
    if (m_bug == Bug::DriftIgnored)
        result.deadline += lock::clockDrift(validity.ttl.value(), validity.driftFactor);
}

void CheckedScheme::storeAgain(const lock::LockContext& context, const lock::Claim& claim) const
{
    for (redis::Transport* const master : context.masters)
        master->send({"SET", claim.resource().value(), claim.token().value(), "NX", "PX", "500"},
            context.timeout, [](const Result<redis::Reply>&) {});
}

} // namespace lockkeeper::simulation
