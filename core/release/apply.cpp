// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/apply.h"

#include "core/release/execute.h"
#include "core/release/links.h"
#include "core/release/lock_snapshot.h"
#include "core/release/note_writing.h"
#include "core/release/os_user.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <map>
#include <thread>
#include <variant>

namespace lockkeeper::release {
namespace {

constexpr std::chrono::seconds kLookLasts{1};
constexpr std::size_t kMostAhead = 100;

enum class Earlier { Nothing, Begun, Done };

std::vector<Earlier> earlierOf(
    const std::vector<PlannedLock>& locks, const std::vector<Deed>& deeds)
{
    std::map<std::pair<std::string, std::string>, Earlier> told;
    for (const Deed& deed : deeds) {
        Earlier& one = told[{deed.intent.resource, deed.intent.tokenSha1}];
        if (!deed.result)
            one = std::max(one, Earlier::Begun);
        else if (deed.result->isQuorumFreed && !deed.result->hasHolderChanged)
            one = Earlier::Done;
    }
    std::vector<Earlier> earlier;
    for (const PlannedLock& lock : locks) {
        const auto found = told.find({lock.resource.value(), lock.token.hex()});
        earlier.push_back(found == told.end() ? Earlier::Nothing : found->second);
    }
    return earlier;
}

enum class SincePlan {
    Same,
    Anew,
    Untold, ///< no master has both
};

SincePlan sinceThen(
    const PlannedLock& lock, const config::Deployment& deployment, const Expiries& now)
{
    SincePlan since = SincePlan::Untold;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto then
            = std::ranges::find(lock.expiries, deployment.masters[i].id, &PlannedExpiry::master);
        if (then == lock.expiries.end() || !now[i])
            continue;
        if (!isSameExpiry(then->expiry, *now[i]))
            return SincePlan::Anew;
        since = SincePlan::Same;
    }
    return since;
}

/// Empty: the TTL is as planned.
std::string whyAnother(
    const PlannedLock& lock, const config::Deployment& deployment, const LockSnapshot& look)
{
    SincePlan since = sinceThen(lock, deployment, look.expiries);
    if (lock.expiries.empty() && !lock.votes.empty())
        since = isSetAnew(lock.votes, lock.token, look.entry->votes) ? SincePlan::Anew
                                                                     : SincePlan::Same;
    if (since == SincePlan::Untold)
        return trNoop("the next holder may store the same value, and the plan does not tell when "
                      "it expires: make the plan anew",
            "data");
    return since == SincePlan::Same
        ? std::string()
        : trNoop("it was renewed, or taken by the next holder, since the plan was made: its value "
                 "is the same for both; make the plan anew",
            "data");
}

void noteExpiry(PlannedLock& lock, const config::Deployment& deployment, const LockSnapshot& look)
{
    if (!look.entry || isSetAnew(lock.votes, lock.token, look.entry->votes))
        return;
    for (std::size_t i = 0; i < look.expiries.size(); ++i) {
        const observe::Vote vote = look.entry->votes[i];
        if (look.expiries[i] && vote.token == lock.token)
            lock.expiries.push_back({deployment.masters[i].id, *look.expiries[i]});
    }
}

bool isWanted(const PlannedLock& lock)
{
    return lock.mayLive || lock.shown.safety == Safety::SafeToFree;
}

struct FirstSight {
    Plan plan;
    Expiries expiries;
    SteadyTime at;
};

Fate fateOf(const Report& report)
{
    if (report.hasHolderChanged)
        return Fate::Changed;
    const std::size_t freed
        = report.count(MasterResult::Released) + report.count(MasterResult::Revoked);
    if (report.isQuorumFreed && freed > 0)
        return Fate::Freed;
    if (report.isQuorumFreed)
        return report.count(MasterResult::AnotherHolder) > 0 ? Fate::Changed : Fate::Gone;
    return report.count(MasterResult::Refused) > 0 ? Fate::Refused : Fate::NotReached;
}

bool wasSilent(const Plan& plan, const MasterId& master)
{
    return std::ranges::any_of(plan.votes, [&master](const observe::Vote& vote) {
        return vote.master == master && vote.state == observe::VoteState::NoAnswer;
    });
}

bool isExpected(const Plan& plan, const MasterOutcome& outcome)
{
    switch (outcome.result) {
    case MasterResult::Released:
    case MasterResult::Revoked:
    case MasterResult::AlreadyGone:
        return true;
    case MasterResult::Unreachable:
        return wasSilent(plan, outcome.master);
    default:
        return false;
    }
}

bool isSurprise(const Plan& plan, const Report& report)
{
    return report.hasHolderChanged || !report.isQuorumFreed || report.journalError
        || !std::ranges::all_of(report.outcomes,
            [&plan](const MasterOutcome& outcome) { return isExpected(plan, outcome); });
}

std::string textOf(const Report& report)
{
    for (const MasterOutcome& outcome : report.outcomes) {
        if (outcome.error)
            return absl::Substitute(
                trNoop("master $0: $1", "data"), outcome.master.value(), outcome.error->text);
    }
    return {};
}

class Run {
public:
    Run(Links& links, const config::Deployment& deployment, const std::vector<PlannedLock>& locks,
        const std::vector<Deed>& earlier, Journal* journal, const Clock& clock,
        const observe::ProcessProbe& processes, const ApplyOptions& options)
        : m_links(links)
        , m_deployment(deployment)
        , m_locks(locks)
        , m_earlier(earlierOf(locks, earlier))
        , m_journal(journal)
        , m_clock(clock)
        , m_processes(processes)
        , m_others(deployment, clock)
        , m_options(options)
    {
        m_applied.locks.resize(locks.size());
        for (std::size_t i = 0; i < locks.size(); ++i) {
            if (isDone(i))
                m_applied.locks[i] = {.fate = Fate::Freed, .isEarlier = true};
        }
    }

