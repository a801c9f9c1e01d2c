// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/fact_words.h"

#include "core/observe/board/failover.h"
#include "core/text/display_safe.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <algorithm>
#include <array>

namespace lockkeeper::words {
namespace {

using observe::ServerFacts;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds kClockTolerance{1000};
constexpr std::uint64_t kFullPercent = 90;

constexpr const char* kWhyClock
    = "Times that holders write into locks are compared with our clock. TTLs are not affected.";
constexpr const char* kWhyRestarts
    = "A master that comes back without its data, or another one that takes over, may give a held "
      "lock to a second holder.";
constexpr const char* kWhyEviction
    = "A lock is a key with a TTL. If the master may remove keys when its memory is full, a held "
      "lock may be among them, and a second holder gets in.";
constexpr const char* kWhyMemory
    = "When the memory is full, the master stores no more locks, or removes some that are held.";
constexpr const char* kWhyPersistence
    = "Locks that are not on disk are gone after a crash: the master may then give a held lock to "
      "a second holder.";

std::string grantOf(const ServerFacts& facts, const char* rule)
{
    return "ACL SETUSER " + (facts.user.empty() ? "default" : displaySafe(facts.user)) + " " + rule;
}

/// Why a fact is not known. `error`: of the command that would tell.
MasterFact unknown(MasterFact fact, const ServerFacts& facts, const std::optional<Error>& error,
    const std::string& rule)
{
    fact.state = FactState::Unknown;
    fact.text = "the server does not say";
    if (!error)
        return fact;
    if (error->kind == ErrorClass::NoPermission) {
        fact.text = "not permitted: the user lacks " + rule;
        fact.cure = grantOf(facts, rule.c_str());
    } else {
        fact.text = "not known: " + displaySafe(error->text);
    }
    return fact;
}

std::string offsetText(milliseconds offset)
{
    const milliseconds size = std::chrono::abs(offset);
    return size < std::chrono::seconds(1) ? std::to_string(size.count()) + " ms"
                                          : durationText(size);
}

/// "512 MiB", "1.5 GiB".
std::string bytesText(std::uint64_t bytes)
{
    constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
    double size = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit)
        size /= 1024;
    const auto tenths = static_cast<std::uint64_t>(size * 10);
    std::string text = std::to_string(tenths / 10);
    if (tenths < 100)
        text.append(".").append(std::to_string(tenths % 10));
    return text.append(" ").append(kUnits.at(unit));
}

bool canEvict(const ServerFacts& facts)
{
    return facts.evictionPolicy && *facts.evictionPolicy != "noeviction";
}

/// Twice the limit, if the machine has at least twice as much again.
std::string largerLimit(const ServerFacts& facts)
{
    const std::uint64_t limit = *facts.memoryLimit;
    if (!facts.systemMemory || limit > *facts.systemMemory / 4)
        return {};
    return "CONFIG SET maxmemory " + std::to_string(2 * limit);
}

} // namespace

const char* factTopicName(FactTopic topic) noexcept
{
    switch (topic) {
    case FactTopic::Clock:
        return "clock";
    case FactTopic::Restarts:
        return "restarts";
    case FactTopic::Eviction:
        return "eviction";
    case FactTopic::Memory:
        return "memory";
    case FactTopic::Persistence:
        break;
    }
    return "persistence";
}

const char* factStateName(FactState state) noexcept
{
    switch (state) {
    case FactState::Fine:
        return "fine";
    case FactState::Unknown:
        return "not known";
    case FactState::Advice:
        return "advice";
    case FactState::Warning:
        break;
    }
    return "warning";
}

MasterFact clockFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Clock, .why = kWhyClock};
    if (!facts.clock)
        return unknown(std::move(fact), facts, facts.clockError, "+time");
    const milliseconds ahead = facts.clock->ahead;
    fact.state = FactState::Fine;
    if (facts.clock->certain().count() == 0) {
        fact.text = "its clock and ours agree to within "
            + offsetText(std::chrono::abs(ahead) + facts.clock->tolerance);
        return fact;
    }
    fact.text = "its clock is " + offsetText(ahead) + (ahead.count() < 0 ? " behind" : " ahead of")
        + " ours, give or take " + offsetText(facts.clock->tolerance);
    if (std::chrono::abs(facts.clock->certain()) > kClockTolerance) {
        fact.state = FactState::Warning;
        fact.text += ": times are shown wrong; set both clocks by NTP";
        fact.cure = "timedatectl set-ntp true";
    }
    return fact;
}

MasterFact evictionFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Eviction, .why = kWhyEviction};
    if (!facts.evictionPolicy || !facts.memoryLimit)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    const std::string policy = "maxmemory-policy is " + displaySafe(*facts.evictionPolicy);
    fact.state = FactState::Fine;
    if (!canEvict(facts)) {
        fact.text = policy + ": no lock is removed";
    } else if (*facts.memoryLimit == 0) {
        fact.text = policy + ", but there is no memory limit: no lock is removed";
    } else {
        fact.state = FactState::Warning;
        fact.text = policy + ": held locks may be removed when the memory is full";
        if (facts.evictedKeys.value_or(0) > 0)
            fact.text += ". Removed since its start: " + countText(*facts.evictedKeys, "key");
        fact.cure = "CONFIG SET maxmemory-policy noeviction";
    }
    return fact;
}

