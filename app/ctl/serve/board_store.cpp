// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/board_store.h"

#include "core/agent/board_wire.h"
#include "core/output/waits_json.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <utility>

namespace lockkeeper::ctl {

TextCache::Given TextCache::get(std::uint64_t update, const std::function<Made()>& make)
{
    const MutexLock lock(m_mutex);
    if (m_update != 0 && m_update >= update)
        return m_latest;
    std::erase_if(m_older, [](const auto& text) { return text.expired(); });
    if (m_older.size() >= kMostOlder)
        return m_latest;
    if (m_latest.text)
        m_older.emplace_back(std::exchange(m_latest.text, nullptr));
    Made made = make();
    m_update = made.update;
    m_latest = {made.event, std::make_shared<const std::string>(std::move(made.text))};
    return m_latest;
}

namespace {

constexpr std::size_t kReasonLimit = 256;
/// A window that reconnects sooner continues where it was.
constexpr std::chrono::minutes kWindowReturns{1};

std::string newRun(const Clock& clock)
{
    constexpr std::size_t kBytes = 8;
    const auto random = randomBytes(kBytes);
    // Not secret: the time will do.
    return random ? hex(*random)
                  : hex(static_cast<std::uint64_t>(sinceEpoch(clock.wallNow()).count()), 16);
}

} // namespace

BoardStore::BoardStore(config::Deployment deployment, StoreOptions options, const Clock& clock)
    : m_deployment(std::move(deployment))
    , m_options(std::move(options))
    , m_clock(clock)
    , m_run(newRun(clock))
{ }

void BoardStore::take(const observe::BoardUpdate& update)
{
    SharedText event = eventOf(update, m_events.latest() + 1);
    if (m_options.isStopped && m_options.isStopped())
        return;
    SharedText forWindows = agentUpdateOf(update, m_agentUpdates.latest() + 1);
    observe::BoardUpdate board = update;
    board.changed.clear();
    board.gone.clear();
    board.lost.clear();
    board.holds.clear();
    {
        const MutexLock lock(m_contentionMutex);
        m_contention.take(update);
    }
    const MutexLock lock(m_mutex);
    constexpr std::size_t kUnchecked = 1000;
    for (std::size_t count = 0; const observe::LockEntryPtr& entry : update.changed) {
        if (++count % kUnchecked == 0 && m_options.isStopped && m_options.isStopped())
            return;
        m_locks.erase(entry);
        m_locks.insert(entry);
    }
    for (const Resource& resource : update.gone)
        m_locks.erase(resource);
    m_board = std::move(board);
    m_failure.reset(); // it can be watched again
    ++m_update;
    if (event)
        m_events.append(std::move(event));
    if (forWindows)
        m_agentUpdates.append(std::move(forWindows));
    else
        m_agentUpdates.skip();
}

SharedText BoardStore::eventOf(const observe::BoardUpdate& update, std::uint64_t number)
{
    const InEnglish english;
    output::JsonWriter out;
    out.openObject();
    out.field("sequence", number);
    bool isNews = m_changes.write(out, update, output::OutputTime::read(), m_options.isStopped);
    const Counts counts{update.isComplete, update.possible, update.otherKeys};
    isNews = std::exchange(m_counts, counts) != counts || isNews;
    out.field("complete", update.isComplete);
    output::writeOtherKeys(out, update);
    out.closeObject();
    const SteadyTime now = m_clock.now();
    if (!isNews && now - m_lastEvent < kHeartbeat)
        return nullptr;
    m_lastEvent = now;
    // One line of ASCII JSON: no name can end the event.
    return std::make_shared<const std::string>("event: change\nid: " + m_run + "-"
        + std::to_string(number) + "\ndata: " + out.text() + "\n\n");
}

SharedText BoardStore::agentUpdateOf(const observe::BoardUpdate& update, std::uint64_t number)
{
    const SteadyTime now = m_clock.now();
    const bool areWaitsKept = std::exchange(m_agentWaits, update.waits) == update.waits;
    if (m_agentUpdates.hasListeners())
        m_lastWindow = now;
    else if (m_lastWindow == SteadyTime::min() || now - m_lastWindow > kWindowReturns)
        return nullptr;
    return std::make_shared<const std::string>(agent::writeUpdate(
        {.number = number, .areWaitsKept = areWaitsKept, .sent = now, .update = update}));
}

SharedText BoardStore::agentHello() const
{
    return std::make_shared<const std::string>(
        agent::writeHello(agent::Hello::of(m_deployment, m_run, m_clock.now())));
}

void BoardStore::fail(const Error& why)
{
    const MutexLock lock(m_mutex);
    m_failure = why;
    ++m_update;
    m_agentUpdates.skip();
}

std::optional<Error> BoardStore::failure() const
{
    const MutexLock lock(m_mutex);
    return m_failure;
}

std::size_t BoardStore::lockCount() const
{
    const MutexLock lock(m_mutex);
    return m_locks.size();
}

Health BoardStore::health() const
{
    const InEnglish english;
    if (const auto why = failure())
        return {false, words::errorText(*why)};
    observe::BoardUpdate board;
    bool isBegun = false;
    {
        const MutexLock lock(m_mutex);
        board = m_board;
        isBegun = m_update != 0;
    }
    if (!isBegun)
        return {false, "nothing was read yet"};
    const auto age
        = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - board.asOf);
    if (age > m_options.staleAfter)
        return {false, "the data are " + words::durationText(age) + " old"};
    const std::vector<Error> failures = words::unreadMasterErrors(board);
    const std::size_t answered = board.masters.size() - failures.size();
    if (answered >= m_deployment.quorum())
        return {true, "ok"};
    return {false,
        "no quorum: " + std::to_string(answered) + " of " + std::to_string(board.masters.size())
            + " masters could be read, " + std::to_string(m_deployment.quorum()) + " are needed ("
            + displaySafe(failures.front().master.value()) + ": "
            + displaySafe(failures.front().text, kReasonLimit) + ")"};
}

