// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/client.h"

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// The largest deviation of a clock's rate. Two clocks may differ by twice as much, which is within
/// the drift allowance of 1 %.
constexpr std::int64_t kMostPartsPerMillion = 4500;
constexpr std::int64_t kSlow = -50'000;
/// How late a call may return.
constexpr milliseconds kReturnsWithin{50};
/// For what the last round of an acquire leaves: to read who holds, or to undo.
constexpr milliseconds kLastRead{40};

/// The streams of random numbers of a client and its parts.
constexpr std::uint64_t streamOf(std::size_t client, std::size_t part)
{
    return 1000 + client * 16 + part;
}

milliseconds wholeMilliseconds(Random& random, milliseconds least, milliseconds most)
{
    return milliseconds(random.between(least.count(), most.count()));
}

LocalClock clockOf(Random random, Bug bug)
{
    const LocalClock clock = LocalClock::ofMachine(random, kMostPartsPerMillion);
    return bug == Bug::SlowClock ? clock.withRate(kSlow) : clock;
}

} // namespace

Client::Client(World& world, RequestPool& requests, std::size_t number, const Scenario& scenario,
    const Referee::Masters& masters, Referee& referee)
    : m_world(world)
    , m_scenario(scenario)
    , m_name(std::string(1, static_cast<char>('A' + number % 26)) + (number < 26 ? "" : "'"))
    , m_random(scenario.stream(streamOf(number, 0)))
    , m_referee(referee)
    , m_process(world, clockOf(scenario.stream(streamOf(number, 1)), scenario.bug),
          scenario.stream(streamOf(number, 2)), scenario.bug)
    , m_quarantine(scenario.quarantine, scenario.habits.longestTtl)
    , m_owner{"host", 1, "simulation"}
    , m_scheme(world, m_process, referee, m_name, scenario.bug)
{
    for (const auto& master : masters) {
        m_links.push_back(std::make_unique<Link>(world, requests, m_process, *master, scenario,
            scenario.stream(streamOf(number, 3 + master->index()))));
        if (scenario.bug != Bug::QuorumOfHalf || master->index() != number % masters.size())
            m_context.masters.push_back(m_links.back().get());
    }
    m_context.scheduler = &m_process;
    m_context.clock = &m_process;
    m_context.timeout = scenario.habits.timeout;
    m_context.watch = &m_watch;
    m_context.lines = &m_lines;
    if (scenario.bug != Bug::AmnesiaIgnored)
        m_context.quarantine = &m_quarantine;
    m_context.randomSeed = [this] { return static_cast<std::uint32_t>(m_random.number()); };
}

void Client::start()
{
    m_busyPlaces = static_cast<int>(m_random.between(1, m_scenario.habits.mostPlaces));
    for (int i = 0; i < m_busyPlaces; ++i)
        takeLater();
}

void Client::onChange(std::size_t master, const Master::Changes& changes)
{
    for (const auto& change : changes) {
        if (!m_watch.isAwaited(change.key) || m_random.isOneIn(20))
            continue;
        m_world.after(m_random.between(50us, 1ms), [this, master, key = change.key] {
            m_process.deliver([this, master, key] { m_watch.touch(key, master); });
        });
    }
}

void Client::takeLater()
{
    if (m_isFinishing) {
        --m_busyPlaces;
        return;
    }
    m_process.schedule(m_process.now() + m_random.between(0ms, m_scenario.habits.longestPause),
        [this] { take(); });
}

lock::Ttl Client::ttl()
{
    const milliseconds longest = m_scenario.habits.longestTtl;
    return *lock::Ttl::from(wholeMilliseconds(
        m_random, 20ms * m_scenario.habits.slowness, m_random.isOneIn(2) ? longest : longest / 5));
}

std::vector<Resource> Client::resources()
{
    std::vector<Resource> chosen;
    const std::int64_t count = m_random.isOneIn(6) ? 2 : 1;
    for (std::int64_t i = 0; i < count; ++i)
        chosen.emplace_back("r" + std::to_string(m_random.index(m_scenario.habits.resources)));
    return chosen;
}

