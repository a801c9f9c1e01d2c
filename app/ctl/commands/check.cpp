// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/all_deployments.h"
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/command.h"
#include "core/observe/board/failover.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/output/json_writer.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/fact_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <functional>

namespace lockkeeper::ctl {
namespace {

struct Limits {
    std::optional<std::uint32_t> warn = 0;
    std::optional<std::uint32_t> crit{};
};

struct CheckOptions {
    Limits stale;
    Limits unknown;
    Limits split;
    Limits deadlocks;
    Limits risks;
    std::optional<std::chrono::milliseconds> warnHeld;
    std::optional<std::chrono::milliseconds> critHeld;
};

void addLimit(CLI::App& command, const std::string& name, Limits& limits, const char* what)
{
    command
        .add_option("--warn-" + name, limits.warn,
            absl::Substitute(tr("Warn of more than N $0 (default 0)"), what))
        ->type_name("N");
    command
        .add_option("--crit-" + name, limits.crit,
            absl::Substitute(tr("More than N $0 are critical"), what))
        ->type_name("N");
}

using std::chrono::milliseconds;

constexpr std::size_t kNamesShown = 3;
constexpr std::size_t kNameLimit = 64;
/// Room for the ACL command that grants a missing permission.
constexpr std::size_t kLossLimit = 256;

/// By severity: unknown may be fine.
enum class Status { Ok, Unknown, Warning, Critical };
constexpr std::array kStatuses{Status::Ok, Status::Unknown, Status::Warning, Status::Critical};

const char* statusName(Status status) noexcept
{
    constexpr std::array kNames{"OK", "UNKNOWN", "WARNING", "CRITICAL"};
    return kNames[static_cast<std::size_t>(status)];
}

int exitCodeOf(Status status) noexcept
{
    constexpr std::array kCodes{0, 3, 1, 2};
    return kCodes[static_cast<std::size_t>(status)];
}

/// A bar would end a monitoring plugin's text.
std::string plain(const std::string& text)
{
    std::string line;
    for (const char c : text)
        c == '|' ? line += "\\x7c" : line += c;
    return line;
}

struct Counted {
    const char* name;
    Limits limits;
    std::vector<std::string> locks; ///< names, or risks; safe to print
    const char* single = name;
    bool isComplete = true;

    [[nodiscard]] std::size_t count() const noexcept { return locks.size(); }
    [[nodiscard]] bool isKnown() const noexcept { return isComplete || count() != 0; }
};

std::string countedText(const Counted& one)
{
    if (!one.isKnown())
        return absl::Substitute(
            tr("$0 not known", "count of lockctl check"), tr(one.name, "count of lockctl check"));
    const char* const name = one.count() == 1 ? one.single : one.name;
    return absl::Substitute(
        tr("$0 $1", "count of lockctl check"), one.count(), tr(name, "count of lockctl check"));
}

std::string ofMaster(const MasterId& master, const std::string& text)
{
    return absl::Substitute(tr("$0: $1"), displaySafe(master.value()), text);
}

struct LongestHold {
    std::string lock;
    milliseconds held{0};
};

struct Findings {
    Status status = Status::Ok;
    std::vector<std::string> problems{};
    std::string worst{};

