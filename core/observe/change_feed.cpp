// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/change_feed.h"

#include "core/redis/glob.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kCheckInterval{500};
/// How long a first sweep waits for the feed.
constexpr milliseconds kPatience{1000};

} // namespace

ChangeFeed::ChangeFeed(const Clock& clock, std::optional<Error> noPush, Handlers handlers)
    : m_clock(clock)
    , m_noPush(std::move(noPush))
    , m_handlers(std::move(handlers))
{ }

ChangeFeed::~ChangeFeed() = default;

void ChangeFeed::listen(const PushFeed::Connect& connect, Subscription subscription)
{
    PushFeed::Scope scope{redis::trackingPrefixes(subscription.patterns)};
    // Without patterns all keys are tracked. A pattern without a prefix can't be.
    if (!subscription.patterns.empty() && scope.prefixes.empty()) {
        m_noPush = Error{ErrorClass::Unsupported,
            "changes are not told, as a pattern has no fixed beginning: the master is looked at "
            "now and then",
            std::move(subscription.master)};
        return;
    }
    if (!scope.prefixes.empty()) {
        std::ranges::move(subscription.morePrefixes, std::back_inserter(scope.prefixes));
        scope.prefixes = redis::withoutCovered(std::move(scope.prefixes));
    }
    m_feed = std::make_unique<PushFeed>(connect, std::move(subscription.user), subscription.timeout,
        std::move(scope),
        PushFeed::Handlers{.onTouched = m_handlers.onTouched,
            .onFlushed = m_handlers.onFlushed,
            .onReady = m_handlers.onGap});
}

void ChangeFeed::tick()
{
    enter(state());
    if (const SteadyTime now = m_clock.now(); m_feed && now >= m_nextCheck) {
        m_nextCheck = now + kCheckInterval;
        m_feed->checkAlive(now);
    }
}

void ChangeFeed::enter(FeedState next)
{
    // Changes may have been missed before the end of the feed was noticed.
    if (std::exchange(m_state, next) == FeedState::Live && next != FeedState::Live)
        m_handlers.onGap();
}

void ChangeFeed::tryAgain()
{
    if (m_feed)
        m_feed->tryAgain();
}

FeedState ChangeFeed::state() const
{
    if (!m_feed)
        return FeedState::None;
    if (m_feed->isLive())
        return FeedState::Live;
    return m_feed->error() ? FeedState::Failed : FeedState::Pending;
}

bool ChangeFeed::isSettled(SteadyTime upSince) const
{
    return state() != FeedState::Pending || m_clock.now() - upSince > kPatience;
}

} // namespace lockkeeper::observe
