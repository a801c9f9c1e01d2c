// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident_words.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/problem_words.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::output {
namespace {

using absl::Substitute;

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr std::size_t kMostDeeds = 3;
constexpr std::size_t kMostWaiters = 3;

observe::LockEntryPtr entryOf(const IncidentLock& lock)
{
    return lock.present ? lock.present->entry : nullptr;
}

const release::Deed* latestDeed(const IncidentLock& lock)
{
    const auto found = std::find_if(lock.deeds.rbegin(), lock.deeds.rend(),
        [](const release::Deed& deed) { return deed.intent.isForLock(); });
    return found == lock.deeds.rend() ? nullptr : &*found;
}

/// The latest deed, if it freed the summary's holder. Null: the summary is about the present
/// holder, or no fault was known.
const release::Deed* remediedBy(const IncidentLock& lock)
{
    const release::Deed* const deed = latestDeed(lock);
    const auto entry = entryOf(lock);
    if (deed == nullptr || !entry)
        return deed == nullptr || deed->intent.evidence.empty() ? nullptr : deed;
    const auto token = leadingToken(entry->votes);
    const bool isSame = token && token->hex() == deed->intent.tokenSha1;
    return isSame || entry->hasEvidence() ? nullptr : deed;
}

const history::Interval* ownershipOf(const IncidentLock& lock)
{
    if (!lock.past || lock.past->intervals.empty())
        return nullptr;
    const auto& all = lock.past->intervals;
    const release::Deed* const deed = remediedBy(lock);
    const auto entry = entryOf(lock);
    if (deed == nullptr && !entry)
        return &all.back();
    const auto token = deed == nullptr ? leadingToken(entry->votes) : std::nullopt;
    const auto found
        = std::find_if(all.rbegin(), all.rend(), [&](const history::Interval& interval) {
              return deed != nullptr ? interval.token.hex() == deed->intent.tokenSha1
                                     : interval.token == token && !interval.endedAt;
          });
    return found == all.rend() ? nullptr : &*found;
}

std::string whatText(const IncidentLock& lock, const Markup& markup)
{
    const auto entry = entryOf(lock);
    if (const release::Deed* const deed = remediedBy(lock)) {
        std::string evidence;
        for (const std::string& name : deed->intent.evidence)
            addToList(evidence, displaySafe(evidenceText(name)));
        if (evidence.empty())
            evidence = tr("nothing was wrong as far as seen");
        return Substitute(tr("$0, before the latest action"), markup.sentence(evidence));
    }
    if (entry) {
        const words::Gist gist = words::gistOf(*entry, entry->countVotes());
        return gist.reason.empty()
            ? Substitute(tr("$0, and nothing is wrong as far as seen"), gist.state)
            : Substitute(tr("$0: $1", "state, reason"), gist.state, markup.sentence(gist.reason));
    }
    const history::Interval* const last = ownershipOf(lock);
    return last == nullptr
        ? std::string()
        : Substitute(tr("last held by $0, $1", "holder, how it ended"),
            markup.name(recordedHolder(last->holder)), markup.sentence(endText(*last)));
}

std::string heldLine(const IncidentLock& lock, const Incident& incident)
{
    const auto entry = remediedBy(lock) == nullptr ? entryOf(lock) : nullptr;
    if (const auto since = entry ? entry->packedLock.since() : std::nullopt)
        return words::heldSinceText(*since, incident.madeAt);
    if (const history::Interval* const ownership = ownershipOf(lock)) {
        history::Interval seen = *ownership;
        if (seen.endedAt)
            return Substitute(tr("$0, seen from $1 until $2"), heldText(seen),
                words::utcText(seen.firstSeen), words::utcText(*seen.endedAt));
        if (entry) { // it goes on
            seen.held = duration_cast<milliseconds>(incident.madeAt - seen.firstSeen);
            seen.isHeldExact = seen.isStartSeen;
        }
        return Substitute(tr("$0, seen since $1"), heldText(seen), words::utcText(seen.firstSeen));
    }
    // A first look knows no time.
    const auto seen = entry ? duration_cast<milliseconds>(incident.madeAtSteady - entry->firstSeen)
                            : milliseconds(0);
    return seen < std::chrono::seconds(1) ? std::string() : words::heldAtLeastText(seen);
}

struct Waited {
    std::string who;
    milliseconds time{0};
    std::string timeText{}; ///< empty: not known
};

std::vector<Waited> whoWaited(const IncidentLock& lock, WallTime now)
{
    std::vector<Waited> all;
    const auto add = [&all](Waited waited) {
        const auto known = std::ranges::find(all, waited.who, &Waited::who);
        if (known == all.end())
            all.push_back(std::move(waited));
        else if (known->time < waited.time)
            *known = std::move(waited);
    };
    if (lock.present) {
        for (const auto& process : words::waitingProcesses(*lock.present->waits, lock.resource)) {
            const auto time
                = std::max(duration_cast<milliseconds>(now - process.since), milliseconds(0));
            if (process.clients)
                add({words::waitingText(process)});
            else
                add({words::waitingText(process), time,
                    Substitute(tr("$0 so far"), words::durationText(time))});
        }
    }
    if (lock.past) {
        for (const history::WaitRecord& wait : lock.past->waits)
            add({recordedHolder(wait.waiter),
                duration_cast<milliseconds>(wait.endedAt.value_or(wait.lastSeen) - wait.from),
                waitedText(wait)});
    }
    std::ranges::stable_sort(all, std::greater(), &Waited::time);
    return all;
}

std::string waitedText(const IncidentLock& lock, const Incident& incident, const Markup& markup)
{
    const std::vector<Waited> all = whoWaited(lock, incident.madeAt);
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), kMostWaiters); ++i)
        addToList(text,
            all[i].timeText.empty() ? markup.name(all[i].who)
                                    : Substitute(tr("$0 for $1", "waiter, time"),
                                        markup.name(all[i].who), all[i].timeText));
    if (all.size() > kMostWaiters)
        addToList(text, Substitute(tr("$0 more"), all.size() - kMostWaiters));
    return text;
}

