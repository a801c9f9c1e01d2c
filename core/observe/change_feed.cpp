// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/change_feed.h"

#include "core/redis/glob.h"
#include "core/text/translate.h"

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
    m_connect = connect;
    m_subscription = std::move(subscription);
    open();
}

void ChangeFeed::open()
{
    const auto& patterns = m_subscription.patterns;
    PushFeed::Scope scope{redis::trackingPrefixes(patterns)};
    // Without patterns all keys are tracked. A pattern without a prefix can't be.
    if (!patterns.empty() && scope.prefixes.empty()) {
        m_noPush = Error{ErrorClass::Unsupported,
            trNoop("changes are not told, as a pattern has no fixed beginning: the master is "
                   "looked at now and then",
                "data"),
            m_subscription.master};
        return;
    }
    if (!scope.prefixes.empty()) {
        std::ranges::copy(m_subscription.morePrefixes, std::back_inserter(scope.prefixes));
        scope.prefixes = redis::withoutCovered(std::move(scope.prefixes));
    }
    m_feed = std::make_unique<PushFeed>(m_connect, m_subscription.user, m_subscription.timeout,
        std::move(scope),
        PushFeed::Handlers{.onTouched = m_handlers.onTouched,
            .onFlushed = m_handlers.onFlushed,
            .onReady = m_handlers.onGap});
}

void ChangeFeed::tick()
{
    const SteadyTime now = m_clock.now();
    giveUpIfTooLoud(now);
    enter(state());
    if (m_feed && now >= m_nextCheck) {
        m_nextCheck = now + kCheckInterval;
        m_feed->checkAlive(now);
    }
}

void ChangeFeed::giveUpIfTooLoud(SteadyTime now)
{
    constexpr std::chrono::seconds kSpan{1};
    constexpr std::size_t kTooMany = 5000; // keys in a span
    constexpr std::chrono::minutes kRest{5};
    if (m_resumeAt && now >= *m_resumeAt) {
        m_resumeAt.reset();
        m_noPush.reset();
        open();
    }
    // The server pays for each report until then: it does not wait for the end of the span.
    const bool areTooMany = m_others >= kTooMany;
    if (areTooMany || now >= m_countedFrom + kSpan) {
        m_countedFrom = now;
        m_others = 0;
    }
    if (!areTooMany || !m_subscription.patterns.empty() || !m_feed)
        return;
    m_feed.reset();
    m_resumeAt = now + kRest;
    m_noPush = Error{ErrorClass::Unsupported,
        trNoop("changes are not told while thousands of other keys are written a second: the "
               "master is looked at now and then; name the keys to look at with --match GLOB",
            "data"),
        m_subscription.master};
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