    Result<Applied> run();

private:
    using Decision = std::variant<Plan, AppliedLock>;

    [[nodiscard]] bool isDone(std::size_t index) const { return m_earlier[index] == Earlier::Done; }
    [[nodiscard]] bool isStopped() const { return m_options.isStopped && m_options.isStopped(); }
    Result<std::vector<LockSnapshot>> look(std::size_t begin, std::size_t end);
    Result<void> seeRepeatables();
    void waitForSecondSight();
    Result<const LockSnapshot*> freshLook(std::size_t index);
    [[nodiscard]] Result<Plan> planFor(const LockSnapshot& look, const PlannedLock& lock) const;
    [[nodiscard]] std::optional<AppliedLock> withoutToken(
        std::size_t index, const LockSnapshot& look) const;
    [[nodiscard]] Decision decide(std::size_t index, const LockSnapshot& look) const;
    [[nodiscard]] bool isSeenLongEnough(
        std::size_t index, Plan& plan, const LockSnapshot& look) const;
    bool carryOut(std::size_t index, const Plan& plan);
    bool applyOne(std::size_t index, const LockSnapshot& look);
    Result<RunEnd> applyAll();
    bool note(const std::string& end);

    Links& m_links;
    const config::Deployment& m_deployment;
    const std::vector<PlannedLock>& m_locks;
    const std::vector<Earlier> m_earlier;
    Journal* const m_journal;
    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    mutable LivenessSource m_others;
    const ApplyOptions& m_options;