    void add(Status thisOne, std::string problem)
    {
        if (thisOne > status)
            worst = problem;
        status = std::max(status, thisOne);
        problems.push_back(std::move(problem));
    }
};

/// Without restarts, which judgeMasters() reports.
std::vector<std::string> risksOf(const BoardLook& look, SteadyTime now)
{
    std::vector<std::string> risks;
    for (const observe::MasterStatus& master : look.board.masters) {
        for (const words::MasterFact& fact : words::factsOf(master, now)) {
            if (words::isRisk(fact))
                risks.push_back(plain(ofMaster(master.id, fact.text)));
        }
    }
    return risks;
}

std::vector<Counted> countAll(const BoardLook& look, const CheckOptions& options)
{
    std::vector<Counted> counted{{trNoop("stale", "count of lockctl check"), options.stale, {}},
        {trNoop("unknown", "count of lockctl check"), options.unknown, {}},
        {trNoop("split", "count of lockctl check"), options.split, {}},
        {trNoop("deadlocks", "count of lockctl check"), options.deadlocks, {},
            trNoop("deadlock", "count of lockctl check")},
        {trNoop("risks", "count of lockctl check"), options.risks, {},
            trNoop("risk", "count of lockctl check")}};
    const SteadyTime now = systemClock().now();
    for (const observe::LockEntryPtr& entry : look.locks) {
        const std::string name = plain(displaySafe(entry->resource.value(), kNameLimit));
        const observe::Verdict verdict = entry->countVotes().verdict;
        if (const auto reason = std::ranges::find_if_not(entry->stale, observe::isDeadlock);
            reason != entry->stale.end())
            counted[0].locks.push_back(
                absl::Substitute(tr("$0 ($1)"), name, plain(words::evidenceText(*reason, now))));
        if (verdict == observe::Verdict::Unknown)
            counted[1].locks.push_back(name);
        if (verdict == observe::Verdict::Split)
            counted[2].locks.push_back(name);
    }
    for (const observe::Deadlock& deadlock : look.board.waits->deadlocks()) {
        std::string circle;
        for (const observe::Deadlock::Link& link : deadlock.links)
            circle.append(circle.empty() ? "" : " > ")
                .append(plain(displaySafe(link.resource.value(), kNameLimit)));
        counted[3].locks.push_back(
            deadlock.isCertain ? std::move(circle) : absl::Substitute(tr("$0 (likely)"), circle));
    }
    counted[3].isComplete = look.areWaitsKnown();
    counted[4].locks = risksOf(look, now);
    return counted;
}

struct Checked {
    Findings findings{};
    std::vector<Counted> counted{};
    LongestHold longest{};
    std::size_t masters = 0;
    std::size_t answered = 0;
    std::size_t locks = 0;
    std::optional<std::size_t> waiting = 0;
    milliseconds took{0};