lock::AcquireOptions Client::options()
{
    lock::AcquireOptions options{.ttl = ttl()};
    if (m_world.isCalm())
        options.wait = Scenario::kLongestWait;
    else if (!m_random.isOneIn(3))
        options.wait = wholeMilliseconds(m_random, 1ms, 400ms) * m_scenario.habits.slowness;
    options.retryDelay = wholeMilliseconds(m_random, 3ms, 80ms);
    if (!m_world.isCalm())
        chooseRareOptions(options);
    options.retryJitter = options.retryDelay / 2;
    options.isRenewed = m_random.isOneIn(2);
    options.isFenced = m_scenario.habits.isFenced;
    options.scheme = m_scheme;
    return options;
}

void Client::chooseRareOptions(lock::AcquireOptions& options)
{
    if (m_random.isOneIn(5))
        options.timeout = wholeMilliseconds(m_random, 1ms, m_scenario.habits.timeout);
    if (m_random.isOneIn(8))
        options.maxHold = wholeMilliseconds(m_random, 20ms, 300ms) * m_scenario.habits.slowness;
    if (options.wait == 0ms)
        return;
    options.retryDelay *= m_scenario.habits.slowness > 1 ? 10 : 1;
    if (m_random.isOneIn(10))
        options.tries = static_cast<unsigned>(m_random.between(1, 4));
    if (m_random.isOneIn(10)) {
        // A caller that gives up the wait.
        std::stop_source source;
        options.stop = source.get_token();
        m_process.schedule(m_process.now() + m_random.between(0ms, options.wait),
            [source]() mutable { source.request_stop(); });
    }
}

std::function<void()> Client::call(const HoldingPtr& holding, const char* what, milliseconds limit)
{
    ++m_openCalls;
    // The process measures `limit` by its own clock.
    const TrueTime drift = TrueTime(limit) * kMostPartsPerMillion / 1'000'000;
    // Not the holding: its lease keeps the handlers of extensions that wait for their turn.
    return [this, name = holding->name, what,
               due = m_process.runningTime() + limit + drift + kReturnsWithin] {
        --m_openCalls;
        if (m_process.runningTime() > due)
            m_referee.report(Promise::Bounded, name + ": " + what + " took too long");
    };
}

void Client::take()
{
    if (m_isFinishing) {
        --m_busyPlaces;
        return;
    }
    const auto holding = std::make_shared<Holding>();
    std::vector<Resource> wanted = resources();
    holding->process = &m_process;
    holding->name = m_name + "/" + std::to_string(++m_leases) + "(" + wanted.front().value()
        + (wanted.size() > 1 ? "," + wanted.back().value() + ")" : ")");
    lock::AcquireOptions how = options();
    how.onLost = [this, weak = std::weak_ptr(holding)] {
        if (const auto lost = weak.lock())
            m_referee.onLost(*lost);
    };
    m_world.tell([&] {
        return holding->name + " acquires, TTL " + std::to_string(how.ttl.value().count())
            + (how.isRenewed ? " ms, renewed, waits " : " ms, waits ")
            + std::to_string(how.wait.count()) + " ms";
    });
    strikeSoon();
    const milliseconds timeout = how.timeout.value_or(m_scenario.habits.timeout);
    auto onReturned = call(holding, "acquire",
        how.wait + timeout * (how.isFenced ? 2 : 1) + std::max(timeout, kLastRead));
    lock::acquire(m_context, m_owner, std::move(wanted), std::move(how),
        [this, holding, mustWin = m_world.isCalm(), onReturned = std::move(onReturned)](
            lock::AcquisitionResult result) {
            onReturned();
            onTaken(holding, mustWin, std::move(result));
        });
}

void Client::onTaken(const HoldingPtr& holding, bool mustWin, lock::AcquisitionResult result)
{
    if (!result)
        return m_referee.report(Promise::Liveness, holding->name + ": " + result.error().text);
    auto* const held = std::get_if<lock::HeldClaim>(&*result);
    if (held == nullptr) {
        m_world.tell([&] { return holding->name + " is not taken"; });
        if (mustWin)
            m_referee.report(Promise::Liveness,
                holding->name + " was not taken in "
                    + std::to_string(Scenario::kLongestWait.count()) + " ms, though nothing fails");
        return takeLater();
    }
    const std::string& token = held->claim.token().value();
    m_world.tell([&] { return holding->name + " is held, token " + token; });
    for (const auto& link : m_links)
        link->noteHeld(token);
    holding->honestDeadline = m_scheme.lastWin().honestDeadline;
    holding->tryStart = m_scheme.lastWin().start;
    holding->lease = std::make_shared<lock::LeaseState>(m_context, m_scheme, std::move(*held));
    holding->lease->start();
    m_referee.onHeld(holding);
    use(holding, static_cast<int>(m_random.between(0, m_scenario.habits.mostSteps)));
}

