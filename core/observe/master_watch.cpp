// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/master_watch.h"

#include "core/observe/reading/read_refusal.h"
#include "core/redis/glob.h"
#include "core/redis/reply_parser.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// Interval of the signs of life requested from a master that is otherwise left alone.
constexpr milliseconds kSignInterval{500};
constexpr milliseconds kFeedSignInterval{2000};
/// Longest wait for a sign of life, whatever the timeout of commands.
constexpr milliseconds kSignTimeout{1000};
/// How long a first sweep waits for the feed, so that no change between the two is missed.
constexpr milliseconds kFeedPatience{1000};
/// Minimum time between two reads of a touched key that is no lock.
constexpr milliseconds kOthersInterval{1000};
/// A master with a longer latency is asked only for what is necessary.
constexpr milliseconds kSlow{100};

} // namespace

MasterWatch::MasterWatch(Access access, MasterWatchOptions options, KeyReader::QueueKey queueKey,
    std::function<void()> onRead)
    : m_access(access)
    , m_options(std::move(options))
    , m_reader(access.transport, access.clock, m_options.sweep.timeout, std::move(queueKey))
    , m_onRead(std::move(onRead))
    , m_touchPace(m_options.sweep.commandsPerSecond)
    , m_healCount(m_options.sweep.scanCount)
    , m_rereadBudget(m_options.resweepInterval, m_options.sweep.commandsPerSecond)
{
    m_reader.announceTo([this](std::span<const KeyReading> next) { m_access.board.expect(next); });
}

MasterWatch::~MasterWatch()
{
    *m_isAlive = false;
}

void MasterWatch::listen(const PushFeed::Connect& connect)
{
    const auto& patterns = m_options.sweep.patterns;
    PushFeed::Scope scope{redis::trackingPrefixes(patterns)};
    // Without patterns all keys are tracked. A pattern without a prefix can't be.
    if (!patterns.empty() && scope.prefixes.empty()) {
        m_options.noPush = Error{ErrorClass::Unsupported,
            "changes are not told, as a pattern has no fixed beginning: the master is looked at "
            "now and then",
            m_access.transport.master()};
        return;
    }
    m_feed = std::make_unique<PushFeed>(connect, m_options.user, m_options.sweep.timeout,
        std::move(scope),
        PushFeed::Handlers{
            .onTouched = [this](std::vector<std::string> keys) { onPushed(std::move(keys)); },
            .onFlushed = [this] { refresh(); },
            .onReady = [this] { refresh(); }});
}

void MasterWatch::tick()
{
    const SteadyTime now = m_access.clock.now();
    const redis::LinkStatus link = m_access.transport.status();
    const bool isUp = link.state == redis::LinkState::Up;
    const bool isAnotherLogin = std::exchange(m_loggedInAt, link.loggedInAt) != link.loggedInAt;
    if (isUp && (!m_isUp || isAnotherLogin))
        onUp();
    else if (!isUp && link.state != redis::LinkState::Connecting && (m_isUp || !m_failure))
        onDown(link.error.value_or(
            Error{ErrorClass::Unreachable, "not connected", m_access.transport.master()}));
    // While a sweep is due or in progress, some changes may not have been reported.
    m_access.board.setPushed(
        m_access.index, isUp && isFeedLive() && !m_sweep && m_nextSweep == SteadyTime::max());
    if (!isUp)
        return;
    if (link.outage != m_outage)
        onOutage(link.outage);
    readOtherKeys();
    touch(std::exchange(m_unanswered, {}));
    // Changes may have been missed before the feed ended.
    if (const bool isLive = isFeedLive(); std::exchange(m_wasFeedLive, isLive) && !isLive)
        refresh();
    if (m_feed && now >= m_nextFeedSign) {
        m_nextFeedSign = now + kFeedSignInterval;
        m_feed->checkAlive();
    }
    if (now >= m_nextRetry)
        retryRefused();
    const bool isSweepDue = m_nextSweep <= now && (isFeedSettled() || m_isWhole);
    if (!m_sweep && isSweepDue)
        startSweep();
    else if (!m_sweep && now >= m_nextSign)
        checkNames();
}

