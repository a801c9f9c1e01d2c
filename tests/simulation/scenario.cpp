// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/scenario.h"

#include <array>

namespace lockkeeper::simulation {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, kFaults> kNames{"request lost", "reply lost", "delayed",
    "duplicated", "broken", "half-open", "partition", "master stopped", "master killed",
    "master refuses", "scripts flushed", "foreign key", "client stopped", "client killed",
    "machine suspended", "wall clock jump", "lock revoked", "lock freed", "amnesia", "promotion",
    "server clock step", "server clock drift"};

using config::RestartQuarantine;

/// The stream of random numbers of what was added later, so that older seeds are the same runs.
constexpr std::uint64_t kQuarantine = 600;

std::size_t indexOf(Fault fault)
{
    return static_cast<std::size_t>(fault);
}

/// A third of the runs has one of the faults that exclusion does not survive.
std::optional<Fault> unsafeFault(Random& random)
{
    if (!random.isOneIn(3))
        return std::nullopt;
    return static_cast<Fault>(
        random.between(static_cast<std::int64_t>(kFirstUnsafeFault), std::int64_t{kFaults} - 1));
}

/// The fault without which this bug does no harm; nullopt: there is no special one.
std::optional<Fault> faultFor(Bug bug)
{
    switch (bug) {
    case Bug::AmnesiaIgnored:
    case Bug::QuarantineTooShort:
        return Fault::Amnesia;
    case Bug::FailoverUnnoticed:
        return Fault::Promotion;
    default:
        return std::nullopt;
    }
}

bool isForgetful(Fault fault)
{
    return fault == Fault::Amnesia || fault == Fault::Promotion;
}

/// One that makes the run exclusive, or Off. Auto needs other masters that are a quorum, and does
/// not promise anything when another server takes the place of a master.
RestartQuarantine chooseQuarantine(const Scenario& scenario, Fault fault)
{
    Random random = scenario.stream(kQuarantine);
    if (scenario.bug == Bug::None && random.isOneIn(4))
        return RestartQuarantine::Off;
    const bool mayBeAuto = scenario.masters >= 3 && fault == Fault::Amnesia;
    return mayBeAuto && !random.isOneIn(3) ? RestartQuarantine::Auto : RestartQuarantine::Always;
}

void addUnsafe(Scenario& scenario, Fault fault)
{
    scenario.faults.set(indexOf(fault));
    scenario.keepsLocks = false;
    scenario.keepsCounters = !isForgetful(fault);
    if (isForgetful(fault))
        scenario.quarantine = chooseQuarantine(scenario, fault);
    // A new client can't know that another server has taken the place of a master.
    if (fault == Fault::Promotion && scenario.quarantine != RestartQuarantine::Off)
        scenario.faults.reset(indexOf(Fault::ClientKilled));
    scenario.isExclusive = scenario.quarantine != RestartQuarantine::Off;
}

void chooseFaults(Scenario& scenario, Random& random)
{
    const std::int64_t one = random.between(1, 4);
    for (std::size_t i = 0; i < indexOf(kFirstUnsafeFault); ++i)
        scenario.faults[i] = random.isOneIn(one);
    constexpr std::array<std::int64_t, 5> kRates{30, 100, 300, 1000, 3000};
    scenario.commandsPerFault = kRates[random.index(kRates.size())];
    const auto unsafe = unsafeFault(random);
    if (const auto wanted = faultFor(scenario.bug))
        addUnsafe(scenario, *wanted);
    else if (unsafe)
        addUnsafe(scenario, *unsafe);
    if (scenario.bug == Bug::WallClock)
        scenario.faults.set(indexOf(Fault::WallClockJump));
}

void chooseHabits(Scenario& scenario, Random& random)
{
    Habits& habits = scenario.habits;
    habits.resources = 1 + random.index(random.isOneIn(2) ? 2 : 8);
    habits.isFenced = random.isOneIn(3);
    habits.timeout = std::chrono::milliseconds(random.between(10, 60));
    habits.givenUpAfter = std::chrono::milliseconds(random.between(50, 800));
    habits.longestTtl = std::chrono::milliseconds(random.isOneIn(3) ? 200 : 600);
    // Long holders see the more of the faults, quick ones more of each other.
    constexpr std::array<int, 4> kSteps{1, 1, 3, 12};
    habits.mostSteps = kSteps[random.index(kSteps.size())];
    habits.longestPause = std::chrono::milliseconds(random.isOneIn(2) ? 3 : 20);
    habits.mostPlaces = static_cast<int>(random.between(1, 4));
    // Only long TTLs show a quarantine that is too short by less than a second.
    if (!random.isOneIn(8) && scenario.bug != Bug::QuarantineTooShort)
        return;
    habits.slowness = 30;
    habits.longestTtl *= 4L * habits.slowness;
    habits.longestPause *= habits.slowness;
    habits.givenUpAfter *= 10;
}

void planEvents(Scenario& scenario, Random& random)
{
    std::vector<Fault> kinds;
    for (std::size_t i = indexOf(kFirstTimedFault); i < kFaults; ++i) {
        const auto fault = static_cast<Fault>(i);
        if (scenario.faults[i] && fault != Fault::ServerClockDrift)
            kinds.push_back(fault);
    }
    if (kinds.empty())
        return;
    const TrueTime pause = random.between(10ms, 300ms) * scenario.habits.slowness;
    for (TrueTime at = 1ms; at < scenario.faultsEnd(); at += random.between(1ms, 2 * pause))
        scenario.events.push_back({at, kinds[random.index(kinds.size())], random.number()});
}

/// With Auto, masters may restart one at a time: each after the quarantine of the one before.
void spaceRestarts(Scenario& scenario)
{
    if (scenario.quarantine != RestartQuarantine::Auto)
        return;
    // The longest that a master is down, and what the whole seconds of its uptime leave open.
    const TrueTime apart
        = scenario.habits.longestTtl * 102 / 100 + 700ms * scenario.habits.slowness + 2100ms;
    std::optional<TrueTime> last;
    std::erase_if(scenario.events, [&](const FaultEvent& event) {
        if (event.fault != Fault::MasterKilled && event.fault != Fault::Amnesia)
            return false;
        if (last && event.at < *last + apart)
            return true;
        last = event.at;
        return false;
    });
}

/// Leaves out what a shrunk run does not need.
void cut(Scenario& scenario, const Setup& setup)
{
    scenario.faults &= ~setup.without;
    std::vector<FaultEvent> events;
    for (std::size_t i = 0; i < scenario.events.size(); ++i) {
        if (!setup.skipped.contains(i) && scenario.has(scenario.events[i].fault))
            events.push_back(scenario.events[i]);
    }
    scenario.events = std::move(events);
    scenario.clients = std::min(scenario.clients, setup.mostClients);
    scenario.habits.mostPlaces = std::min(scenario.habits.mostPlaces, setup.mostPlaces);
}

} // namespace

std::string_view nameOf(Fault fault) noexcept
{
    return kNames[indexOf(fault)];
}

Scenario Scenario::of(std::uint64_t seed, const Setup& setup)
{
    Scenario scenario;
    scenario.seed = seed;
    scenario.bug = setup.bug;
    Random random(seed);
    constexpr std::array<std::size_t, 7> kMasters{1, 1, 2, 3, 3, 3, 5};
    scenario.masters = kMasters[random.index(kMasters.size())];
    if (setup.bug == Bug::QuorumOfHalf)
        scenario.masters = 4;
    // Then each lock that a master has forgotten is free.
    if (setup.bug == Bug::FailoverUnnoticed || setup.bug == Bug::QuarantineTooShort)
        scenario.masters = 1;
    scenario.clients = 2 + random.index(3);
    chooseHabits(scenario, random);
    chooseFaults(scenario, random);
    planEvents(scenario, random);
    spaceRestarts(scenario);
    cut(scenario, setup);
    return scenario;
}

} // namespace lockkeeper::simulation