    std::map<std::size_t, FirstSight> m_repeatable;
    std::vector<LockSnapshot> m_ahead; ///< from m_aheadBegin on
    std::size_t m_aheadBegin = 0;
    Applied m_applied;
};

Result<std::vector<LockSnapshot>> Run::look(std::size_t begin, std::size_t end)
{
    std::vector<Resource> resources;
    for (std::size_t index = begin; index < end; ++index)
        resources.push_back(m_locks[index].resource);
    return readLocks(m_links, m_deployment, resources, m_clock, m_processes,
        {.asksForExpiry = true, .asksForNote = m_options.noteText != nullptr});
}

Result<Plan> Run::planFor(const LockSnapshot& look, const PlannedLock& lock) const
{
    return lock.action == Action::Revoke ? planRevoke(m_deployment, *look.entry, lock.token,
               {.by = osUser(), .at = m_clock.wallNow(), .reason = m_options.reason})
                                         : planRelease(m_deployment, *look.entry, lock.token);
}

Result<void> Run::seeRepeatables()
{
    for (std::size_t begin = 0; begin < m_locks.size() && !isStopped(); begin += kMostAhead) {
        auto looks = look(begin, std::min(m_locks.size(), begin + kMostAhead));
        if (!looks)
            return tl::make_unexpected(looks.error());
        for (std::size_t i = 0; i < looks->size(); ++i) {
            LockSnapshot& one = (*looks)[i];
            if (!one.entry || isDone(begin + i))
                continue;
            auto plan = planFor(one, m_locks[begin + i]);
            if (plan && plan->isValueShared)
                m_repeatable.emplace(
                    begin + i, FirstSight{std::move(*plan), std::move(one.expiries), one.lookedAt});
        }
    }
    return {};
}

void Run::waitForSecondSight()
{
    constexpr std::chrono::milliseconds kNap{50};
    SteadyTime end = m_clock.now();
    for (const auto& [index, sight] : m_repeatable)
        end = std::max(end, sight.at + kSightNeeded);
    while (m_clock.now() < end && !isStopped())
        std::this_thread::sleep_for(std::min<SteadyTime::duration>(end - m_clock.now(), kNap));
}

/// At most kLookLasts old. Reads ahead what half that time will free.
Result<const LockSnapshot*> Run::freshLook(std::size_t index)
{
    const bool isThere = index - m_aheadBegin < m_ahead.size()
        && m_clock.now() - m_ahead.front().lookedAt < kLookLasts;
    if (!isThere) {
        const std::size_t most = std::clamp<std::size_t>(m_options.perSecond / 2, 1, kMostAhead);
        auto looks = look(index, std::min(m_locks.size(), index + most));
        if (!looks)
            return tl::make_unexpected(looks.error());
        m_ahead = std::move(*looks);
        m_aheadBegin = index;
    }
    return &m_ahead[index - m_aheadBegin];
}

std::optional<AppliedLock> Run::withoutToken(std::size_t index, const LockSnapshot& look) const
{
    if (look.failures.size() > m_deployment.masters.size() - m_deployment.quorum())
        return AppliedLock{.fate = Fate::NotReached,
            .text = look.failures.front().text,
            .failures = look.failures};
    const auto leading = look.entry ? leadingToken(look.entry->votes) : std::nullopt;
    if (leading == m_locks[index].token)
        return std::nullopt;
    // Begun: an earlier run died before it wrote the result.
    if ((!leading && !look.isOtherKey) || m_earlier[index] == Earlier::Begun)
        return AppliedLock{Fate::Gone};
    return AppliedLock{Fate::Changed,
        leading ? absl::Substitute(trNoop("the token $0 leads now", "data"), leading->shortHex())
                : trNoop("it is no lock any more, as far as known", "data")};
}

bool Run::isSeenLongEnough(std::size_t index, Plan& plan, const LockSnapshot& look) const
{
    const auto first = m_repeatable.find(index);
    if (first == m_repeatable.end())
        return false;
    const FirstSight& sight = first->second;
    plan.seenFor = seenSince(sight.plan, sight.expiries, sight.at, look);
    for (std::size_t i = 0; i < plan.masters.size(); ++i)
        plan.masters[i].expiry = look.expiries[i];
    return plan.seenFor >= kSightNeeded;
}

Run::Decision Run::decide(std::size_t index, const LockSnapshot& look) const
{
    if (auto without = withoutToken(index, look))
        return std::move(*without);
    if (m_options.noteText && isOthersNote(look.note))
        return AppliedLock{Fate::Noted, m_options.noteText(look.note)};
    const PlannedLock& lock = m_locks[index];
    auto plan = planFor(look, lock);
    if (!plan)
        return AppliedLock{
            .fate = Fate::Refused, .text = plan.error().text, .failures = {plan.error()}};
    const auto safety = assessSafety(*look.entry, lock.token, m_processes, m_others, m_clock);
    plan->shown = m_options.shown(lock, safety);
    plan->planId = m_options.planId;
    if (safety.safety != Safety::SafeToFree && !lock.mayLive)
        return AppliedLock{Fate::MayLive, plan->shown->text};
    if (!plan->isValueShared)
        return std::move(*plan);
    // Nobody works under a lock that is safe to free.
    if (const std::string why = whyAnother(lock, m_deployment, look);
        !why.empty() && safety.safety != Safety::SafeToFree)
        return AppliedLock{Fate::Changed, why};
    if (!isSeenLongEnough(index, *plan, look))
        return AppliedLock{Fate::Changed, trNoop("its TTL was set anew", "data")};
    return std::move(*plan);
}

/// False after a surprise.
bool Run::carryOut(std::size_t index, const Plan& plan)
{
    AppliedLock& applied = m_applied.locks[index];
    const auto report = execute(m_links, m_deployment, plan, m_options.reason, *m_journal, m_clock);
    if (!report) {
        applied
            = {.fate = Fate::Refused, .text = report.error().text, .failures = {report.error()}};
        if (report.error().kind == ErrorClass::Journal)
            m_applied.journalError = report.error();
        return false;
    }
    applied = {.fate = fateOf(*report), .text = textOf(*report)};
    applied.deed = AppliedLock::Deed{plan, *report};
    if (applied.fate == Fate::Changed && applied.text.empty())
        applied.text = trNoop("another token leads", "data");
    m_applied.journalError = report->journalError;
    return !isSurprise(plan, *report);
}

bool Run::applyOne(std::size_t index, const LockSnapshot& look)
{
    if (isDone(index)) {
        // A master that refused the earlier run may store it alone.
        if (!look.entry || leadingToken(look.entry->votes) != m_locks[index].token
            || look.entry->countVotes().verdict != observe::Verdict::Held)
            return true;
        m_applied.locks[index] = {.fate = Fate::Changed,
            .text = trNoop("an earlier run has freed it, and it was taken anew", "data")};
        return false;
    }
    const Decision decision = decide(index, look);
    AppliedLock& applied = m_applied.locks[index];
    if (const auto* plan = std::get_if<Plan>(&decision)) {
        applied = {.fate = Fate::Freed};
        const bool isAsPlanned = m_journal == nullptr || carryOut(index, *plan);
        if (plan->isValueShared)
            applied.caution = look.entry->unpackLock(plan->token).caution;
        return isAsPlanned;
    }
    applied = std::get<AppliedLock>(decision);
    return applied.fate == Fate::Gone || applied.fate == Fate::Noted || !isWanted(m_locks[index]);
}

bool Run::note(const std::string& end)
{
    if (m_journal == nullptr)
        return true;
    JournalPlan run{.id = {},
        .plan = m_options.planId,
        .locks = static_cast<std::int64_t>(m_locks.size()),
        .end = end};
    for (const Fate fate : enumValues<Fate>()) {
        if (!end.empty() && m_applied.count(fate) > 0)
            run.fates.emplace_back(nameOf(fate), static_cast<std::int64_t>(m_applied.count(fate)));
    }
    const auto written = m_journal->writePlan(std::move(run));
    if (!written && !m_applied.journalError)
        m_applied.journalError = written.error();
    return written.has_value();
}

Result<RunEnd> Run::applyAll()
{
    if (auto seen = seeRepeatables(); !seen)
        return tl::make_unexpected(seen.error());
    waitForSecondSight();
    const auto interval = std::chrono::duration_cast<SteadyTime::duration>(std::chrono::seconds(1))
        / std::max(m_options.perSecond, 1U);
    SteadyTime next = m_clock.now();
    for (std::size_t index = 0; index < m_locks.size(); ++index) {
        if (isStopped())
            return RunEnd::Stopped;
        if (m_journal != nullptr && !isDone(index)) {
            std::this_thread::sleep_for(next - m_clock.now());
            next = std::max(next, m_clock.now()) + interval;
        }
        const auto look = freshLook(index);
        if (!look)
            return tl::make_unexpected(look.error());
        const bool isPlanned = applyOne(index, **look);
        if (m_options.onLock)
            m_options.onLock(index, m_applied.locks[index]);
        if (m_applied.journalError)
            return RunEnd::Failed;
        if (!isPlanned && !m_options.skipsSurprises)
            return RunEnd::Surprise;
    }
    return RunEnd::Whole;
}

Result<Applied> Run::run()
{
    connect(m_links, m_deployment, masters::MastersUse::Release);
    if (!note({}))
        return std::move(m_applied);
    const auto end = applyAll();
    (void)note(nameOf(end.value_or(RunEnd::Failed)));
    if (!end)
        return tl::make_unexpected(end.error());
    return std::move(m_applied);
}

} // namespace

