// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/master_watch.h"

#include "core/observe/reading/read_refusal.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSignInterval{500};
/// Busy by a script, or loading: it soon ends.
constexpr milliseconds kRetryBusy{1000};
constexpr milliseconds kSignTimeout{1000};
/// Comparing names is most of a quiet watcher's work.
constexpr std::size_t kSlowerNames = 2;
/// After a longer uptime, releases went unseen.
constexpr milliseconds kReconnected{30'000};
constexpr milliseconds kChosen{180'000};

/// Fails unseen keys of silent parts; returns the others. Such a master votes alone, so no board
/// key is free on it.
std::vector<std::string> failUnreachableKeys(const MasterWatch::Access& master)
{
    std::vector<std::string> others;
    for (std::string& key : master.board.takeNotSeen(master.index)) {
        if (const auto outage = master.transport.outageOf(key))
            master.board.fail(master.index, key, *outage);
        else
            others.push_back(std::move(key));
    }
    return others;
}

} // namespace

MasterWatch::MasterWatch(Access access, MasterWatchOptions options, KeyReader::Queues queues,
    std::function<void()> onRead)
    : m_access(access)
    , m_options(std::move(options))
    , m_records(access.board, access.index)
    , m_lockOf(std::move(queues.lockOf))
    , m_reader(access.transport, access.clock, m_options.sweep.timeout,
          {.of = [this, of = std::move(queues.of)](
                     const KeyReading& reading) -> std::optional<WaitQueue> {
               const bool isAsked = reading.type != ValueType::None || m_queued.has(reading.key);
               return of && isAsked ? of(reading) : std::nullopt;
           },
              .lockOf = [this](std::string_view list) { return queuedLock(list); }})
    , m_onRead(std::move(onRead))
    , m_schedule(m_options.interval)
    , m_filter(access.board, access.index)
    , m_notes({access.transport, access.clock, access.notes, access.index, [this] { m_onRead(); },
                  [this](std::size_t commands) {
                      m_sweep ? m_sweep->spend(commands) : m_touched.spend(commands);
                  }},
          {.timeout = m_options.sweep.timeout, .retryRefused = m_options.retryRefused})
    , m_touched(
          access.board, access.index, {m_options.sweep.patterns, m_options.sweep.commandsPerSecond})
    , m_names({access.transport, access.clock, access.board, access.index},
          {.patterns = m_options.sweep.patterns,
              .scanCount = m_options.sweep.scanCount / kSlowerNames,
              .commandsPerSecond = m_options.sweep.commandsPerSecond,
              .rereadAfter = m_options.resweepInterval},
          [this](std::vector<std::string> keys) {
              // Such a queue is read as its lock.
              std::erase_if(keys, [this](const std::string& key) {
                  const auto lock = m_lockOf ? m_lockOf(key) : std::nullopt;
                  return lock && m_access.board.find(*lock);
              });
              touch(std::move(keys));
          })
    , m_role(
          access.transport, std::min(m_options.sweep.timeout, kSignTimeout), [this] { refresh(); })
    , m_feed(access.clock, m_options.noPush,
          {.onTouched = [this](std::vector<std::string> keys) { onPushed(std::move(keys)); },
              .onGap = [this] { onGap(); },
              .onFlushed = [this] { onFlushed(); }})
{
    m_reader.use(m_records);
}

void MasterWatch::listen(const PushFeed::Connect& connect)
{
    std::vector<std::string> prefixes = m_options.queuePrefixes;
    prefixes.emplace_back(kNoteKeysBegin);
    m_feed.listen(connect,
        {.master = m_access.transport.master(),
            .user = m_options.user,
            .timeout = m_options.sweep.timeout,
            .patterns = m_options.sweep.patterns,
            .morePrefixes = std::move(prefixes)});
}

void MasterWatch::tick()
{
    const redis::LinkStatus link = m_access.transport.status();
    noteServer(link);
    const bool isUp = link.isUp();
    followLink(link);
    followFeed(isUp);
    if (!isUp)
        return;
    const SteadyTime now = m_access.clock.now();
    m_feed.tick();
    if (m_flush && m_flush->readAt && m_feed.toldUntil() >= m_flush->readAt
        && m_flush->isReadAgain())
        endFlushCheck();
    m_touched.tick(now);
    readTouched();
    readTouchedNotes();
    if (now >= m_nextRetry)
        retryRefused();
    m_role.tick(now);
    if (m_sweep)
        return;
    const bool isOutgrown = m_schedule.isOutgrown(m_access.board.keys().size());
    if (m_state.isWhole() && (isOutgrown || m_schedule.isOverdue(m_names.scans())))
        refresh();
    if (isSweepDue())
        startSweep();
    else if (now >= m_nextSign)
        requestSign();
}

void MasterWatch::noteServer(const redis::LinkStatus& link)
{
    CastVotes& votes = m_access.board.votes();
    auto restartedAt = link.restartedAt;
    // The link reports another server at a group's old address as a failover.
    if (link.address) {
        if (link.runId && std::exchange(m_serverRun, *link.runId) != *link.runId
            && std::exchange(m_serverPlace, *link.address) == *link.address)
            m_restartedAt = link.loggedInAt;
        restartedAt = m_restartedAt;
    }
    votes.noteRestart(m_access.index, restartedAt, link.uptime > kReconnected);
    const auto movedAt = link.move ? std::optional(link.move->at) : std::nullopt;
    const SteadyTime heardAt = m_known.freshness(false).until;
    votes.noteFailover(m_access.index, movedAt, movedAt && heardAt < *movedAt - kChosen);
}

void MasterWatch::followFeed(bool isUp)
{
    const SteadyTime since = m_state.isWhole() ? SteadyTime::min() : m_schedule.startedAt();
    if (isUp && m_sweep && !m_state.isWhole())
        m_known.note(since, m_access.clock.now());
    // Until a due sweep ends, reports may be missing.
    if (!isUp || !m_feed.isLive() || m_sweep || m_schedule.isPlanned())
        return m_access.board.setPushed(m_access.index, std::nullopt);
    if (m_touched.size() == 0 && m_readsUnderWay == 0)
        m_toldUntil = *m_feed.toldUntil();
    m_access.board.setPushed(m_access.index, m_toldUntil);
    m_known.note(since, m_toldUntil);
    settleLosses();
    settleVanished();
}

/// A command would have been reported by now, so SWAPDB or the like took the key.
void MasterWatch::settleVanished()
{
    std::vector<std::pair<std::string, SteadyTime>> due;
    std::erase_if(m_vanished, [&](const auto& one) {
        const auto& [key, at] = one;
        if (at > m_toldUntil)
            return false;
        if (m_touched.isReported(key) || m_access.board.votes().isReported(m_access.index, key))
            return true;
        const LockEntryPtr entry = m_access.board.find(key);
        if (entry && entry->votes.cell(m_access.index).readAt <= at
            && m_access.board.endsEarly(m_access.index, key, m_reportsSince, at))
            due.emplace_back(one);
        return true;
    });
    if (due.empty())
        return;
    m_access.board.votes().noteVanished(m_access.index, m_access.clock.now(), [&] {
        for (const auto& [key, at] : due)
            m_access.board.read(m_access.index, {.key = key, .readAt = at});
    });
    m_access.board.settleLosses(m_access.index);
    m_onRead();
}

bool MasterWatch::isUnexplained(const KeyReading& reading) const
{
    const CastVotes& votes = m_access.board.votes();
    return reading.type == ValueType::None && !reading.queue && m_feed.isLive()
        && !votes.isLossExpected(m_access.index) && !votes.isReported(m_access.index, reading.key)
        && m_access.board.endsEarly(m_access.index, reading.key, m_reportsSince, reading.readAt);
}

/// Reports may come late: a seen name may have been lost and written again.
void MasterWatch::settleLosses()
{
    if (!m_sweptAt || m_toldUntil < *m_sweptAt)
        return;
    m_sweptAt.reset();
    m_access.board.settleLosses(m_access.index);
}

bool MasterWatch::followLink(const redis::LinkStatus& link)
{
    using Event = WatchState::Event;
    bool isNews = false;
    for (auto event = m_state.eventOf(link); event != Event::None; event = m_state.eventOf(link)) {
        isNews = true;
        if (event == Event::Login)
            onLogin();
        else if (event == Event::Outage)
            onOutage(link.outage);
        else
            onLoss(link.error.value_or(Error{ErrorClass::Unreachable,
                trNoop("not connected", "data"), m_access.transport.master()}));
    }
    return isNews;
}

void MasterWatch::onLogin()
{
    m_state.login(m_access.clock.now());
    m_role.forget();
    m_known.login();
    m_sweep.reset();
    m_sweptAt.reset();
    m_flush.reset();
    m_vanished.clear();
    m_names.cancel();
    m_access.board.invalidate(m_access.index);
    refresh();
}

void MasterWatch::onLoss(const Error& error)
{
    m_state.lose();
    m_notes.onLoss();
    m_sweep.reset();
    m_touched.clear();
    m_vanished.clear();
    m_flush.reset();
    m_unread.clear();
    fail(error, false);
    m_onRead();
}

/// A master that lets no sweep end could fill the board with invented names.
void MasterWatch::fail(const Error& error, bool isEndless)
{
    if (!isEndless && !m_schedule.isOutgrown(m_access.board.keys().size()))
        return m_access.board.failMaster(m_access.index, error);
    const std::size_t gone = m_access.board.disbelieveMaster(m_access.index, error);
    m_schedule.noteKept(m_access.board.keys().size() - gone);
    m_unread.clear();
}

void MasterWatch::onOutage(const std::optional<Error>& outage)
{
    m_state.setOutage(outage);
    m_sweep.reset();
    m_flush.reset();
    m_access.board.beginSweep(m_access.index);
    (void)failUnreachableKeys(m_access);
    m_access.board.invalidate(m_access.index);
    refresh();
    m_onRead();
}

std::optional<std::string> MasterWatch::queuedLock(std::string_view list)
{
    auto lock = m_lockOf ? m_lockOf(list) : std::nullopt;
    if (lock)
        m_queued.note(*lock);
    return lock;
}

void MasterWatch::onPushed(std::vector<std::string> keys)
{
    if (!m_state.isUp())
        return;
    m_notes.takeTouched(keys);
    for (std::string& key : keys) {
        if (auto lock = queuedLock(key))
            key = std::move(*lock);
        if (m_flush && m_access.board.find(key))
            m_flush->reported.insert(key);
    }
    m_feed.noteOthers(m_touched.addPushed(std::move(keys)));
    if (m_touched.isFull())
        m_feed.noteFlood();
    readTouched();
    readTouchedNotes();
}

bool MasterWatch::isSweepDue() const
{
    return m_schedule.isDue(m_access.clock.now())
        && (m_state.isWhole() || m_feed.isSettled(m_state.upSince()));
}

void MasterWatch::onGap()
{
    m_reportsSince = m_access.clock.now();
    m_vanished.clear();
    if (m_flush)
        endFlushCheck();
    refresh();
}

/// Servers report a flush of any database; a remaining lock shows that it was another.
void MasterWatch::onFlushed()
{
    constexpr std::size_t kFew = 16;
    if (m_flush) {
        m_flush->isAgain = true;
        return;
    }
    const SteadyTime now = m_access.clock.now();
    std::vector<std::string> stored = m_access.board.someStored(m_access.index, kFew);
    if (stored.empty() || !m_state.isUp())
        return compareNames(now);
    m_flush.emplace(FlushCheck{.at = now, .earlier = m_touched.reported()});
    startReading(
        std::move(stored),
        [this] {
            if (!m_flush)
                return;
            m_flush->readAt = m_access.clock.now();
            m_feed.check();
            if (m_flush->isSomeKept)
                endFlushCheck();
        },
        [this](const KeyReading& found) {
            if (m_flush && m_access.board.isAsBefore(m_access.index, found))
                m_flush->isSomeKept = true;
        });
}

bool MasterWatch::FlushCheck::isReadAgain() const
{
    return std::ranges::all_of(readings, [this](const KeyReading& reading) {
        return reading.type != ValueType::None || !reported.contains(reading.key)
            || again.contains(reading.key);
    });
}

/// A flush reports no keys, commands do.
bool MasterWatch::isOfAnother(const FlushCheck& check) const
{
    bool areSomeDeleted = false;
    for (const KeyReading& reading : check.readings) {
        if (reading.type != ValueType::None
            || !m_access.board.endsEarly(
                m_access.index, reading.key, SteadyTime::min(), reading.readAt))
            continue;
        if (check.earlier.contains(reading.key))
            continue; // it may have been deleted, or renewed
        if (!check.reported.contains(reading.key))
            return check.isSomeKept;
        // Its next holder may have written it again.
        const auto again = check.again.find(reading.key);
        areSomeDeleted = areSomeDeleted || (again != check.again.end() && !again->second);
    }
    return check.isSomeKept || areSomeDeleted;
}

void MasterWatch::endFlushCheck()
{
    FlushCheck check = std::move(*m_flush);
    m_flush.reset();
    if (!isOfAnother(check))
        compareNames(check.at);
    for (KeyReading& reading : check.readings)
        take(reading, nullptr);
    touch(std::move(check.unread), true);
    if (check.afterwards)
        check.afterwards();
    if (check.isAgain)
        onFlushed();
}

void MasterWatch::compareNames(SteadyTime flushedAt)
{
    m_access.board.votes().noteFlush(m_access.index, flushedAt);
    m_filter.wantNames();
    m_schedule.request();
}

void MasterWatch::refresh()
{
    m_filter.wantAll();
    m_schedule.request();
}

void MasterWatch::startSweep()
{
    m_role.look();
    m_schedule.start(m_access.clock.now());
    m_names.cancel();
    if (m_schedule.isOverdue(m_names.scans()))
        m_names.startOver();
    m_isNameCheckNext = true;
    m_access.board.beginSweep(m_access.index);
    m_unread.beginSweep();
    m_sweep = std::make_unique<MasterSweep>(
        MasterSweep::Access{m_access.transport, m_reader, m_access.clock, m_access.loop},
        m_options.sweep);
    m_notes.readAll();
    m_sweep->start([this](KeyReading& reading, const Error* error) { take(reading, error, true); },
        [this](const std::optional<Error>& error) { endSweep(error); },
        m_filter.next(m_state.isWhole() && m_unread.isEmpty()));
}

void MasterWatch::endSweep(const std::optional<Error>& error)
{
    if (m_flush) {
        m_flush->afterwards = [this, error] { endSweep(error); };
        return;
    }
    m_keysRead = m_sweep->keysRead();
    const std::shared_ptr<MasterSweep> sweep = std::move(m_sweep);
    m_access.loop.post([sweep] {}); // it is still on the stack
    if (error)
        onSweepFailed(*error, sweep->isEndless());
    else if (!followLink(m_access.transport.status())) // a silent part was left out
        onSweepFinished(*sweep);
    m_onRead();
}

void MasterWatch::onSweepFailed(const Error& error, bool isEndless)
{
    m_sweepError = explainRefusal(error, {m_options.user, {}, m_options.sweep.patterns});
    m_schedule.repeat(
        m_access.clock.now(), isEndless ? m_options.retryRefused : milliseconds::zero());
    if (!isAnswered(error.kind))
        return;
    fail(*m_sweepError, isEndless);
    // Only reading mends failed votes.
    if (!isEndless)
        m_filter.wantAll();
}

/// Unseen keys may be in a silent part.
void MasterWatch::onSweepFinished(const MasterSweep& sweep)
{
    m_unread.endSweep();
    m_schedule.noteSwept(m_access.board.keys().size(), sweep.scans());
    if (!m_feed.isLive())
        m_schedule.repeat(m_access.clock.now());
    m_state.finishSweep();
    m_sweepError = m_state.outage();
    const SteadyTime start = m_schedule.startedAt();
    m_known.note(m_state.isWhole() ? SteadyTime::min() : start, start,
        m_feed.isLive() ? SteadyTime::duration() : 2 * m_schedule.period(m_access.clock.now()));
    if (m_state.isWhole()) {
        const bool isLive = m_feed.isLive();
        auto unexplained = m_access.board.endSweep(
            m_access.index, !isLive, isLive ? m_reportsSince : SteadyTime::max());
        if (isLive)
            m_sweptAt = m_access.clock.now();
        for (std::string& key : unexplained)
            m_vanished.try_emplace(std::move(key), m_access.clock.now());
        return m_feed.check();
    }
    touch(failUnreachableKeys(m_access));
    m_access.board.invalidate(m_access.index);
}

void MasterWatch::touch(std::vector<std::string> keys, bool areReported)
{
    if (!m_state.isUp())
        return;
    m_touched.add(std::move(keys), areReported);
    readTouched();
}

void MasterWatch::readTouched()
{
    if (m_touched.size() == 0 || m_readsUnderWay > 0)
        return;
    const SteadyTime now = m_access.clock.now();
    TouchedKeys::Batch batch = m_touched.take(now, m_sweep ? 0.5 : 1);
    if (batch.keys.empty())
        return;
    if (m_sweep)
        m_sweep->spend(batch.commands);
    m_access.board.votes().setReported(m_access.index, std::move(batch.reported));
    const auto told = m_touched.size() == 0 ? m_feed.toldUntil() : std::nullopt;
    const auto done = [this, count = batch.keys.size(), now, told] {
        m_touched.noteRead(count, m_access.clock.now() - now);
        m_access.board.votes().setReported(m_access.index, {});
        m_toldUntil = std::max(m_toldUntil, told.value_or(m_toldUntil));
    };
    startReading(std::move(batch.keys), done);
}

void MasterWatch::readTouchedNotes()
{
    m_notes.readTouched([this](std::size_t commands) {
        const bool mayRead = m_touched.trySpend(m_access.clock.now(), m_sweep ? 0.5 : 1, commands);
        if (mayRead && m_sweep)
            m_sweep->spend(commands);
        return mayRead;
    });
}

void MasterWatch::read(std::vector<std::string> keys, std::function<void()> done)
{
    if (keys.empty() || !m_state.isUp())
        return done ? done() : void();
    startReading(std::move(keys), std::move(done));
}

void MasterWatch::startReading(std::vector<std::string> keys, std::function<void()> done,
    std::function<void(const KeyReading&)> onFound)
{
    ++m_readsUnderWay;
    m_reader.read(
        std::move(keys),
        [this, onFound = std::move(onFound)](KeyReading& found, const Error* error) {
            if (onFound && error == nullptr)
                onFound(found);
            take(found, error);
        },
        m_lifetime.guard([this, done = std::move(done)] {
            --m_readsUnderWay;
            if (done)
                done();
            m_onRead();
            readTouched();
        }));
}

void MasterWatch::take(KeyReading& reading, const Error* error, bool isListed)
{
    if (error == nullptr && m_flush) {
        if (m_access.board.votes().isReported(m_access.index, reading.key)) {
            if (m_flush->reported.contains(reading.key))
                m_flush->again[reading.key] = reading.type != ValueType::None;
            m_flush->unread.push_back(std::move(reading.key));
        } else {
            m_flush->readings.push_back(std::move(reading));
        }
        return;
    }
    if (error == nullptr) {
        m_unread.pass(reading.key, reading.type != ValueType::None);
        m_queued.note(reading);
        if (m_options.onReading)
            m_options.onReading(reading);
        if (isUnexplained(reading)) {
            if (m_vanished.empty())
                m_feed.check();
            m_vanished.try_emplace(std::move(reading.key), reading.readAt);
            return;
        }
        return m_access.board.read(m_access.index, reading);
    }
    // The link may recover before it reports a failure.
    if (!isAnswered(error->kind)) {
        if (const auto outage = m_access.transport.outageOf(reading.key))
            return m_access.board.fail(m_access.index, reading.key, *outage);
        const bool isReported = m_access.board.votes().isReported(m_access.index, reading.key);
        return m_touched.addUnanswered(std::move(reading.key), isReported);
    }
    const Error explained
        = explainRefusal(*error, {m_options.user, reading.key, m_options.sweep.patterns});
    const bool isThere
        = isListed || error->kind != ErrorClass::NoPermission || isCommandRefused(*error);
    m_unread.fail(reading.key, explained, isThere);
    m_access.board.fail(m_access.index, reading.key, explained);
    if (error->kind == ErrorClass::Busy || error->kind == ErrorClass::Loading)
        m_nextRetry = std::min(m_nextRetry, m_access.clock.now() + kRetryBusy);
}

/// One unread key shows whether a sweep would read more.
void MasterWatch::retryRefused()
{
    m_nextRetry = m_access.clock.now() + m_options.retryRefused;
    m_reader.forgetRefusals();
    m_feed.tryAgain();
    if (m_sweep || m_unread.isEmpty())
        return;
    read({m_unread.sample()}, [this, sample = m_unread.sample()] {
        if (!m_unread.contains(sample))
            refresh();
    });
}

void MasterWatch::requestSign()
{
    m_nextSign = m_access.clock.now() + kSignInterval;
    const milliseconds timeout = std::min(m_options.sweep.timeout, kSignTimeout);
    const bool areNamesUnseen = m_feed.isLive() && m_state.isWhole();
    if (areNamesUnseen && std::exchange(m_isNameCheckNext, !m_isNameCheckNext))
        return m_names.next(timeout);
    const auto answered = m_access.transport.status().lastReply;
    if (answered && *answered > m_access.clock.now() - kSignInterval)
        return;
    m_access.transport.send({"PING"}, timeout, [](const Result<redis::Reply>&) {});
}

MasterStatus MasterWatch::status() const
{
    MasterStatus status;
    status.link = m_access.transport.status();
    status.link.commands += m_feed.commands();
    status.isSweepComplete = m_state.isWhole() && !m_sweepError;
    status.sweepError = m_sweepError;
    status.isSweeping = m_sweep != nullptr;
    status.keysRead = m_sweep ? m_sweep->keysRead() : m_keysRead;
    status.isPushed = m_feed.isLive();
    status.pushError = m_feed.error();
    status.unreadKeys = m_unread.size();
    status.readError = m_unread.error();
    status.isUnreadable = m_unread.isAll();
    status.loss = m_access.board.votes().latestLoss(m_access.index);
    status.freshness = m_known.freshness(m_state.isUp());
    return status;
}

} // namespace lockkeeper::observe