    /// Then counts are unknown, not zero.
    [[nodiscard]] bool hasNoAnswer() const noexcept { return answered == 0; }
};

LongestHold longestHold(const BoardLook& look)
{
    const WallTime now = systemClock().wallNow();
    LongestHold longest;
    for (const observe::LockEntryPtr& entry : look.locks) {
        const auto since = entry->packedLock.since();
        if (!since || entry->countVotes().verdict != observe::Verdict::Held)
            continue;
        const auto held = std::chrono::duration_cast<milliseconds>(now - *since);
        if (longest.lock.empty() || held > longest.held)
            longest = {plain(displaySafe(entry->resource.value(), kNameLimit)),
                std::max(held, milliseconds(0))};
    }
    return longest;
}

std::string namesText(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
        addToList(text, names[i]);
    return names.size() > kNamesShown ? text + " ..." : text;
}

void judgeMasters(Findings& findings, const BoardLook& look)
{
    const std::size_t quorum = look.deployment().quorum();
    for (const Error& loss : look.partialReadErrors)
        findings.add(Status::Warning,
            plain(ofMaster(loss.master, displaySafe(trData(loss.text), kLossLimit))));
    for (const observe::MasterStatus& master : look.board.masters) {
        if (const auto age = observe::lateStart(master, look.board.masters, systemClock().now()))
            findings.add(Status::Warning, plain(ofMaster(master.id, words::restartText(*age))));
    }
    const std::size_t masters = look.board.masters.size();
    const std::size_t answered = masters - look.failures.size();
    const observe::QuorumState state
        = observe::quorumState(look.board.masters, quorum, systemClock().now());
    if (answered >= quorum && state.voting < quorum)
        findings.add(Status::Critical, words::quorumText(state));
    if (look.failures.empty())
        return;
    std::vector<std::string> names;
    for (const Error& failure : look.failures)
        names.push_back(
            plain(ofMaster(failure.master, displaySafe(trData(failure.text), kLossLimit))));
    if (answered < quorum)
        findings.add(Status::Critical,
            absl::Substitute(tr("no quorum: $0 of $1 masters answered, $2 are needed ($3)"),
                answered, masters, quorum, namesText(names)));
    else
        findings.add(Status::Warning,
            absl::Substitute(
                tr("only $0 of $1 masters answered ($2)"), answered, masters, namesText(names)));
}

void judgeCounts(Checked& checked, const CheckOptions& options)
{
    Findings& findings = checked.findings;
    for (const Counted& one : checked.counted) {
        const bool isCritical = one.limits.crit && one.count() > *one.limits.crit;
        if (isCritical || (one.limits.warn && one.count() > *one.limits.warn))
            findings.add(isCritical ? Status::Critical : Status::Warning,
                absl::Substitute(tr("$0: $1"), countedText(one), namesText(one.locks)));
    }
    const LongestHold& longest = checked.longest;
    const bool isTooLong = options.critHeld && longest.held > *options.critHeld;
    if (isTooLong || (options.warnHeld && longest.held > *options.warnHeld))
        findings.add(isTooLong ? Status::Critical : Status::Warning,
            absl::Substitute(
                tr("$0 is held for $1"), longest.lock, words::durationText(longest.held)));
}

Checked judge(const BoardLook& look, const CheckOptions& options)
{
    Checked checked{.counted = countAll(look, options),
        .longest = longestHold(look),
        .masters = look.board.masters.size(),
        .answered = look.board.masters.size() - look.failures.size(),
        .locks = look.locks.size(),
        .waiting = look.board.waits->countAll().least,
        .took = look.took};
    if (!look.areWaitsKnown() && checked.waiting == 0)
        checked.waiting.reset();
    judgeMasters(checked.findings, look);
    judgeCounts(checked, options);
    return checked;
}

template <class T> std::string limitText(const std::optional<T>& limit)
{
    return limit ? std::to_string(*limit) : std::string();
}

std::string limitText(const std::optional<milliseconds>& limit)
{
    return limit ? std::to_string(std::chrono::duration_cast<std::chrono::seconds>(*limit).count())
                 : std::string();
}

std::string performanceText(const Checked& checked, const CheckOptions& options)
{
    std::string text
        = "masters=" + std::to_string(checked.answered) + ";;;0;" + std::to_string(checked.masters);
    if (checked.hasNoAnswer())
        return text;
    text.append(" locks=").append(std::to_string(checked.locks)).append(";;;0");
    for (const Counted& one : checked.counted) {
        text.append(" ").append(one.name).append("=").append(
            one.isKnown() ? std::to_string(one.count()) : "U");
        text.append(";").append(limitText(one.limits.warn));
        text.append(";").append(limitText(one.limits.crit)).append(";0");
    }
    text.append(" waiting=").append(checked.waiting ? std::to_string(*checked.waiting) : "U");
    text.append(";;;0");
    if (const LongestHold& longest = checked.longest; !longest.lock.empty()) {
        text.append(" longest_held=").append(std::to_string(longest.held.count() / 1000));
        text.append("s;").append(limitText(options.warnHeld));
        text.append(";").append(limitText(options.critHeld)).append(";0");
    }
    return text.append(" sweep=").append(std::to_string(checked.took.count())).append("ms;;;0");
}

std::string summaryText(const Checked& checked)
{
    std::string text;
    for (const std::string& problem : checked.findings.problems)
        addClause(text, problem);
    if (!text.empty())
        return text;
    text = absl::Substitute(tr("$0 on $1", "locks on masters"),
        words::countText(checked.locks, "lock"), words::countText(checked.masters, "master"));
    for (const Counted& one : checked.counted)
        addToList(text, countedText(one));
    return text;
}

void writeChecked(output::JsonWriter& out, const Checked& checked)
{
    const auto ifKnown = [isKnown = !checked.hasNoAnswer()](std::size_t count) {
        return isKnown ? std::optional(count) : std::nullopt;
    };
    const Findings& findings = checked.findings;
    out.field("status", statusName(findings.status), "exit_code", exitCodeOf(findings.status),
        "problems", findings.problems, "masters", checked.masters, "masters_answered",
        checked.answered, "locks", ifKnown(checked.locks));
    for (const Counted& one : checked.counted)
        out.field(one.name, one.isKnown() ? ifKnown(one.count()) : std::nullopt);
    const LongestHold& longest = checked.longest;
    out.field("waiting", checked.hasNoAnswer() ? std::nullopt : checked.waiting, "longest_held_ms",
        longest.lock.empty() ? std::nullopt : std::optional(longest.held), "sweep_ms",
        checked.took);
}

void writeUnknown(output::JsonWriter& out, int exitCode, const std::string& why)
{
    out.field(
        "status", statusName(Status::Unknown), "exit_code", exitCode, "problems", std::vector{why});
}

std::string statusLine(Status status, const std::string& text)
{
    return absl::StrCat("LOCKS ", statusName(status), " - ", text);
}

/// False if a file that they name is wrong.
bool isWrongOption(const GlobalOptions& globals, const Error& error)
{
    const bool isFileUsed = globals.config || globals.deployment || globals.isAll;
    return !isFileUsed
        && (error.kind == ErrorClass::InvalidArgument || error.kind == ErrorClass::InvalidUrl);
}

int endUnknown(const GlobalOptions& globals, const Error& error)
{
    complainAbout(error, {});
    const int exitCode = isWrongOption(globals, error) ? kExitUsage : exitCodeOf(Status::Unknown);
    const std::string text = displaySafe(trData(error.text));
    if (globals.isJson)
        print(output::objectLine([&](auto& out) { writeUnknown(out, exitCode, text); }));
    else
        print(statusLine(Status::Unknown, plain(text)) + "\n");
    return exitCode;
}

class CheckedAll {
public:
    explicit CheckedAll(std::vector<Reading<Checked>> all)
        : m_all(std::move(all))
    {
        std::ranges::stable_sort(m_all, std::greater(), &statusOf);
    }

