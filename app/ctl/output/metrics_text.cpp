// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/metrics_text.h"

#include "core/observe/board/failover.h"
#include "core/observe/kinds/kind_token.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/text/display_safe.h"
#include "core/text/fingerprint.h"
#include "core/words/fact_words.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

/// Monitoring systems keep labels for months.
constexpr std::size_t kLabelLimit = 256;

/// The value of a label, as it is written. A cut one ends in a hash, so that different bytes stay
/// different.
class LabelValue {
public:
    LabelValue(const std::string& bytes) // NOLINT(google-explicit-constructor): the usual one
    {
        std::string shown = displaySafe(bytes, kLabelLimit);
        if (shown != displaySafe(bytes, kLabelLimit + 1))
            shown.append(Fingerprint::ofString(bytes).hex());
        write(shown);
    }
    LabelValue(const char* text) // NOLINT(google-explicit-constructor): the usual one
        : LabelValue(std::string(text))
    { }
    /// By observe::kindText().
    static LabelValue ofKind(const std::string& kind)
    {
        const std::string shown = observe::safeKindText(kind);
        if (shown.size() > kLabelLimit)
            return kind;
        LabelValue value;
        value.write(shown);
        return value;
    }
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }

private:
    LabelValue() = default;
    void write(const std::string& shown)
    {
        for (const char c : shown) {
            if (c == '\\' || c == '"')
                m_text += '\\';
            m_text += c;
        }
    }

    std::string m_text;
};
using Labels = std::vector<std::pair<const char*, LabelValue>>;

std::string number(double value)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.15g", value);
    return text.data();
}

double seconds(std::chrono::microseconds time)
{
    return static_cast<double>(time.count()) / 1e6;
}

/// For Prometheus 0.0.4 and, with a last line, OpenMetrics 1.0. A family's samples must follow each
/// other.
class Exposition {
public:
    Exposition(const config::Deployment& deployment, MetricsFormat format)
        : m_deployment(LabelValue(deployment.name).text())
        , m_format(format)
    { }

    void family(const std::string& name, const std::string& help)
    {
        m_name = "lockkeeper_" + name;
        head(m_name, help, "gauge");
    }
    /// Numbers that only grow. OpenMetrics has no `_total` in the name of the family.
    void counters(const std::string& name, const std::string& help)
    {
        m_name = "lockkeeper_" + name + "_total";
        head(m_format == MetricsFormat::OpenMetrics ? "lockkeeper_" + name : m_name, help,
            "counter");
    }
    void histograms(const std::string& name, const std::string& help)
    {
        m_family = "lockkeeper_" + name;
        head(m_family, help, "histogram");
    }
    void histogram(const observe::TimeHistogram& times, const LabelValue& kind)
    {
        m_name = m_family + "_bucket";
        for (std::size_t i = 0; i < times.kBounds.size(); ++i)
            sample(static_cast<double>(times.upTo(i)),
                {{"kind", kind}, {"le", number(seconds(times.kBounds[i]))}});
        sample(static_cast<double>(times.count()), {{"kind", kind}, {"le", "+Inf"}});
        m_name = m_family + "_sum";
        sample(seconds(times.sum()), {{"kind", kind}});
        m_name = m_family + "_count";
        sample(static_cast<double>(times.count()), {{"kind", kind}});
    }
    void sample(double value, const Labels& labels = {})
    {
        m_text.append(m_name).append("{deployment=\"").append(m_deployment).append("\"");
        for (const auto& [name, text] : labels)
            m_text.append(",").append(name).append("=\"").append(text.text()).append("\"");
        m_text.append("} ").append(number(value)).append("\n");
    }
    void single(const std::string& name, const std::string& help, double value)
    {
        family(name, help);
        sample(value);
    }
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }

private:
    void head(const std::string& family, const std::string& help, const char* type)
    {
        m_text.append("# HELP ").append(family).append(" ").append(help);
        m_text.append("\n# TYPE ").append(family).append(" ").append(type).append("\n");
    }

    std::string m_deployment;
    MetricsFormat m_format;
    std::string m_family; ///< of histograms
    std::string m_name;
    std::string m_text;
};

using Counts = std::map<std::string, std::size_t>;

struct Tally {
    Counts verdicts;
    Counts formats;
    Counts evidence;
    Counts votes; ///< by master
    std::size_t stale = 0;
    std::optional<milliseconds> longest;
};

milliseconds heldFor(WallTime since, WallTime now)
{
    return std::max(std::chrono::duration_cast<milliseconds>(now - since), milliseconds(0));
}