std::string deedText(const release::Deed& deed, const Markup& markup)
{
    const release::JournalIntent& intent = deed.intent;
    std::string text = Substitute(tr("$0 by $1, $2", "action, who, when"),
        markup.sentence(displaySafe(actionText(intent.action))),
        markup.name(displaySafe(intent.osUser + "@" + intent.host)), timeText(intent.time));
    if (!intent.reason.empty())
        text = Substitute(tr("$0: $1", "deed, reason"), text,
            markup.name(displaySafe(intent.reason, release::kMostOfReason)));
    if (!deed.result)
        return Substitute(tr("$0 (its result is not known)"), text);
    return deed.result->isQuorumFreed
        ? text
        : Substitute(tr("$0 ($1)", "deed, result"), text, markup.sentence(summaryOf(*deed.result)));
}

std::string doneText(const IncidentLock& lock, const Markup& markup)
{
    std::string text;
    if (lock.deeds.size() > kMostDeeds)
        text = Substitute(tr("$0 earlier", "deeds"), lock.deeds.size() - kMostDeeds);
    for (const release::Deed& deed : lock.deeds) {
        if (isInSummary(lock, deed))
            addClause(text, deedText(deed, markup));
    }
    return text;
}

std::string whoIsNext(const NextHolder& next, const std::string& holder)
{
    return next.after ? Substitute(tr("$0, $1 after the action", "holder, time"), holder,
               words::durationText(*next.after))
                      : holder;
}

std::string presentText(const IncidentLock& lock, const Incident& incident,
    const std::optional<NextHolder>& next, const Markup& markup)
{
    if (!lock.present)
        return tr("the masters were not asked");
    const Sight& sight = *lock.present;
    if (sight.entry) {
        const observe::Judgement judgement = sight.entry->countVotes();
        if (judgement.verdict != observe::Verdict::Held || sight.entry->packedLock.isTombstone())
            return words::gistOf(*sight.entry, judgement).state;
        const std::string holder = markup.name(words::holderText(sight.entry->unpackLock()));
        return Substitute(tr("held by $0"),
            next && judgement.token->shortHex() == next->token ? whoIsNext(*next, holder) : holder);
    }
    if (sight.isOtherKey)
        return tr("a key, but no lock as far as known");
    if (sight.failures.empty())
        return tr("free: no master stores it");
    return sight.failures.size() == incident.masters ? tr("not known: no master answered")
                                                     : tr("no master that answered stores it");
}

std::string outcomeText(const IncidentLock& lock, const Incident& incident, const Markup& markup)
{
    const release::Deed* const deed = latestDeed(lock);
    const auto next = deed != nullptr ? nextHolder(lock, *deed) : std::nullopt;
    const std::string now = presentText(lock, incident, next, markup);
    const auto entry = entryOf(lock);
    const auto token = entry ? entry->countVotes().token : std::nullopt;
    if (!next || (token && token->shortHex() == next->token))
        return now;
    return Substitute(
        tr("taken next by $0; now $1"), whoIsNext(*next, markup.name(next->holder)), now);
}

} // namespace

bool isInSummary(const IncidentLock& lock, const release::Deed& deed)
{
    return lock.deeds.data() + lock.deeds.size() - &deed <= static_cast<std::ptrdiff_t>(kMostDeeds);
}

Summary summaryOf(const IncidentLock& lock, const Incident& incident, const Markup& markup)
{
    return {.what = whatText(lock, markup),
        .held = heldLine(lock, incident),
        .waited = waitedText(lock, incident, markup),
        .done = doneText(lock, markup),
        .outcome = outcomeText(lock, incident, markup)};
}

} // namespace lockkeeper::output