/// Tries one unread key to find out whether a new sweep would read more than the last one.
void MasterWatch::retryRefused()
{
    m_nextRetry = m_access.clock.now() + m_options.retryRefused;
    m_reader.forgetRefusals();
    if (m_feed)
        m_feed->tryAgain();
    if (m_sweep || m_unread.size() == 0)
        return;
    read({m_unread.sample()}, [this, sample = m_unread.sample()] {
        if (!m_unread.contains(sample))
            refresh();
    });
}

/// True if the state of the feed is known, as far as it soon will be.
bool MasterWatch::isFeedSettled() const
{
    return !m_feed || m_feed->isLive() || m_feed->error()
        || m_access.clock.now() - m_upSince > kFeedPatience;
}

void MasterWatch::onUp()
{
    m_isUp = true;
    m_isPartlyRead = false;
    m_failure.reset();
    m_upSince = m_access.clock.now();
    m_isHealing = false;
    // The new connection may lead to another server, or to this one with other data: earlier
    // readings say nothing about what is stored now.
    m_isWhole = false;
    m_sweep.reset();
    m_access.board.invalidate(m_access.index);
    refresh();
}

void MasterWatch::onDown(const Error& error)
{
    m_isUp = false;
    m_isWhole = false;
    m_isPartlyRead = false;
    m_outage.reset();
    m_failure = error;
    m_sweep.reset();
    m_touched.clear();
    m_othersRead.clear();
    m_othersLater.clear();
    m_unanswered.clear();
    m_unread.clear();
    m_access.board.failMaster(m_access.index, error);
    m_onRead();
}

/// Called when a part of the master stops answering, or answers again.
void MasterWatch::onOutage(const std::optional<Error>& outage)
{
    m_outage = outage;
    m_isWhole = false;
    m_isPartlyRead = false;
    m_sweep.reset();
    m_access.board.beginSweep(m_access.index);
    (void)failUnreachableKeys();
    m_access.board.invalidate(m_access.index);
    refresh();
    m_onRead();
}

/// Fails the votes on keys of the part that does not answer. Returns the other keys that were not
/// seen since beginSweep(). The master is the only voter, so the board knows no key that is free on
/// it.
std::vector<std::string> MasterWatch::failUnreachableKeys()
{
    std::vector<std::string> others;
    for (std::string& key : m_access.board.takeNotSeen(m_access.index)) {
        if (const auto outage = m_access.transport.outageOf(key))
            m_access.board.fail(m_access.index, key, *outage);
        else
            others.push_back(std::move(key));
    }
    return others;
}

/// Ends a sweep that saw all parts that answer. A key that it did not see may still be stored.
void MasterWatch::endPartly()
{
    touch(failUnreachableKeys());
    m_access.board.invalidate(m_access.index);
    m_isPartlyRead = true;
    m_sweepError = m_outage;
    m_onRead();
}

/// Called when the master reports that these keys were written.
void MasterWatch::onPushed(std::vector<std::string> keys)
{
    std::erase_if(keys, [this](std::string& key) {
        const bool isOther = m_access.board.isOther(m_access.index, key);
        if (!isOther || m_othersRead.insert(key).second)
            return false;
        m_othersLater.insert(std::move(key));
        return true;
    });
    touch(std::move(keys));
}

/// A key that is no lock, such as a counter, may be written all the time. Reading it once a second
/// is enough to notice that it becomes a lock.
void MasterWatch::readOtherKeys()
{
    const SteadyTime now = m_access.clock.now();
    if (now < m_nextOthers)
        return;
    m_nextOthers = now + kOthersInterval;
    m_othersRead = std::exchange(m_othersLater, {});
    touch({m_othersRead.begin(), m_othersRead.end()});
}

void MasterWatch::touch(std::vector<std::string> keys)
{
    const auto& patterns = m_options.sweep.patterns;
    for (std::string& key : keys) {
        const bool isWatched = patterns.empty()
            || std::ranges::any_of(
                patterns, [&](const std::string& glob) { return redis::globMatches(glob, key); });
        if (isWatched && m_isUp)
            m_touched.insert(std::move(key));
    }
    readTouched();
}