Tally tallyOf(const MetricsSource& source, WallTime now)
{
    using observe::Verdict;
    Tally tally;
    // Also zero counts: alerts need lasting series.
    for (const Verdict verdict :
        {Verdict::Held, Verdict::Minority, Verdict::Split, Verdict::Unknown, Verdict::Queued})
        tally.verdicts[nameOf(verdict)] = 0;
    for (const observe::EvidenceKind kind : enumValues<observe::EvidenceKind>())
        tally.evidence[nameOf(kind)] = 0;
    for (const observe::LockEntryPtr& entry : source.locks) {
        ++tally.verdicts[nameOf(entry->countVotes().verdict)];
        ++tally.formats[entry->packedLock.formatName()];
        tally.stale += observe::isStale(entry->stale) ? 1 : 0;
        for (const observe::Evidence& evidence : entry->stale)
            ++tally.evidence[nameOf(evidence.kind)];
        for (const observe::Vote& vote : entry->votes)
            tally.votes[vote.master.value()] += vote.state == observe::VoteState::Held ? 1 : 0;
        if (const auto since = entry->packedLock.since())
            tally.longest = std::max(tally.longest.value_or(milliseconds(0)), heldFor(*since, now));
    }
    return tally;
}

void addCounts(Exposition& out, const char* label, const Counts& counts)
{
    for (const auto& [name, count] : counts)
        out.sample(static_cast<double>(count), {{label, name}});
}

void addFacts(Exposition& out, const MetricsSource& source)
{
    const SteadyTime now = systemClock().now();
    out.family("master_warnings", "Warnings of `lockctl masters`.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (!master.facts)
            continue;
        const auto facts = words::factsOf(master, now);
        out.sample(static_cast<double>(std::ranges::count(
                       facts, words::FactState::Warning, &words::MasterFact::state)),
            {{"master", master.id.value()}});
    }
    out.family("master_clock_difference_seconds", "How far the master's clock and ours differ.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.facts && master.facts->clock)
            out.sample(seconds(std::chrono::abs(master.facts->clock->ahead)),
                {{"master", master.id.value()}});
    }
    out.family("master_memory_used_ratio", "Used memory by maxmemory, where there is a limit.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.facts && master.facts->usedMemory && master.facts->memoryLimit.value_or(0) != 0)
            out.sample(static_cast<double>(*master.facts->usedMemory)
                    / static_cast<double>(*master.facts->memoryLimit),
                {{"master", master.id.value()}});
    }
}

void addMasters(Exposition& out, const MetricsSource& source, Tally& tally)
{
    out.family("master_up", "1 if the master answers, 0 if not.");
    for (const observe::MasterStatus& master : source.board.masters)
        out.sample(
            master.link.state == redis::LinkState::Up ? 1 : 0, {{"master", master.id.value()}});
    out.family("master_sweep_complete", "1 if all keys of the master were read.");
    for (const observe::MasterStatus& master : source.board.masters)
        out.sample(master.isSweepComplete ? 1 : 0, {{"master", master.id.value()}});
    out.family("master_latency_seconds", "Time that the master took for its latest reply.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.link.latency)
            out.sample(seconds(*master.link.latency), {{"master", master.id.value()}});
    }
    out.family("master_unanswered_commands",
        "Commands that have failed without a reply since the watch began: what became of them is "
        "unknown.");
    for (const observe::MasterStatus& master : source.board.masters)
        out.sample(static_cast<double>(master.link.unanswered), {{"master", master.id.value()}});
    out.family("master_unread_keys", "Keys that are there and could not be read.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.isSweepComplete)
            out.sample(static_cast<double>(master.unreadKeys), {{"master", master.id.value()}});
    }
    out.family("master_quarantine_seconds",
        "Time until the master votes on who gets a lock: it may have forgotten locks. 0: it "
        "votes.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.link.state == redis::LinkState::Up)
            out.sample(
                seconds(
                    observe::quarantineLeft(master, systemClock().now()).value_or(milliseconds(0))),
                {{"master", master.id.value()}});
    }
    addFacts(out, source);
    out.family("master_votes", "Locks of which the master stores a token.");
    for (const observe::MasterStatus& master : source.board.masters) {
        if (master.isSweepComplete)
            out.sample(static_cast<double>(tally.votes[master.id.value()]),
                {{"master", master.id.value()}});
    }
}

void addLocks(Exposition& out, const MetricsSource& source, const Tally& tally)
{
    out.family("locks", "Locks by verdict.");
    addCounts(out, "verdict", tally.verdicts);
    out.family("format_locks", "Locks by the library that wrote them.");
    addCounts(out, "format", tally.formats);
    out.single(
        "stale_locks", "Locks with evidence of being stale.", static_cast<double>(tally.stale));
    out.family("stale_evidence", "Locks by kind of evidence; a lock may have several.");
    addCounts(out, "kind", tally.evidence);
    out.single("possible_keys", "Keys that may be locks, but are not certain enough to be counted.",
        static_cast<double>(source.board.possible));
    out.single("other_keys", "Keys under the patterns that are not locks as far as known.",
        static_cast<double>(source.board.otherKeys));
    const observe::WaitCount waiting = source.board.waits->countAll();
    out.single("waiters", "Waiters for locks, at least: announced, or known by their library.",
        static_cast<double>(waiting.least));
    out.single("waiters_gone", "Entries of locks' queues whose waiters are gone.",
        static_cast<double>(waiting.gone));
    out.single("deadlocks", "Circles of holders that wait for each other.",
        static_cast<double>(source.board.waits->deadlocks().size()));
    if (tally.longest)
        out.single("longest_held_seconds", "Longest hold of the locks that tell since when.",
            seconds(*tally.longest));
}