BoardText BoardStore::board()
{
    return latest(m_boardText, [&] { return makeBoard(); });
}

BoardText BoardStore::agentBoard()
{
    return latest(m_agentText, [&] { return makeAgentBoard(); });
}

BoardText BoardStore::latest(TextCache& cache, const std::function<TextCache::Made()>& make) const
{
    const std::uint64_t update = latestUpdate();
    return update == 0 ? BoardText{} : cache.get(update, make);
}

std::uint64_t BoardStore::latestUpdate() const
{
    const MutexLock lock(m_mutex);
    return m_update;
}

BoardStore::Picture BoardStore::picture() const
{
    const MutexLock lock(m_mutex);
    return {m_board, {m_locks.begin(), m_locks.end()}, m_update, m_events.latest()};
}

MetricsSource BoardStore::metricsSource() const
{
    Picture seen = picture();
    const auto asOf = output::OutputTime::read().unixTime(seen.board.asOf);
    const bool isWatched = !failure();
    const MutexLock lock(m_contentionMutex);
    auto kinds = m_contention.kinds();
    for (auto& [kind, counts] : kinds) {
        if (m_kindsTold.insert(kind).second)
            counts = {};
    }
    return {.deployment = m_deployment.name,
        .isWatched = isWatched,
        .quorum = m_deployment.quorum(),
        .hasNoAnswer
        = !isWatched || words::unreadMasterErrors(seen.board).size() == seen.board.masters.size(),
        .board = std::move(seen.board),
        .locks = std::move(seen.locks),
        .asOf = WallTime(std::chrono::milliseconds(asOf)),
        .contention = std::move(kinds),
        .hook = m_options.hookCounts ? m_options.hookCounts() : std::nullopt};
}

SharedText MetricsTexts::get(MetricsFormat format)
{
    std::uint64_t updates = 0;
    for (const BoardStore* store : m_stores)
        updates += store->latestUpdate();
    if (updates == 0)
        return nullptr;
    TextCache& cache = format == MetricsFormat::OpenMetrics ? m_openMetricsText : m_prometheusText;
    const auto make = [&]() -> TextCache::Made {
        std::vector<MetricsSource> sources;
        for (const BoardStore* store : m_stores) {
            if (store->latestUpdate() != 0)
                sources.push_back(store->metricsSource());
        }
        return {updates, 0, metricsText(sources, m_isPerLock, format)};
    };
    return cache.get(updates, make).text;
}

TextCache::Made BoardStore::makeBoard()
{
    const InEnglish english;
    const Picture seen = picture();
    const output::OutputTime present = output::OutputTime::read();
    TextCache::Made made{seen.update, seen.event, {}};
    // A growing text would leave holes in each thread's heap.
    made.text.reserve(m_textSize + m_textSize / 8);
    output::JsonWriter out;
    const output::TextSink sink = [&](std::string_view piece) { made.text.append(piece); };
    out.openObject();
    out.field("sequence", seen.event);
    out.field("time_unix_ms", present.unixTime(seen.board.asOf));
    output::writeBoardFields(out, m_deployment, seen.board, seen.locks, present, sink);
    output::writeWaits(out, *seen.board.waits);
    out.closeObject();
    out.flushTo(sink);
    made.text += '\n';
    m_textSize = made.text.size();
    return made;
}

TextCache::Made BoardStore::makeAgentBoard() const
{
    Picture seen = picture();
    seen.board.changed = std::move(seen.locks);
    return {seen.update, seen.update,
        agent::writeUpdate({.number = seen.update,
            .isWhole = true,
            .sent = m_clock.now(),
            .update = std::move(seen.board)})};
}

} // namespace lockkeeper::ctl