/// Keys touched during a read are collected and read together afterwards.
void MasterWatch::readTouched()
{
    if (m_touched.empty() || m_readsUnderWay > 0)
        return;
    // The rest is read at the next tick.
    const std::size_t most = m_touchPace.keys(m_access.clock.now(), m_sweep ? 0.5 : 1);
    Reading reading;
    std::size_t commands = 0;
    while (!m_touched.empty() && reading.keys.size() < most && commands <= 2 * most) {
        reading.keys.push_back(std::move(m_touched.extract(m_touched.begin()).value()));
        if (m_touchPace.isLimited())
            commands += m_access.board.commandsToRead(reading.keys.back());
    }
    if (reading.keys.empty())
        return;
    m_touchPace.spend(commands);
    if (m_sweep)
        m_sweep->spend(commands);
    reading.done = [this, count = reading.keys.size(), sentAt = m_access.clock.now()] {
        m_touchPace.note(count, m_access.clock.now() - sentAt);
    };
    startReading(std::move(reading));
}

void MasterWatch::read(std::vector<std::string> keys, std::function<void()> done)
{
    if (keys.empty() || !m_isUp) {
        if (done)
            done();
        return;
    }
    startReading({std::move(keys), std::move(done)});
}

void MasterWatch::startReading(Reading reading)
{
    ++m_readsUnderWay;
    m_reader.read(
        std::move(reading.keys),
        [this](KeyReading& found, const Error* error) { take(found, error); },
        [this, isAlive = m_isAlive, done = std::move(reading.done)] {
            if (!*isAlive)
                return;
            --m_readsUnderWay;
            if (done)
                done();
            m_onRead();
            readTouched();
        });
}

void MasterWatch::take(KeyReading& reading, const Error* error)
{
    if (error == nullptr) {
        m_unread.pass(reading.key, reading.type != ValueType::None);
        return m_access.board.read(m_access.index, std::move(reading));
    }
    // A missing answer usually means that the link will soon report an error for the whole master;
    // but the link may recover before anybody notices.
    if (!isDefinite(error->kind) || error->kind == ErrorClass::Unreachable) {
        if (const auto outage = m_access.transport.outageOf(reading.key))
            return m_access.board.fail(m_access.index, reading.key, *outage);
        return m_unanswered.push_back(std::move(reading.key));
    }
    const Error explained
        = explainRefusal(*error, {m_options.user, reading.key, m_options.sweep.patterns});
    m_unread.fail(reading.key, explained);
    m_access.board.fail(m_access.index, reading.key, explained);
}

void MasterWatch::startSweep()
{
    m_sweepStart = m_access.clock.now();
    m_isHealing = false;
    m_access.board.beginSweep(m_access.index);
    m_unread.beginSweep();
    m_sweep = std::make_unique<MasterSweep>(
        MasterSweep::Access{m_access.transport, m_reader, m_access.clock, m_access.loop},
        m_options.sweep);
    m_nextSweep = SteadyTime::max();
    m_sweep->start([this](KeyReading& reading, const Error* error) { take(reading, error); },
        [this](const std::optional<Error>& error) { endSweep(error); });
}

void MasterWatch::endSweep(const std::optional<Error>& error)
{
    m_keysRead = m_sweep->keysRead();
    // The sweep is still on the stack.
    m_access.loop.post([sweep = std::shared_ptr<MasterSweep>(std::move(m_sweep))] {});
    m_sweepError = error;
    if (m_sweepError)
        m_sweepError
            = explainRefusal(*m_sweepError, {m_options.user, {}, m_options.sweep.patterns});
    const SteadyTime now = m_access.clock.now();
    // Wait longer after a long sweep, so that sweeps never take more than a fifth of the master's
    // time.
    const SteadyTime next
        = now + std::max<SteadyTime::duration>(m_options.interval, 4 * (now - m_sweepStart));
    if (error) {
        m_nextSweep = std::min(m_nextSweep, next);
        // For other errors the link will report the master's failure to the board.
        if (isDefinite(error->kind) && error->kind != ErrorClass::Unreachable)
            m_access.board.failMaster(m_access.index, *m_sweepError);
        return m_onRead();
    }
    m_unread.endSweep();
    if (!isFeedLive())
        m_nextSweep = std::min(m_nextSweep, next);
    if (m_outage)
        return endPartly();
    m_access.board.endSweep(m_access.index);
    m_isWhole = true;
    m_onRead();
}

