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
#include <functional>
#include <map>
#include <utility>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

/// Monitoring systems keep labels for months.
constexpr std::size_t kLabelLimit = 256;

/// A cut value ends in a hash, to stay distinct.
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

using Counts = std::map<std::string, std::size_t>;

struct Tally {
    Counts verdicts;
    Counts formats;
    Counts evidence;
    Counts votes;
    std::size_t stale = 0;
    std::optional<milliseconds> longest;
};

struct Seen {
    const MetricsSource& source;
    LabelValue name;
    Tally tally;
};

/// Prometheus 0.0.4, or OpenMetrics 1.0. Calls `write` per deployment: a family's samples must be
/// adjacent.
class Exposition {
public:
    using Write = std::function<void(const Seen&)>;

    Exposition(const std::vector<Seen>& all, MetricsFormat format)
        : m_all(all)
        , m_format(format)
    { }

    void family(const std::string& name, const std::string& help, const Write& write)
    {
        begin("lockkeeper_" + name, help, "gauge");
        forEach(write);
    }
    /// OpenMetrics has no `_total` in a family's name.
    void counters(const std::string& name, const std::string& help, const Write& write)
    {
        const std::string family = "lockkeeper_" + name;
        const std::string total = family + "_total";
        begin(m_format == MetricsFormat::OpenMetrics ? family : total, help, "counter");
        m_name = total;
        forEach(write);
    }
    void histograms(const std::string& name, const std::string& help, const Write& write)
    {
        m_family = "lockkeeper_" + name;
        begin(m_family, help, "histogram");
        forEach(write);
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
    [[nodiscard]] const std::vector<Seen>& all() const noexcept { return m_all; }
    [[nodiscard]] std::string takeText() noexcept { return std::move(m_text); }

private:
    void forEach(const Write& write)
    {
        for (const Seen& seen : m_all) {
            m_deployment = seen.name.text();
            write(seen);
        }
    }
    void begin(const std::string& family, const std::string& help, const char* type)
    {
        m_name = family;
        m_text.append("# HELP ").append(family).append(" ").append(help);
        m_text.append("\n# TYPE ").append(family).append(" ").append(type).append("\n");
    }

    const std::vector<Seen>& m_all;
    MetricsFormat m_format;
    std::string m_deployment;
    std::string m_family;
    std::string m_name;
    std::string m_text;
};

milliseconds heldFor(WallTime since, WallTime now)
{
    return std::max(std::chrono::duration_cast<milliseconds>(now - since), milliseconds(0));
}

Tally tallyOf(const MetricsSource& source, WallTime now)
{
    using observe::Verdict;
    Tally tally;
    // Also zeros: alerts need lasting series.
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

void addNumber(Exposition& out, const std::string& name, const std::string& help,
    const std::function<std::optional<double>(const Seen&)>& valueOf)
{
    std::vector<std::optional<double>> values;
    for (const Seen& seen : out.all())
        values.push_back(valueOf(seen));
    if (std::ranges::none_of(values, &std::optional<double>::has_value))
        return;
    auto next = values.begin();
    out.family(name, help, [&](const Seen& /*seen*/) {
        if (const std::optional<double> value = *next++)
            out.sample(*value);
    });
}

void addForMasters(Exposition& out, const std::string& name, const std::string& help,
    const std::function<std::optional<double>(const Seen&, const observe::MasterStatus&)>& valueOf)
{
    out.family(name, help, [&](const Seen& seen) {
        for (const observe::MasterStatus& master : seen.source.board.masters) {
            if (const std::optional<double> value = valueOf(seen, master))
                out.sample(*value, {{"master", master.id.value()}});
        }
    });
}

using Value = std::optional<double>;

void addFacts(Exposition& out)
{
    const SteadyTime now = systemClock().now();
    using Master = observe::MasterStatus;
    addForMasters(out, "master_warnings", "Warnings of `lockctl masters`, restarts aside.",
        [now](const Seen&, const Master& master) -> Value {
            if (!master.facts)
                return std::nullopt;
            return static_cast<double>(
                std::ranges::count_if(words::factsOf(master, now), words::isRisk));
        });
    addForMasters(out, "master_clock_difference_seconds",
        "How far the master's clock and ours differ.",
        [](const Seen&, const Master& master) -> Value {
            if (!master.facts || !master.facts->clock)
                return std::nullopt;
            return seconds(std::chrono::abs(master.facts->clock->ahead));
        });
    addForMasters(out, "master_memory_used_ratio",
        "Used memory by maxmemory, where there is a limit.",
        [](const Seen&, const Master& master) -> Value {
            if (!master.facts || !master.facts->usedMemory
                || master.facts->memoryLimit.value_or(0) == 0)
                return std::nullopt;
            return static_cast<double>(*master.facts->usedMemory)
                / static_cast<double>(*master.facts->memoryLimit);
        });
}

void addMasters(Exposition& out)
{
    using Master = observe::MasterStatus;
    addForMasters(out, "master_up", "1 if the master answers, 0 if not.",
        [](const Seen&, const Master& master) -> Value { return master.link.isUp() ? 1 : 0; });
    addForMasters(out, "master_readable", "1 if the master answers, and its locks can be read.",
        [](const Seen&, const Master& master) -> Value { return master.isReadable() ? 1 : 0; });
    addForMasters(out, "master_sweep_complete", "1 if all keys of the master were read.",
        [](const Seen&, const Master& master) -> Value { return master.isSweepComplete ? 1 : 0; });
    addForMasters(out, "master_latency_seconds", "Time that the master took for its latest reply.",
        [](const Seen&, const Master& master) -> Value {
            return master.link.latency ? Value(seconds(*master.link.latency)) : std::nullopt;
        });
    addForMasters(out, "master_unanswered_commands",
        "Commands that have failed without a reply since the watch began: what became of them is "
        "unknown.",
        [](const Seen&, const Master& master) -> Value {
            return static_cast<double>(master.link.unanswered);
        });
    addForMasters(out, "master_unread_keys", "Keys that are there and could not be read.",
        [](const Seen&, const Master& master) -> Value {
            return master.isSweepComplete ? Value(static_cast<double>(master.unreadKeys))
                                          : std::nullopt;
        });
    addForMasters(out, "master_quarantine_seconds",
        "Time until the master votes on who gets a lock: it may have forgotten locks. 0: it "
        "votes.",
        [](const Seen&, const Master& master) -> Value {
            if (!master.link.isUp())
                return std::nullopt;
            return seconds(
                observe::quarantineLeft(master, systemClock().now()).value_or(milliseconds(0)));
        });
    addFacts(out);
    addForMasters(out, "master_votes", "Locks of which the master stores a token.",
        [](const Seen& seen, const Master& master) -> Value {
            if (!master.isSweepComplete)
                return std::nullopt;
            const auto votes = seen.tally.votes.find(master.id.value());
            return votes == seen.tally.votes.end() ? 0 : static_cast<double>(votes->second);
        });
}

/// Without an answer, locks are unknown, not none.
void addLocks(Exposition& out)
{
    const auto counts
        = [&](const char* name, const char* help, const char* label, Counts Tally::*counted) {
              out.family(name, help, [&, label, counted](const Seen& seen) {
                  if (!seen.source.hasNoAnswer)
                      addCounts(out, label, seen.tally.*counted);
              });
          };
    const auto single = [&](const char* name, const char* help, auto valueOf) {
        addNumber(out, name, help, [valueOf](const Seen& seen) -> Value {
            return seen.source.hasNoAnswer ? std::nullopt : Value(valueOf(seen));
        });
    };
    single("sweep_timestamp_seconds", "Until when the numbers are known, in Unix time.",
        [](const Seen& seen) { return seconds(sinceEpoch(seen.source.asOf)); });
    counts("locks", "Locks by verdict.", "verdict", &Tally::verdicts);
    counts("format_locks", "Locks by the library that wrote them.", "format", &Tally::formats);
    single("stale_locks", "Locks with evidence of being stale.",
        [](const Seen& seen) { return static_cast<double>(seen.tally.stale); });
    counts("stale_evidence", "Locks by kind of evidence; a lock may have several.", "kind",
        &Tally::evidence);
    single("possible_keys", "Keys that may be locks, but are not certain enough to be counted.",
        [](const Seen& seen) { return static_cast<double>(seen.source.board.possible); });
    single("other_keys", "Keys under the patterns that are not locks as far as known.",
        [](const Seen& seen) { return static_cast<double>(seen.source.board.otherKeys); });
    single("waiters", "Waiters for locks, at least: announced, or known by their library.",
        [](const Seen& seen) {
            return static_cast<double>(seen.source.board.waits->countAll().least);
        });
    single(
        "waiters_gone", "Entries of locks' queues whose waiters are gone.", [](const Seen& seen) {
            return static_cast<double>(seen.source.board.waits->countAll().gone);
        });
    addNumber(out, "deadlocks", "Circles of holders that wait for each other.",
        [](const Seen& seen) -> Value {
            return observe::areWaitsKnown(seen.source.board.masters, seen.source.quorum)
                ? Value(static_cast<double>(seen.source.board.waits->deadlocks().size()))
                : std::nullopt;
        });
    single("longest_held_seconds", "Longest hold of the locks that tell since when.",
        [](const Seen& seen) -> Value {
            return seen.tally.longest ? Value(seconds(*seen.tally.longest)) : std::nullopt;
        });
}

void addEach(Exposition& out, const std::string& name, const std::string& help,
    const std::function<Value(const observe::LockEntry&)>& valueOf)
{
    out.family(name, help, [&](const Seen& seen) {
        if (seen.source.hasNoAnswer)
            return;
        for (const observe::LockEntryPtr& entry : seen.source.locks) {
            if (const Value value = valueOf(*entry))
                out.sample(*value, {{"resource", entry->resource.value()}});
        }
    });
}

void addEachLock(Exposition& out, WallTime now)
{
    const SteadyTime steadyNow = systemClock().now();
    addEach(out, "lock_votes", "Masters that store the leading token of a lock.",
        [](const observe::LockEntry& entry) -> Value {
            return static_cast<double>(entry.countVotes().tokenVotes);
        });
    addEach(out, "lock_remaining_seconds", "Time until the majority is lost.",
        [steadyNow](const observe::LockEntry& entry) -> Value {
            const auto remaining = entry.countVotes().remaining;
            return remaining ? Value(seconds(observe::ttlAt(*remaining, entry.asOf, steadyNow)))
                             : std::nullopt;
        });
    addEach(out, "lock_held_seconds", "Time since the lock was taken, if its value tells.",
        [now](const observe::LockEntry& entry) -> Value {
            const auto since = entry.packedLock.since();
            return since ? Value(seconds(heldFor(*since, now))) : std::nullopt;
        });
    addEach(out, "lock_stale", "1 if there is evidence that the lock is stale.",
        [](const observe::LockEntry& entry) -> Value {
            return observe::isStale(entry.stale) ? 1 : 0;
        });
}

void addContention(Exposition& out)
{
    using observe::KindContention;
    const auto forKinds = [](auto write) {
        return [write](const Seen& seen) {
            if (!seen.source.contention)
                return;
            for (const auto& [kind, counts] : *seen.source.contention)
                write(counts, LabelValue::ofKind(kind));
        };
    };
    const auto histograms
        = [&](const char* name, const char* help, observe::TimeHistogram KindContention::*times) {
              out.histograms(name, help,
                  forKinds([&out, times](const KindContention& counts, const LabelValue& kind) {
                      out.histogram(counts.*times, kind);
                  }));
          };
    histograms("hold_seconds",
        "How long locks were held, as read: late by milliseconds with push, else by a sweep. "
        "Shorter "
        "holds are missing.",
        &KindContention::held);
    histograms("wait_seconds",
        "How long waiters waited, until they had the lock or gave up. Waits under about a second "
        "are missing.",
        &KindContention::waited);
    histograms(
        "free_seconds", "How long locks were free between two holders.", &KindContention::free);
    const auto counters
        = [&](const char* name, const char* help, std::uint64_t KindContention::*count) {
              out.counters(name, help,
                  forKinds([&out, count](const KindContention& counts, const LabelValue& kind) {
                      out.sample(static_cast<double>(counts.*count), {{"kind", kind}});
                  }));
          };
    counters("acquisitions", "Locks that were taken.", &KindContention::acquisitions);
    counters("renewals", "Renewals of locks.", &KindContention::renewals);
    out.counters("holds_ended", "Holds that ended, and how.",
        forKinds([&out](const KindContention& counts, const LabelValue& kind) {
            const auto sample = [&](const char* how, std::uint64_t count) {
                out.sample(static_cast<double>(count), {{"kind", kind}, {"how", how}});
            };
            sample("released", counts.releases);
            sample("expired", counts.expiries);
            sample("lost", counts.losses);
        }));
}

void addHook(Exposition& out)
{
    const auto counter = [&](const char* name, const char* help, std::uint64_t HookCounts::*count) {
        out.counters(name, help, [&out, count](const Seen& seen) {
            if (seen.source.hook)
                out.sample(static_cast<double>((*seen.source.hook).*count));
        });
    };
    counter("hook_runs", "Commands that were run for events.", &HookCounts::runs);
    counter("hook_failures", "Commands for events that failed or hung.", &HookCounts::failures);
    counter("hook_dropped", "Events for which no command was run.", &HookCounts::dropped);
}

} // namespace

std::string metricsText(
    const std::vector<MetricsSource>& sources, bool isPerLock, MetricsFormat format)
{
    const WallTime now = systemClock().wallNow();
    std::vector<Seen> all;
    for (const MetricsSource& source : sources)
        all.push_back({source, source.deployment, tallyOf(source, now)});
    Exposition out(all, format);
    addNumber(out, "watched", "1 if the deployment can be watched. 0: see /healthz.",
        [](const Seen& seen) -> Value { return seen.source.isWatched ? 1 : 0; });
    const auto single = [&](const char* name, const char* help, auto valueOf) {
        addNumber(out, name, help, [valueOf](const Seen& seen) -> Value {
            return seen.source.isWatched ? Value(valueOf(seen.source)) : std::nullopt;
        });
    };
    single("quorum", "Masters that decide a lock.",
        [](const MetricsSource& source) { return static_cast<double>(source.quorum); });
    addMasters(out);
    single("sweep_complete", "1 if all keys of all masters were read.",
        [](const MetricsSource& source) { return source.board.isComplete ? 1.0 : 0.0; });
    addNumber(out, "sweep_duration_seconds", "Time that the sweep of all masters took.",
        [](const Seen& seen) -> Value {
            return seen.source.took ? Value(seconds(*seen.source.took)) : std::nullopt;
        });
    const auto isThere = [&](auto has) { return std::ranges::any_of(sources, has); };
    const bool isAnswered = isThere([](const auto& source) { return !source.hasNoAnswer; });
    if (isAnswered)
        addLocks(out);
    if (isAnswered && isPerLock)
        addEachLock(out, now);
    if (isThere([](const auto& source) { return source.contention.has_value(); }))
        addContention(out);
    if (isThere([](const auto& source) { return source.hook.has_value(); }))
        addHook(out);
    std::string text = out.takeText();
    return format == MetricsFormat::OpenMetrics ? text + "# EOF\n" : text;
}

} // namespace lockkeeper::ctl