void Client::use(const HoldingPtr& holding, int steps)
{
    if (steps == 0 || m_isFinishing || (!holding->lease->isHeld() && m_random.isOneIn(2)))
        return end(holding);
    const milliseconds longest = m_world.isCalm() ? 10ms : 60ms * m_scenario.habits.slowness;
    m_process.schedule(m_process.now() + m_random.between(1ms, longest), [=, this] {
        if (!m_random.isOneIn(4))
            extend(holding);
        use(holding, m_world.isCalm() ? 0 : steps - 1);
    });
}

void Client::extend(const HoldingPtr& holding)
{
    strikeSoon();
    auto onExtended = [this, name = holding->name,
                          onReturned = call(holding, "extend", m_scenario.habits.timeout)](
                          const Result<void>& extended) {
        onReturned();
        m_world.tell([&] {
            return name
                + (extended ? " is extended" : " is not extended: " + extended.error().text);
        });
    };
    if (m_random.isOneIn(3)) {
        milliseconds additional
            = wholeMilliseconds(m_random, -200ms, 200ms) * m_scenario.habits.slowness;
        // Never for longer than the longest TTL, by which a quarantine is counted.
        if (m_scenario.quarantine != config::RestartQuarantine::Off)
            additional = -std::chrono::abs(additional);
        m_world.tell([&] {
            return holding->name + " is to be extended by " + std::to_string(additional.count())
                + " ms";
        });
        return holding->lease->extendBy(additional, std::move(onExtended));
    }
    const lock::Ttl wanted = ttl();
    m_world.tell([&] {
        return holding->name + " is to be extended to " + std::to_string(wanted.value().count())
            + " ms";
    });
    holding->lease->extend(wanted, std::move(onExtended));
}

void Client::strikeSoon()
{
    if (m_world.now() >= m_scenario.faultsEnd() || !m_random.isOneIn(20))
        return;
    const TrueTime delay = m_random.between(0us, 1ms);
    Link& link = *m_links[m_random.index(m_links.size())];
    const TrueTime duration = m_random.between(1ms, 700ms) * m_scenario.habits.slowness;
    switch (m_random.index(3)) {
    case 0:
        if (m_scenario.has(Fault::Broken))
            m_world.after(delay, [&link] { link.breakUp(); });
        break;
    case 1:
        if (m_scenario.has(Fault::HalfOpen))
            m_world.after(delay, [&link] { link.cut(); });
        break;
    default:
        if (m_scenario.has(Fault::ClientStopped))
            m_world.after(delay, [this, duration] { stopFor(duration); });
    }
}

void Client::stopFor(TrueTime duration)
{
    if (m_process.isStopped() || !m_process.isAlive())
        return;
    m_world.tell([this] { return "client " + m_name + " is stopped"; });
    m_process.stop();
    m_world.at(std::min(m_world.now() + duration, m_scenario.faultsEnd()), [this] {
        m_world.tell([this] { return "client " + m_name + " goes on"; });
        m_process.goOn();
    });
}

void Client::end(const HoldingPtr& holding)
{
    m_referee.onEnded(*holding);
    // Rarely in a slow run, where nobody else would get the lock for the rest of it.
    const bool isLeft = m_random.isOneIn(m_scenario.habits.slowness > 1 ? 200 : 15);
    if (isLeft && m_world.now() < m_scenario.faultsEnd()) {
        m_world.tell([&] { return holding->name + " is left to its TTL"; });
        holding->lease->abandon();
        return takeLater();
    }
    m_world.tell([&] { return holding->name + " is released"; });
    strikeSoon();
    // The next lock is taken meanwhile, as by a caller that does not wait for the masters.
    holding->lease->release([onReturned = call(holding, "release", m_scenario.habits.timeout)](
                                const lock::RoundResult&) { onReturned(); });
    takeLater();
}

} // namespace lockkeeper::simulation