MasterFact memoryFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Memory, .why = kWhyMemory};
    if (!facts.usedMemory || !facts.memoryLimit)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    fact.state = FactState::Fine;
    fact.text = bytesText(*facts.usedMemory);
    if (*facts.memoryLimit == 0) {
        fact.text += " used, no limit";
        return fact;
    }
    const std::uint64_t percent = static_cast<std::uint64_t>(
        100 * static_cast<double>(*facts.usedMemory) / static_cast<double>(*facts.memoryLimit));
    fact.text
        += " of " + bytesText(*facts.memoryLimit) + " used, " + std::to_string(percent) + " %";
    if (percent >= kFullPercent) {
        fact.state = FactState::Warning;
        fact.text += canEvict(facts) ? ": soon it removes keys, held locks among them"
                                     : ": soon it refuses to store locks";
        fact.cure = largerLimit(facts);
    }
    return fact;
}

MasterFact persistenceFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Persistence, .why = kWhyPersistence};
    if (!facts.hasAppendOnlyFile)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    if (facts.isAppendFailing || facts.isSnapshotFailing) {
        fact.state = FactState::Warning;
        fact.text = facts.isAppendFailing ? "the latest write into its append-only file has failed"
                                          : "the latest snapshot has failed";
        fact.text += ": see its log; until that is mended it may refuse to store locks";
    } else if (*facts.hasAppendOnlyFile) {
        fact.state = FactState::Fine;
        fact.text = "it has an append-only file. Only appendfsync always loses no lock in a crash; "
                    "everysec may lose those of the last second";
    } else {
        fact.state = FactState::Advice;
        fact.text
            = "no append-only file: after a crash, locks since the latest snapshot are gone. "
              "Use one with appendfsync always. Clients that know no restart quarantine need a "
              "master that crashed to be kept down for the longest TTL";
        fact.cure = "CONFIG SET appendonly yes";
    }
    return fact;
}

MasterFact restartsFact(const observe::MasterStatus& master, SteadyTime now)
{
    MasterFact fact{.topic = FactTopic::Restarts, .why = kWhyRestarts};
    const auto since = [now](SteadyTime past) { return duration_cast<milliseconds>(now - past); };
    std::vector<std::string> parts;
    fact.state = FactState::Fine;
    if (const auto failover = observe::latestFailover(master, now)) {
        parts.push_back(failoverText(*failover));
        if (failover->count > 1)
            parts.push_back(countText(failover->count, "failover") + " seen");
        fact.state = observe::recentFailover(master, now) ? FactState::Warning : FactState::Fine;
    }
    if (master.link.restartedAt)
        parts.push_back(restartText(since(*master.link.restartedAt)));
    else if (master.facts && master.facts->uptime)
        parts.push_back(
            "running for " + durationText(*master.facts->uptime + since(master.facts->readAt)));
    else if (master.link.uptime && master.link.loggedInAt)
        parts.push_back(
            "running for " + durationText(*master.link.uptime + since(*master.link.loggedInAt)));
    if (master.loss)
        parts.push_back(lossText(*master.loss, now));
    const auto quarantine = observe::quarantineLeft(master, now);
    if (quarantine)
        parts.push_back(quarantineText(*quarantine));
    if (observe::recentRestart(master, now) || observe::recentLoss(master, now) || quarantine)
        fact.state = FactState::Warning;
    for (const std::string& part : parts)
        fact.text.append(fact.text.empty() ? "" : "; ").append(part);
    if (!fact.text.empty())
        return fact;
    if (!master.facts)
        return {.topic = fact.topic, .text = "not read yet", .why = fact.why};
    return unknown(std::move(fact), *master.facts, master.facts->infoError, "+info");
}

std::vector<MasterFact> factsOf(const observe::MasterStatus& master, SteadyTime now)
{
    const ServerFacts none;
    const ServerFacts& read = master.facts ? *master.facts : none;
    std::vector<MasterFact> facts{clockFact(read), restartsFact(master, now), evictionFact(read),
        memoryFact(read), persistenceFact(read)};
    for (MasterFact& fact : facts) {
        if (!master.facts && fact.state == FactState::Unknown)
            fact.text = "not read yet";
    }
    return facts;
}

std::string factsSummary(const std::vector<MasterFact>& facts)
{
    for (const FactState state : {FactState::Warning, FactState::Advice}) {
        std::string topics;
        for (const MasterFact& fact : facts) {
            if (fact.state == state)
                topics.append(topics.empty() ? "" : ", ").append(factTopicName(fact.topic));
        }
        if (!topics.empty())
            return std::string(factStateName(state)) + ": " + topics;
    }
    const bool isUnknown = std::ranges::all_of(facts, [](const MasterFact& fact) {
        return fact.state == FactState::Unknown || fact.topic == FactTopic::Restarts;
    });
    return factStateName(isUnknown ? FactState::Unknown : FactState::Fine);
}

} // namespace lockkeeper::words