Result<void> noteExpiries(const config::Deployment& deployment, std::vector<PlannedLock>& locks,
    const Clock& clock, const observe::ProcessProbe& processes)
{
    std::vector<PlannedLock*> repeatable;
    for (PlannedLock& lock : locks) {
        if (lock.expiries.empty() && !lock.votes.empty())
            repeatable.push_back(&lock);
    }
    std::optional<Links> links;
    if (repeatable.empty())
        return {};
    if (auto started = start(links); !started)
        return started;
    connect(*links, deployment, masters::MastersUse::Watch);
    for (std::size_t begin = 0; begin < repeatable.size(); begin += kMostAhead) {
        const std::size_t end = std::min(repeatable.size(), begin + kMostAhead);
        std::vector<Resource> resources;
        for (std::size_t i = begin; i < end; ++i)
            resources.push_back(repeatable[i]->resource);
        const auto looks
            = readLocks(*links, deployment, resources, clock, processes, {.asksForExpiry = true});
        if (!looks)
            return tl::make_unexpected(looks.error());
        for (std::size_t i = begin; i < end; ++i)
            noteExpiry(*repeatable[i], deployment, (*looks)[i - begin]);
    }
    return {};
}

std::size_t Applied::count(Fate fate) const
{
    return static_cast<std::size_t>(std::ranges::count(locks, fate, &AppliedLock::fate));
}

std::size_t countToFree(const std::vector<PlannedLock>& locks, const std::vector<Deed>& earlier)
{
    const auto told = earlierOf(locks, earlier);
    std::size_t count = 0;
    for (std::size_t i = 0; i < locks.size(); ++i)
        count += isWanted(locks[i]) && told[i] != Earlier::Done ? 1 : 0;
    return count;
}

Result<Applied> apply(const config::Deployment& deployment, const std::vector<PlannedLock>& locks,
    const std::vector<Deed>& earlier, Journal* journal, const Clock& clock,
    const observe::ProcessProbe& processes, const ApplyOptions& options)
{
    if (auto allowed = checkWritable(deployment); !allowed && journal != nullptr)
        return tl::make_unexpected(allowed.error());
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    return Run(*links, deployment, locks, earlier, journal, clock, processes, options).run();
}

} // namespace lockkeeper::release