    [[nodiscard]] Status status() const { return statusOf(m_all.front()); }
    [[nodiscard]] std::string text(milliseconds took) const;
    void print() const;
    void complain() const;

private:
    [[nodiscard]] static Status statusOf(const Reading<Checked>& one)
    {
        return one.result ? one.result->findings.status : Status::Unknown;
    }
    [[nodiscard]] static std::string whyUnknown(const Reading<Checked>& one)
    {
        return displaySafe(trData(one.result.error().text), kLossLimit);
    }
    [[nodiscard]] std::size_t count(Status status) const
    {
        return static_cast<std::size_t>(std::ranges::count(m_all, status, &statusOf));
    }
    [[nodiscard]] std::string worstText() const;
    [[nodiscard]] Checked sum() const;

    std::vector<Reading<Checked>> m_all;
};

std::string CheckedAll::worstText() const
{
    std::string text;
    std::size_t named = 0;
    for (const Reading<Checked>& one : m_all) {
        if (statusOf(one) == Status::Ok)
            break;
        if (named++ == kNamesShown) {
            addClause(text, "...");
            break;
        }
        const bool hasMore = one.result && one.result->findings.problems.size() > 1;
        addClause(text,
            absl::Substitute(tr("$0 $1: $2", "status of a deployment"),
                plain(displaySafe(one.name, kNameLimit)), statusName(statusOf(one)),
                (one.result ? one.result->findings.worst : plain(whyUnknown(one)))
                    + (hasMore ? " ..." : "")));
    }
    return text;
}

/// Without limits, which differ per deployment.
Checked CheckedAll::sum() const
{
    Checked sum;
    for (const Reading<Checked>& reading : m_all) {
        if (!reading.result)
            continue;
        const Checked& checked = *reading.result;
        sum.masters += checked.masters;
        sum.answered += checked.answered;
        sum.locks += checked.locks;
        sum.waiting = sum.waiting && checked.waiting
            ? std::optional(*sum.waiting + *checked.waiting)
            : std::nullopt;
        if (!checked.longest.lock.empty()
            && (sum.longest.lock.empty() || checked.longest.held > sum.longest.held))
            sum.longest = checked.longest;
        for (std::size_t i = 0; i < checked.counted.size(); ++i) {
            if (i == sum.counted.size())
                sum.counted.push_back({.name = checked.counted[i].name,
                    .limits = {.warn = {}},
                    .locks = {},
                    .single = checked.counted[i].single});
            Counted& all = sum.counted[i];
            const Counted& one = checked.counted[i];
            all.isComplete = all.isComplete && one.isComplete;
            all.locks.insert(all.locks.end(), one.locks.begin(), one.locks.end());
        }
    }
    return sum;
}

std::string CheckedAll::text(milliseconds took) const
{
    std::string counts;
    std::string numbers = absl::StrCat(" | deployments=", m_all.size(), ";;;0");
    for (auto status = kStatuses.rbegin(); status != kStatuses.rend(); ++status) {
        const std::size_t found = count(*status);
        if (found > 0)
            addToList(counts, absl::StrCat(found, " ", statusName(*status)));
        absl::StrAppend(&numbers, " deployments_", absl::AsciiStrToLower(statusName(*status)), "=",
            found, ";;;0;", m_all.size());
    }
    std::string text
        = absl::Substitute(tr("$0: $1"), words::countText(m_all.size(), "deployment"), counts);
    if (const std::string worst = worstText(); !worst.empty())
        addClause(text, worst);
    Checked total = sum();
    total.took = took;
    return statusLine(status(), text) + numbers + " " + performanceText(total, {}) + "\n";
}

void CheckedAll::print() const
{
    ctl::print(output::objectLine([&](output::JsonWriter& out) {
        out.field("status", statusName(status()), "exit_code", exitCodeOf(status()));
        out.list("deployments", m_all, [&](const Reading<Checked>& one) {
            out.openObject();
            out.field("deployment", output::unlessEmpty(one.name));
            if (one.result)
                writeChecked(out, *one.result);
            else
                writeUnknown(out, exitCodeOf(Status::Unknown), whyUnknown(one));
            out.closeObject();
        });
    }));
}

void CheckedAll::complain() const
{
    for (const Reading<Checked>& one : m_all) {
        const ErrorsOf named(one.name);
        if (!one.result)
            complainAbout(one.result.error(), {});
    }
}

class CheckCommand final : public Command {
public:
    void addOptions(CLI::App& check) override
    {
        addLimit(check, "stale", m_options.stale, tr("locks with evidence of being stale"));
        addLimit(check, "unknown", m_options.unknown, tr("locks with an unknown verdict"));
        addLimit(check, "split", m_options.split, tr("locks that are split"));
        addLimit(check, "deadlocks", m_options.deadlocks, tr("deadlocks"));
        addLimit(check, "risks", m_options.risks, tr("warnings of `lockctl masters`"));
        addTime(
            check, "--warn-held", [this](milliseconds time) { m_options.warnHeld = time; },
            tr("Warn of a lock that is held longer"));
        addTime(
            check, "--crit-held", [this](milliseconds time) { m_options.critHeld = time; },
            tr("A lock that is held longer is critical"));
        check.footer(
            tr("A master that does not answer is a warning, less than a quorum is critical.\n"
               "Exit codes: 0 fine; 1 warning; 2 critical, also where no master answers; 3 "
               "unknown: nothing\ncould be asked (too many keys, no such deployment, no "
               "sandbox); 64 wrong options."));
    }
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override;

private:
    int end(const GlobalOptions& globals, const Checked& checked) const;