template <class Value>
void addEach(Exposition& out, const MetricsSource& source, const std::string& name,
    const std::string& help, Value valueOf)
{
    out.family(name, help);
    for (const observe::LockEntryPtr& entry : source.locks) {
        const std::optional<double> value = valueOf(*entry);
        if (value)
            out.sample(*value, {{"resource", entry->resource.value()}});
    }
}

void addEachLock(Exposition& out, const MetricsSource& source, WallTime now)
{
    using Value = std::optional<double>;
    const SteadyTime steadyNow = systemClock().now();
    addEach(out, source, "lock_votes", "Masters that store the leading token of a lock.",
        [](const observe::LockEntry& entry) -> Value {
            return static_cast<double>(entry.countVotes().tokenVotes);
        });
    addEach(out, source, "lock_remaining_seconds", "Time until the majority is lost.",
        [steadyNow](const observe::LockEntry& entry) -> Value {
            const auto remaining = entry.countVotes().remaining;
            return remaining ? Value(seconds(observe::ttlAt(*remaining, entry.asOf, steadyNow)))
                             : std::nullopt;
        });
    addEach(out, source, "lock_held_seconds", "Time since the lock was taken, if its value tells.",
        [now](const observe::LockEntry& entry) -> Value {
            const auto since = entry.packedLock.since();
            return since ? Value(seconds(heldFor(*since, now))) : std::nullopt;
        });
    addEach(out, source, "lock_stale", "1 if there is evidence that the lock is stale.",
        [](const observe::LockEntry& entry) -> Value {
            return observe::isStale(entry.stale) ? 1 : 0;
        });
}

void addContention(Exposition& out, const KindCounts& kinds)
{
    using observe::KindContention;
    const auto histograms
        = [&](const char* name, const char* help, observe::TimeHistogram KindContention::*times) {
              out.histograms(name, help);
              for (const auto& [kind, counts] : kinds)
                  out.histogram(counts.*times, LabelValue::ofKind(kind));
          };
    histograms("hold_seconds",
        "How long locks were held, as read: late by milliseconds with push, else by a sweep. "
        "Shorter "
        "holds are missing.",
        &KindContention::held);
    histograms("wait_seconds", "How long waiters waited, until they had the lock or gave up.",
        &KindContention::waited);
    histograms(
        "free_seconds", "How long locks were free between two holders.", &KindContention::free);
    const auto counters = [&](const char* name, const char* help,
                              std::uint64_t KindContention::*count) {
        out.counters(name, help);
        for (const auto& [kind, counts] : kinds)
            out.sample(static_cast<double>(counts.*count), {{"kind", LabelValue::ofKind(kind)}});
    };
    counters("acquisitions", "Locks that were taken.", &KindContention::acquisitions);
    counters("renewals", "Renewals of locks.", &KindContention::renewals);
    out.counters("holds_ended", "Holds that ended, and how.");
    for (const auto& [kind, counts] : kinds) {
        const LabelValue label = LabelValue::ofKind(kind);
        out.sample(static_cast<double>(counts.releases), {{"kind", label}, {"how", "released"}});
        out.sample(static_cast<double>(counts.expiries), {{"kind", label}, {"how", "expired"}});
        out.sample(static_cast<double>(counts.losses), {{"kind", label}, {"how", "lost"}});
    }
}

void addHook(Exposition& out, const HookCounts& counts)
{
    const auto counter = [&](const char* name, const char* help, std::uint64_t count) {
        out.counters(name, help);
        out.sample(static_cast<double>(count));
    };
    counter("hook_runs", "Commands that were run for events.", counts.runs);
    counter("hook_failures", "Commands for events that failed or hung.", counts.failures);
    counter("hook_dropped", "Events for which no command was run.", counts.dropped);
}

} // namespace

std::string metricsText(const MetricsSource& source, bool isPerLock, MetricsFormat format)
{
    const WallTime now = systemClock().wallNow();
    Exposition out(source.deployment, format);
    Tally tally = tallyOf(source, now);
    out.single(
        "quorum", "Masters that decide a lock.", static_cast<double>(source.deployment.quorum()));
    addMasters(out, source, tally);
    out.single(
        "sweep_complete", "1 if all keys of all masters were read.", source.board.isComplete);
    if (source.took)
        out.single("sweep_duration_seconds", "Time that the sweep of all masters took.",
            seconds(*source.took));
    // Unknown, not zero.
    if (!source.hasNoAnswer) {
        out.single("sweep_timestamp_seconds", "Until when the numbers are known, in Unix time.",
            seconds(sinceEpoch(source.asOf)));
        addLocks(out, source, tally);
        if (isPerLock)
            addEachLock(out, source, now);
    }
    if (source.contention != nullptr)
        addContention(out, *source.contention);
    if (source.hook)
        addHook(out, *source.hook);
    return format == MetricsFormat::OpenMetrics ? out.text() + "# EOF\n" : out.text();
}

} // namespace lockkeeper::ctl
