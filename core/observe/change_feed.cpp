// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/change_feed.h"

#include "core/observe/reading/read_refusal.h"
#include "core/redis/glob.h"
#include "core/redis/invalidation.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/ascii.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace lockkeeper::observe {

using redis::kInvalidations;

PushFeed::PushFeed(const Connect& connect, std::string user, std::chrono::milliseconds timeout,
    Scope scope, Handlers handlers)
    : m_user(redis::aclUser(user))
    , m_timeout(timeout)
    , m_scope(std::move(scope))
    , m_handlers(std::move(handlers))
{
    redis::ConnectionOptions options;
    options.connectTimeout = timeout;
    options.onLogin = [this] { begin(); };
    options.onPush = [this](const redis::Reply& push) { onPush(push); };
    // A script may change many long keys at once.
    options.replyLimits.bytes = std::size_t{64} << 20;
    options.replyLimits.elements = std::size_t{1} << 20;
    m_connection = connect(std::move(options));
}

PushFeed::~PushFeed() = default;

bool PushFeed::isLive() const
{
    return m_isSubscribed && m_connection->status().isUp();
}

std::optional<Error> PushFeed::error() const
{
    if (isLive())
        return std::nullopt;
    if (m_refusal)
        return m_refusal;
    const redis::LinkStatus status = m_connection->status();
    return status.isDown() ? status.error : std::nullopt;
}

void PushFeed::begin()
{
    m_isTracking = false;
    m_isSubscribed = false;
    m_refusal.reset();
    identify();
}

void PushFeed::tryAgain()
{
    if (!m_refusal || !m_connection->status().isUp())
        return;
    // Prefixes can't be tracked twice.
    if (m_isTracking) {
        ++m_attempt;
        subscribe();
    } else {
        identify();
    }
}

redis::Transport::Handler PushFeed::ifCurrent(
    const char* command, std::function<void(const redis::Reply&)> next)
{
    return [this, attempt = m_attempt, command, next = std::move(next)](
               const Result<redis::Reply>& reply) {
        if (attempt != m_attempt)
            return;
        if (!reply)
            return refuse(command, reply.error());
        next(*reply);
    };
}

void PushFeed::identify()
{
    ++m_attempt;
    m_connection->send({"CLIENT", "ID"}, m_timeout,
        ifCurrent("client|id", [this](const redis::Reply& id) { track(id.integer); }));
}

void PushFeed::track(std::int64_t client)
{
    std::vector<std::string> tracking{
        "CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(client), "BCAST"};
    for (const std::string& prefix : m_scope.prefixes) {
        tracking.emplace_back("PREFIX");
        tracking.push_back(prefix);
    }
    m_connection->send(redis::Command(tracking), m_timeout,
        ifCurrent("client|tracking", [this](const redis::Reply&) {
            m_isTracking = true;
            subscribe();
        }));
}

void PushFeed::subscribe()
{
    m_connection->send({"SUBSCRIBE", kInvalidations}, m_timeout,
        ifCurrent("subscribe", [this](const redis::Reply&) {
            m_isSubscribed = true;
            m_refusal.reset();
            m_handlers.onReady();
        }));
}

void PushFeed::refuse(std::string_view command, const Error& error)
{
    m_refusal = error;
    if (error.kind == ErrorClass::UnknownCommand) {
        std::string sent = absl::AsciiStrToUpper(std::string(command));
        std::ranges::replace(sent, '|', ' ');
        m_refusal->text = absl::Substitute(
            trNoop("changes are not told, as the server has no command $0", "data"), sent);
    }
    if (error.kind != ErrorClass::NoPermission)
        return;
    // Servers check the command first, so nothing is known of later commands.
    constexpr std::array<std::string_view, 3> kCommands{
        "client|id", "client|tracking", "subscribe"};
    const std::string channel = "&" + std::string(kInvalidations);
    const bool isOnlyChannel = command == kCommands.back() && !isCommandRefused(error);
    std::string rules;
    for (auto each = std::ranges::find(kCommands, command);
         !isOnlyChannel && each != kCommands.end(); ++each)
        rules.append("+").append(*each).append(" ");
    m_refusal->text = absl::Substitute(
        trNoop("changes are not told, as the user lacks $0; to grant it: ACL "
               "SETUSER $1 $2",
            "data"),
        isOnlyChannel ? channel : "+" + std::string(command), displaySafe(m_user), rules + channel);
}

void PushFeed::onPush(const redis::Reply& push)
{
    const auto told = redis::invalidationIn(push);
    if (!told)
        return;
    if (told->isFlush)
        return m_handlers.onFlushed();
    std::vector<std::string> names;
    names.reserve(told->keys.size());
    for (const redis::Reply& key : told->keys)
        names.push_back(key.text);
    m_handlers.onTouched(std::move(names));
}

void PushFeed::checkAlive(SteadyTime now)
{
    if (!m_isSubscribed)
        return;
    m_connection->send({"PING"}, m_timeout, [this, now](const Result<redis::Reply>& reply) {
        if (reply)
            m_toldUntil = now;
    });
}

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kCheckInterval{500};
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

void ChangeFeed::check()
{
    if (m_feed)
        m_feed->checkAlive(m_clock.now());
}

void ChangeFeed::giveUpIfTooLoud(SteadyTime now)
{
    constexpr std::chrono::seconds kSpan{1};
    constexpr std::size_t kTooMany = 5000; // keys in a span
    if (m_resumeAt && now >= *m_resumeAt) {
        m_resumeAt.reset();
        m_noPush.reset();
        open();
    }
    // At once: each report costs the server time.
    const bool areTooMany = m_others >= kTooMany;
    if (areTooMany || now >= m_countedFrom + kSpan) {
        m_countedFrom = now;
        m_others = 0;
    }
    if (std::exchange(m_isFlooded, false))
        return rest(now,
            trNoop("changes are not told while more keys are written than can be read: the master "
                   "is looked at now and then",
                "data"));
    if (areTooMany && m_subscription.patterns.empty())
        rest(now,
            trNoop("changes are not told while thousands of other keys are written a second: the "
                   "master is looked at now and then; name the keys to look at with --match GLOB",
                "data"));
}

void ChangeFeed::rest(SteadyTime now, const char* why)
{
    constexpr std::chrono::minutes kRest{5};
    if (!m_feed)
        return;
    m_feed.reset();
    m_resumeAt = now + kRest;
    m_noPush = Error{ErrorClass::Unsupported, why, m_subscription.master};
}

void ChangeFeed::enter(FeedState next)
{
    // Changes may have been missed before the end was noticed.
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
