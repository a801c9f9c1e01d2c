// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident.h"

#include "core/config/identity.h"
#include "core/observe/formats/tombstone.h"
#include "core/output/freed.h"
#include "core/output/incident_words.h"
#include "core/release/os_user.h"
#include "core/text/ascii.h"
#include "core/words/lock_words.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace lockkeeper::output {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr std::size_t kPastEvents = 200;
constexpr release::JournalLimits kJournal{
    .lines = 100'000, .bytes = std::size_t{128} * 1024 * 1024};

bool isMeant(const IncidentQuestion& question, const release::JournalIntent& intent)
{
    if (question.resource && intent.resource != question.resource->value())
        return false;
    return !intent.time || (*intent.time >= question.span.from && *intent.time < question.span.to);
}

IncidentLock* lockOf(Incident& incident, const Resource& resource)
{
    const auto found = std::ranges::find(incident.locks, resource, &IncidentLock::resource);
    if (found != incident.locks.end())
        return &*found;
    return incident.locks.size() < kMostLocks ? &incident.locks.emplace_back(resource) : nullptr;
}

void readDeeds(Incident& incident, const IncidentQuestion& question)
{
    const auto entries = release::readJournal(question.journal, kJournal);
    if (!entries) {
        incident.journalError = entries.error();
        return;
    }
    release::Deeds read = release::deedsOf(*entries);
    incident.unreadableLines = read.unreadable;
    incident.journalBreak = std::move(read.chainBreak);
    std::erase_if(
        read.deeds, [&](const release::Deed& deed) { return !isMeant(question, deed.intent); });
    incident.deedsElsewhere = std::erase_if(read.deeds,
        [&](const release::Deed& deed) { return !isOf(question.deployment, deed.intent); });
    const auto isPlanned = [&question](const release::Deed& deed) {
        return !question.resource && !deed.intent.plan.empty();
    };
    std::set<std::string> leftOut;
    // Newest first, to drop the oldest. Plans come last, as one may have thousands.
    for (const bool isOfPlan : {false, true}) {
        for (const release::Deed& deed : read.deeds | std::views::reverse) {
            const Resource resource(deed.intent.resource);
            if (isPlanned(deed) == isOfPlan && !lockOf(incident, resource) && !isOfPlan)
                leftOut.insert(resource.value());
        }
    }
    incident.locksLeftOut = leftOut.size();
    for (release::Deed& deed : read.deeds) {
        if (IncidentLock* const lock = lockOf(incident, Resource(deed.intent.resource)))
            lock->deeds.push_back(deed);
        if (isPlanned(deed))
            incident.planned.push_back(std::move(deed));
    }
}

std::optional<Error> readPast(
    Incident& incident, const history::HistoryReader& reader, history::Window span)
{
    if (!incident.resource) {
        const auto longest = reader.longestHeld(span, kLongestHolds);
        if (!longest)
            return longest.error();
        for (const history::Interval& interval : *longest)
            (void)lockOf(incident, interval.resource);
    }
    for (IncidentLock& lock : incident.locks) {
        auto past = reader.timeline(lock.resource, span, kPastEvents);
        auto usual = reader.usualHold(lock.resource);
        auto handOvers = reader.handOvers(lock.resource);
        if (!past || !usual)
            return past ? usual.error() : past.error();
        if (!handOvers)
            return handOvers.error();
        lock.past = std::move(*past);
        noteWhoFreed(lock.past->intervals, lock.deeds);
        lock.usual = *usual;
        lock.handOvers = *handOvers;
    }
    return std::nullopt;
}

void readHistory(Incident& incident, const IncidentQuestion& question)
{
    incident.isHistoryMissing = !question.history.mayExist();
    if (incident.isHistoryMissing)
        return;
    const auto reader = history::HistoryReader::open(question.history);
    incident.historyError
        = reader ? readPast(incident, *reader, question.span) : std::optional(reader.error());
}

std::string shownToken(std::string sha1)
{
    std::erase_if(sha1, [](char c) { return !isAsciiHexDigit(c); });
    return sha1.substr(0, Fingerprint::kShortLength);
}

std::optional<NextHolder> presentHolder(
    const IncidentLock& lock, const release::Deed& deed, WallTime from)
{
    const auto& entry = lock.present ? lock.present->entry : nullptr;
    const auto token = entry ? successorOf(*entry, deed.intent) : std::nullopt;
    if (!token)
        return std::nullopt;
    NextHolder next{token->shortHex(), words::holderAloneText(entry->unpackLock())};
    // This may be the first look.
    const auto since = entry->packedLock.since();
    if (since && *since >= from)
        next.after = duration_cast<milliseconds>(*since - from);
    return next;
}

/// Ignores logins. `localhost` is 127.0.0.1: files and command lines differ in that.
bool isPlace(const redis::Url& url, const std::string& text)
{
    auto other = redis::Url::parse(text);
    if (!other || other->kind != url.kind || other->database != url.database)
        return false;
    const auto placed = [](redis::Url one) {
        if (toAsciiLower(one.host) == "localhost")
            one.host = "127.0.0.1";
        return config::placeOf(one);
    };
    return placed(*other) == placed(url);
}

} // namespace

bool isOf(const config::Deployment& deployment, const release::JournalIntent& intent)
{
    if (intent.masters.empty())
        return intent.deployment == deployment.name;
    return std::ranges::any_of(deployment.masters, [&](const config::MasterConfig& master) {
        return std::ranges::any_of(intent.masters, [&](const release::JournalMaster& asked) {
            return asked.url == master.label() || isPlace(master.url, asked.url);
        });
    });
}

std::optional<Fingerprint> successorOf(
    const observe::LockEntry& entry, const release::JournalIntent& intent, bool isTakenAnew)
{
    const observe::Judgement judgement = entry.countVotes();
    if (judgement.verdict != observe::Verdict::Held
        || (!isTakenAnew && judgement.token->hex() == intent.tokenSha1)
        || entry.packedLock.isTombstone())
        return std::nullopt;
    return judgement.token;
}

Incident gatherIncident(const IncidentQuestion& question, const Clock& clock)
{
    Incident incident{.deployment = question.deployment.name,
        .quorum = question.deployment.quorum(),
        .masters = question.deployment.masters.size(),
        .resource = question.resource,
        .span = question.span,
        .madeBy = release::osUser() + "@" + release::hostName(),
        .madeAt = clock.wallNow(),
        .madeAtSteady = clock.now()};
    if (question.resource)
        incident.locks.push_back({*question.resource});
    readDeeds(incident, question);
    readHistory(incident, question);
    return incident;
}

std::optional<NextHolder> nextHolder(const IncidentLock& lock, const release::Deed& deed)
{
    if (deed.next)
        return NextHolder{shownToken(deed.next->tokenSha1), deed.next->holder, deed.next->after};
    const auto& time = deed.result && deed.result->time ? deed.result->time : deed.intent.time;
    if (!time || deed.intent.isForPart() || deed.intent.isForNote())
        return std::nullopt;
    if (lock.past) {
        for (const history::Interval& interval : lock.past->intervals) {
            // An earlier start: held beside the token.
            if (interval.token.hex() == deed.intent.tokenSha1
                || observe::isTombstone(interval.format)
                || interval.firstSeen < deed.intent.time.value_or(*time))
                continue;
            return NextHolder{interval.token.shortHex(), recordedHolder(interval.holder),
                std::max(milliseconds(0), duration_cast<milliseconds>(interval.firstSeen - *time))};
        }
    }
    return presentHolder(lock, deed, *time);
}

} // namespace lockkeeper::output
