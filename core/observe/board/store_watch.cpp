// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/store_watch.h"

#include <algorithm>
#include <malloc.h>
#include <tuple>
#include <utility>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// For evidence that comes with time: how often, in how many locks.
constexpr milliseconds kReassess{250};
constexpr std::size_t kReassessed = 1000;
/// Of updates without changes, which show the data's age.
constexpr milliseconds kHeartbeat{1000};
/// With all entries, for receivers that lost some.
constexpr milliseconds kRetell{600'000};

EventLoop makeLoop(asio::io_context* context)
{
    if (context != nullptr)
        return EventLoop(*context);
    return EventLoop();
}

std::vector<MasterId> masterIds(const config::Deployment& deployment)
{
    std::vector<MasterId> ids;
    for (const config::MasterConfig& master : deployment.masters)
        ids.push_back(master.id);
    return ids;
}

/// Else glibc keeps a large sweep's memory.
void giveMemoryBack(std::size_t locks)
{
    constexpr std::size_t kMany = 10'000;
#ifdef __GLIBC__
    if (locks > kMany)
        ::malloc_trim(0);
#endif
}

} // namespace

StoreWatch::StoreWatch(StoreWatchInputs inputs, Traits traits)
    : m_loop(makeLoop(inputs.context))
    , m_deployment(std::move(inputs.deployment))
    , m_clock(inputs.clock)
    , m_options(std::move(inputs.options))
    , m_formats(FormatSet::of(m_deployment))
    , m_board(masterIds(m_deployment), m_formats.value_or(FormatSet({})), m_clock,
          EvidenceRules{.processes = inputs.processes,
              .thresholds = m_deployment.thresholds,
              .usualHold = m_options.usualHold,
              .waits = &m_waits,
              .notes = traits.notes,
              .ofStore = std::move(traits.evidence)},
          m_options.least)
    , m_onUpdate(std::move(inputs.onUpdate))
    , m_isKeysReadNews(traits.isKeysReadNews)
{
    if (m_options.areHoldsWanted)
        m_board.followHolds();
}

void StoreWatch::start()
{
    m_nextRetell = m_clock.now() + kRetell;
    connect();
    tick();
}

void StoreWatch::sweepOnce(std::function<void(BoardUpdate)> done)
{
    m_lookedAtOnce = std::move(done);
    start();
}

void StoreWatch::scheduleTick()
{
    m_loop.cancel(m_timer);
    m_timer = m_loop.schedule(m_clock.now() + kTick, [this] { tick(); });
}

void StoreWatch::keepPace(SteadyTime now)
{
    if (!m_lookedAtOnce && now >= m_nextReassess) {
        m_nextReassess = now + kReassess;
        m_board.reassess(kReassessed);
    }
    if (now >= m_nextRetell) {
        m_nextRetell = now + kRetell;
        m_board.republishAll();
    }
}

void StoreWatch::publish(SteadyTime now)
{
    if (now - m_published < m_options.publishEvery)
        return;
    setState(m_present);
    if (!m_board.hasChanges() && isSameState(m_present, m_latest) && now - m_published < kHeartbeat)
        return;
    BoardUpdate update = m_board.take();
    update.masters = m_present.masters;
    update.isComplete = m_present.isComplete;
    update.waits = m_present.waits;
    update.error = m_present.error;
    m_published = now;
    std::swap(m_latest, m_present);
    m_onUpdate(update);
    if (m_latest.isComplete && !m_present.isComplete) // as published before
        giveMemoryBack(m_board.size());
}

void StoreWatch::finishLook()
{
    BoardUpdate update = m_board.take();
    setState(update);
    std::exchange(m_lookedAtOnce, {})(std::move(update));
}

void StoreWatch::setState(BoardUpdate& update)
{
    update.isComplete = m_formats.has_value();
    update.waits = m_waits;
    update.error = m_formats ? std::nullopt : std::optional(m_formats.error());
    update.masters.clear();
    setMasters(update);
}

bool StoreWatch::isSameState(const BoardUpdate& a, const BoardUpdate& b) const
{
    const auto stateOf = [this](const MasterStatus& status) {
        return std::tuple_cat(
            std::tie(status.link.state, status.link.error, status.isSweepComplete,
                status.sweepError, status.isPushed, status.unreadKeys, status.readError,
                status.pushError, status.sessionsError, status.quarantinedUntil),
            std::tuple(m_isKeysReadNews ? status.keysRead : 0));
    };
    return std::ranges::equal(a.masters, b.masters, {}, stateOf, stateOf) && a.error == b.error
        && (a.waits == b.waits || *a.waits == *b.waits);
}

} // namespace lockkeeper::observe