/// Requests a sign of life: a SCAN of some names while no sweeps see them all, or a PING.
void MasterWatch::checkNames()
{
    const SteadyTime now = m_access.clock.now();
    m_nextSign = now + kSignInterval;
    const milliseconds timeout = std::min(m_options.sweep.timeout, kSignTimeout);
    const bool isPing = !isFeedLive() || !m_isWhole || std::exchange(m_isHealing, !m_isHealing);
    if (isPing) {
        m_access.transport.send({"PING"}, timeout, [](const Result<redis::Reply>&) {});
        return;
    }
    if (m_healCursor == "0" && m_healPattern == 0)
        m_access.board.beginSweep(m_access.index);
    const auto& patterns = m_options.sweep.patterns;
    const std::string pattern = patterns.empty() ? "*" : patterns[m_healPattern];
    m_access.transport.send(
        {"SCAN", m_healCursor, "MATCH", pattern, "COUNT", std::to_string(m_healCount)}, timeout,
        [this, isAlive = m_isAlive](const Result<redis::Reply>& reply) {
            if (*isAlive && !m_sweep)
                onNames(reply);
        });
}

void MasterWatch::onNames(const Result<redis::Reply>& reply)
{
    if (!reply && redis::isTooLarge(reply.error()))
        m_healCount = std::max<std::size_t>(m_healCount / 2, 1);
    if (!reply || reply->elements.size() != 2)
        return;
    std::vector<std::string> unknown;
    const std::span<const redis::Reply> names = reply->elements[1].elements;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i % Board::kMostExpected == 0)
            m_access.board.expect(names.subspan(i));
        if (!redis::isTooLarge(names[i]) && !m_access.board.markSeen(m_access.index, names[i].text))
            unknown.push_back(names[i].text);
    }
    m_healCursor = reply->elements[0].text;
    const std::size_t patterns = std::max<std::size_t>(m_options.sweep.patterns.size(), 1);
    if (m_healCursor == "0" && ++m_healPattern == patterns) {
        m_healPattern = 0;
        auto missing = m_access.board.takeNotSeen(m_access.index);
        std::ranges::move(missing, std::back_inserter(unknown));
    }
    addOldest(names, unknown);
    touch(std::move(unknown));
}

/// Finds changes that were not reported by reading again: of these names, those with the oldest
/// readings first.
void MasterWatch::addOldest(std::span<const redis::Reply> names, std::vector<std::string>& keys)
{
    const SteadyTime now = m_access.clock.now();
    m_rereadBudget.earn(now);
    if (m_access.transport.status().latency.value_or(kSlow) >= kSlow)
        return;
    struct Old {
        Board::LastRead read;
        const std::string* key;
    };
    std::vector<Old> old;
    for (const redis::Reply& name : names) {
        const auto read = m_access.board.lastRead(m_access.index, name.text);
        if (read && read->at + m_options.resweepInterval <= now)
            old.push_back({*read, &name.text});
    }
    std::ranges::sort(old, {}, [](const Old& one) { return one.read.at; });
    for (const Old& one : old) {
        if (!m_rereadBudget.spend(one.read.commands))
            return;
        keys.push_back(*one.key);
    }
}

MasterStatus MasterWatch::status() const
{
    MasterStatus status;
    status.link = m_access.transport.status();
    status.isSweepComplete = m_isWhole;
    status.sweepError = m_sweepError;
    status.isSweeping = m_sweep != nullptr;
    status.keysRead = m_sweep ? m_sweep->keysRead() : m_keysRead;
    status.isPushed = isFeedLive();
    status.pushError = m_feed ? m_feed->error() : m_options.noPush;
    status.unreadKeys = m_unread.size();
    status.readError = m_unread.error();
    status.isUnreadable = m_unread.isAll();
    return status;
}

} // namespace lockkeeper::observe