    CheckOptions m_options;
};

int CheckCommand::run(const GlobalOptions& globals)
{
    const SystemClock clock;
    const SteadyTime start = clock.now();
    auto readings
        = readTargets<Checked>(globals, TargetUse::Watch, [&](Target target) -> Result<Checked> {
              const auto look = lookAtBoard(globals, std::move(target));
              if (!look)
                  return tl::make_unexpected(look.error());
              return judge(*look, m_options);
          });
    if (!readings)
        return endUnknown(globals, readings.error());
    if (!globals.isAll)
        return end(globals, *readings->front().result);
    const CheckedAll all(std::move(*readings));
    all.complain();
    if (globals.isJson)
        all.print();
    else
        print(all.text(std::chrono::duration_cast<milliseconds>(clock.now() - start)));
    return exitCodeOf(all.status());
}

int CheckCommand::end(const GlobalOptions& globals, const Checked& checked) const
{
    const Status status = checked.findings.status;
    if (globals.isJson)
        print(output::objectLine([&](auto& out) { writeChecked(out, checked); }));
    else
        print(statusLine(status, summaryText(checked)) + " | " + performanceText(checked, m_options)
            + "\n");
    return exitCodeOf(status);
}

const CommandEntry<CheckCommand> kCheckEntry(
    40, "check", trNoop("One line and an exit code for monitoring"));

} // namespace
} // namespace lockkeeper::ctl
