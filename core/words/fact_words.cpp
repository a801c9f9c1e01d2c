// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/fact_words.h"

#include "core/config/ensemble.h"
#include "core/observe/board/failover.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>

namespace lockkeeper::words {
namespace {

using absl::Substitute;
using observe::ServerFacts;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds kClockTolerance{1000};
constexpr std::uint64_t kFullPercent = 90;

constexpr const char* kWhyClock = trNoop(
    "Times that holders write into locks are compared with our clock. TTLs are not affected.");
constexpr const char* kWhyRestarts = trNoop(
    "A master that comes back without its data, or another one that takes over, may give a held "
    "lock to a second holder.");
constexpr const char* kWhyEviction = trNoop(
    "A lock is a key with a TTL. If the master may remove keys when its memory is full, a held "
    "lock may be among them, and a second holder gets in.");
constexpr const char* kWhyMemory = trNoop(
    "When the memory is full, the master stores no more locks, or removes some that are held.");
constexpr const char* kWhyPersistence = trNoop(
    "Locks that are not on disk are gone after a crash: the master may then give a held lock to "
    "a second holder.");

std::string grantOf(const ServerFacts& facts, const char* rule)
{
    return "ACL SETUSER " + displaySafe(redis::aclUser(facts.user)) + " " + rule;
}

MasterFact unknown(MasterFact fact, const ServerFacts& facts, const std::optional<Error>& error,
    const std::string& rule)
{
    fact.state = FactState::Unknown;
    fact.text = tr("the server does not say");
    if (!error)
        return fact;
    if (error->kind == ErrorClass::NoPermission) {
        fact.text = Substitute(tr("not permitted: the user lacks $0"), rule);
        fact.cure = grantOf(facts, rule.c_str());
    } else {
        fact.text = Substitute(tr("not known: $0"), displaySafe(trData(error->text)));
    }
    return fact;
}

std::string offsetText(milliseconds offset)
{
    const milliseconds size = std::chrono::abs(offset);
    return size < std::chrono::seconds(1) ? Substitute(tr("$0 ms"), size.count())
                                          : durationText(size);
}

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

std::string runningText(milliseconds time)
{
    return Substitute(tr("running for $0"), durationText(time));
}

bool canEvict(const ServerFacts& facts)
{
    return facts.evictionPolicy && *facts.evictionPolicy != "noeviction";
}

/// Twice the limit, if the machine has four times as much.
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
        return tr("clock", "of a master");
    case FactTopic::Restarts:
        return tr("restarts", "of a master");
    case FactTopic::Eviction:
        return tr("eviction", "of a master");
    case FactTopic::Memory:
        return tr("memory", "of a master");
    case FactTopic::Persistence:
        break;
    }
    return tr("persistence", "of a master");
}

const char* factStateName(FactState state) noexcept
{
    switch (state) {
    case FactState::Fine:
        return tr("fine", "of a master");
    case FactState::Unknown:
        return tr("not known", "of a master");
    case FactState::Advice:
        return tr("advice", "of a master");
    case FactState::Warning:
        break;
    }
    return tr("warning", "of a master");
}

MasterFact clockFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Clock, .why = tr(kWhyClock)};
    if (!facts.clock)
        return unknown(std::move(fact), facts, facts.clockError, "+time");
    const milliseconds ahead = facts.clock->ahead;
    fact.state = FactState::Fine;
    if (facts.clock->certain().count() == 0) {
        fact.text = Substitute(tr("its clock and ours agree to within $0"),
            offsetText(std::chrono::abs(ahead) + facts.clock->tolerance));
        return fact;
    }
    fact.text = Substitute(ahead.count() < 0 ? tr("its clock is $0 behind ours, give or take $1")
                                             : tr("its clock is $0 ahead of ours, give or take $1"),
        offsetText(ahead), offsetText(facts.clock->tolerance));
    if (std::chrono::abs(facts.clock->certain()) > kClockTolerance) {
        fact.state = FactState::Warning;
        fact.text += tr(": times are shown wrong; set both clocks by NTP");
        fact.cure = "timedatectl set-ntp true";
    }
    return fact;
}

MasterFact evictionFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Eviction, .why = tr(kWhyEviction)};
    if (!facts.evictionPolicy || !facts.memoryLimit)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    const std::string policy = displaySafe(*facts.evictionPolicy);
    fact.state = FactState::Fine;
    if (!canEvict(facts)) {
        fact.text = Substitute(tr("maxmemory-policy is $0: no lock is removed"), policy);
    } else if (*facts.memoryLimit == 0) {
        fact.text = Substitute(
            tr("maxmemory-policy is $0, but there is no memory limit: no lock is removed"), policy);
    } else {
        fact.state = FactState::Warning;
        fact.text = Substitute(
            tr("maxmemory-policy is $0: held locks may be removed when the memory is full"),
            policy);
        if (facts.evictedKeys.value_or(0) > 0)
            fact.text += Substitute(
                tr(". Removed since its start: $0"), countText(*facts.evictedKeys, "key"));
        fact.cure = "CONFIG SET maxmemory-policy noeviction";
    }
    return fact;
}

MasterFact memoryFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Memory, .why = tr(kWhyMemory)};
    if (!facts.usedMemory || !facts.memoryLimit)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    fact.state = FactState::Fine;
    const std::string used = bytesText(*facts.usedMemory);
    if (*facts.memoryLimit == 0) {
        fact.text = Substitute(tr("$0 used, no limit"), used);
        return fact;
    }
    const auto percent = static_cast<std::uint64_t>(
        100 * static_cast<double>(*facts.usedMemory) / static_cast<double>(*facts.memoryLimit));
    fact.text = Substitute(tr("$0 of $1 used, $2 %"), used, bytesText(*facts.memoryLimit), percent);
    if (percent >= kFullPercent) {
        fact.state = FactState::Warning;
        fact.text += canEvict(facts) ? tr(": soon it removes keys, held locks among them")
                                     : tr(": soon it refuses to store locks");
        fact.cure = largerLimit(facts);
    }
    return fact;
}

MasterFact persistenceFact(const ServerFacts& facts)
{
    MasterFact fact{.topic = FactTopic::Persistence, .why = tr(kWhyPersistence)};
    if (!facts.hasAppendOnlyFile)
        return unknown(std::move(fact), facts, facts.infoError, "+info");
    if (facts.isAppendFailing || facts.isSnapshotFailing) {
        fact.state = FactState::Warning;
        fact.text = facts.isAppendFailing
            ? tr("the latest write into its append-only file has failed: see its log; until that "
                 "is mended it may refuse to store locks")
            : tr("the latest snapshot has failed: see its log; until that is mended it may refuse "
                 "to store locks");
    } else if (*facts.hasAppendOnlyFile) {
        fact.state = FactState::Fine;
        fact.text = tr("it has an append-only file. Only appendfsync always loses no lock in a "
                       "crash; everysec may lose those of the last second");
    } else {
        fact.state = FactState::Advice;
        fact.text
            = tr("no append-only file: after a crash, locks since the latest snapshot, if any, are "
                 "gone. "
                 "Use one with appendfsync always. Clients that know no restart quarantine need a "
                 "master that crashed to be kept down for the longest TTL");
        fact.cure = "CONFIG SET appendonly yes appendfsync always";
    }
    return fact;
}

MasterFact restartsFact(const observe::MasterStatus& master, SteadyTime now)
{
    MasterFact fact{.topic = FactTopic::Restarts, .why = tr(kWhyRestarts)};
    const auto since = [now](SteadyTime past) { return duration_cast<milliseconds>(now - past); };
    std::vector<std::string> parts;
    fact.state = FactState::Fine;
    if (const auto failover = observe::latestFailover(master, now)) {
        parts.push_back(failoverText(*failover));
        if (failover->count > 1)
            parts.push_back(Substitute(tr("$0 seen"), countText(failover->count, "failover")));
        fact.state = observe::recentFailover(master, now) ? FactState::Warning : FactState::Fine;
    }
    if (master.link.restartedAt)
        parts.push_back(restartText(since(*master.link.restartedAt)));
    else if (master.facts && master.facts->uptime)
        parts.push_back(runningText(*master.facts->uptime + since(master.facts->readAt)));
    else if (master.link.uptime && master.link.loggedInAt)
        parts.push_back(runningText(*master.link.uptime + since(*master.link.loggedInAt)));
    const bool isLoading = master.facts && master.facts->isLoading;
    if (isLoading)
        parts.emplace_back(tr("it still loads its data: until then no lock is taken, freed or "
                              "read there"));
    if (master.loss)
        parts.push_back(lossText(*master.loss, now));
    const auto quarantine = observe::quarantineLeft(master, now);
    if (quarantine)
        parts.push_back(quarantineText(*quarantine));
    if (observe::recentRestart(master, now) || observe::recentLoss(master, now) || quarantine
        || isLoading)
        fact.state = FactState::Warning;
    fact.text = clausesText(parts);
    if (!fact.text.empty())
        return fact;
    if (!master.facts)
        return {.topic = fact.topic, .text = tr("not read yet"), .why = fact.why};
    return unknown(std::move(fact), *master.facts, master.facts->infoError, "+info");
}

std::vector<MasterFact> factsOf(
    const observe::MasterStatus& master, SteadyTime now, std::span<const observe::MasterStatus> all)
{
    if (config::isEnsembleUrl(master.url))
        return {};
    const ServerFacts none;
    const ServerFacts& read = master.facts ? *master.facts : none;
    std::vector<MasterFact> facts{clockFact(read), restartsFact(master, now), evictionFact(read),
        memoryFact(read), persistenceFact(read)};
    const auto age = observe::lateStart(master, all, now);
    for (MasterFact& fact : facts) {
        if (!master.facts && fact.state == FactState::Unknown)
            fact.text = tr("not read yet");
        if (age && fact.topic == FactTopic::Restarts && fact.state == FactState::Fine) {
            fact.state = FactState::Warning;
            fact.text = restartText(*age);
        }
    }
    return facts;
}

std::string factsSummary(const std::vector<MasterFact>& facts)
{
    if (facts.empty())
        return {};
    for (const FactState state : {FactState::Warning, FactState::Advice}) {
        std::string topics;
        for (const MasterFact& fact : facts) {
            if (fact.state == state)
                addToList(topics, factTopicName(fact.topic));
        }
        if (!topics.empty())
            return Substitute(tr("$0: $1"), factStateName(state), topics);
    }
    const bool isUnknown = std::ranges::all_of(facts, [](const MasterFact& fact) {
        return fact.state == FactState::Unknown || fact.topic == FactTopic::Restarts;
    });
    return factStateName(isUnknown ? FactState::Unknown : FactState::Fine);
}

} // namespace lockkeeper::words
