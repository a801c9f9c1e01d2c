// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
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

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

/// Limits of a count. A larger count is a warning or critical. Nullopt: no limit.
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
/// Long enough for the ACL command that grants a missing permission.
constexpr std::size_t kLossLimit = 256;

// The exit codes of monitoring plugins.
enum class Status { Ok = 0, Warning = 1, Critical = 2 };
constexpr int kExitUnknown = 3;

const char* statusName(Status status) noexcept
{
    switch (status) {
    case Status::Ok:
        return "OK";
    case Status::Warning:
        return "WARNING";
    case Status::Critical:
        break;
    }
    return "CRITICAL";
}

/// Escapes bars: in the output of a monitoring plugin, a bar ends the text and begins the numbers.
std::string plain(const std::string& text)
{
    std::string line;
    for (const char c : text)
        c == '|' ? line += "\\x7c" : line += c;
    return line;
}

/// A count with its limits, and the locks or risks that are counted.
struct Counted {
    const char* name;
    Limits limits;
    std::vector<std::string> locks; ///< their names, or the risks; safe to print

    [[nodiscard]] std::size_t count() const noexcept { return locks.size(); }
};

/// "3 stale".
std::string countedText(const Counted& one)
{
    return absl::Substitute(
        tr("$0 $1", "count of lockctl check"), one.count(), tr(one.name, "count of lockctl check"));
}

std::string ofMaster(const MasterId& master, const std::string& text)
{
    return absl::Substitute(tr("$0: $1"), displaySafe(master.value()), text);
}

struct LongestHold {
    std::string lock; ///< empty: no lock's value has a start time
    milliseconds held{0};
};

struct Findings {
    Status status = Status::Ok;
    std::vector<std::string> problems{};

    void add(Status worst, std::string problem)
    {
        status = std::max(status, worst);
        problems.push_back(std::move(problem));
    }
};

/// The warnings about masters. What they say of restarts is in judgeMasters().
std::vector<std::string> risksOf(const BoardLook& look, SteadyTime now)
{
    std::vector<std::string> risks;
    for (const observe::MasterStatus& master : look.board.masters) {
        for (const words::MasterFact& fact : words::factsOf(master, now)) {
            if (fact.state == words::FactState::Warning && fact.topic != words::FactTopic::Restarts)
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
        {trNoop("deadlocks", "count of lockctl check"), options.deadlocks, {}},
        {trNoop("risks", "count of lockctl check"), options.risks, {}}};
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
        counted[3].locks.push_back(std::move(circle));
    }
    counted[4].locks = risksOf(look, now);
    return counted;
}

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
    if (look.failures.empty())
        return;
    const std::size_t masters = look.board.masters.size();
    const std::size_t answered = masters - look.failures.size();
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

Findings judge(const BoardLook& look, const std::vector<Counted>& counted,
    const LongestHold& longest, const CheckOptions& options)
{
    Findings findings;
    judgeMasters(findings, look);
    for (const Counted& one : counted) {
        const bool isCritical = one.limits.crit && one.count() > *one.limits.crit;
        if (isCritical || (one.limits.warn && one.count() > *one.limits.warn))
            findings.add(isCritical ? Status::Critical : Status::Warning,
                absl::Substitute(tr("$0: $1"), countedText(one), namesText(one.locks)));
    }
    const bool isTooLong = options.critHeld && longest.held > *options.critHeld;
    if (isTooLong || (options.warnHeld && longest.held > *options.warnHeld))
        findings.add(isTooLong ? Status::Critical : Status::Warning,
            absl::Substitute(
                tr("$0 is held for $1"), longest.lock, words::durationText(longest.held)));
    return findings;
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

std::string performanceText(const BoardLook& look, const std::vector<Counted>& counted,
    const LongestHold& longest, const CheckOptions& options)
{
    const std::size_t masters = look.board.masters.size();
    std::string text = "masters=" + std::to_string(masters - look.failures.size()) + ";;;0;"
        + std::to_string(masters);
    // Without any answer the counts are unknown, not zero.
    if (look.hasNoAnswer())
        return text;
    text.append(" locks=").append(std::to_string(look.locks.size())).append(";;;0");
    for (const Counted& one : counted) {
        text.append(" ").append(one.name).append("=").append(std::to_string(one.count()));
        text.append(";").append(limitText(one.limits.warn));
        text.append(";").append(limitText(one.limits.crit)).append(";0");
    }
    text.append(" waiting=").append(std::to_string(look.board.waits->countAll().least));
    text.append(";;;0");
    if (!longest.lock.empty()) {
        text.append(" longest_held=").append(std::to_string(longest.held.count() / 1000));
        text.append("s;").append(limitText(options.warnHeld));
        text.append(";").append(limitText(options.critHeld)).append(";0");
    }
    return text.append(" sweep=").append(std::to_string(look.took.count())).append("ms;;;0");
}

std::string summaryText(
    const BoardLook& look, const std::vector<Counted>& counted, const Findings& findings)
{
    std::string text;
    for (const std::string& problem : findings.problems)
        addClause(text, problem);
    if (!text.empty())
        return text;
    text = absl::Substitute(tr("$0 on $1", "locks on masters"),
        words::countText(look.locks.size(), "lock"),
        words::countText(look.board.masters.size(), "master"));
    for (const Counted& one : counted)
        addToList(text, countedText(one));
    return text;
}

std::string jsonOf(const BoardLook& look, const std::vector<Counted>& counted,
    const LongestHold& longest, const Findings& findings)
{
    const auto ifKnown = [isKnown = !look.hasNoAnswer()](std::size_t count) {
        return isKnown ? std::optional(count) : std::nullopt;
    };
    return output::objectLine([&](output::JsonWriter& out) {
        out.field("status", statusName(findings.status));
        out.field("exit_code", static_cast<int>(findings.status), "problems", findings.problems);
        out.field("masters", look.board.masters.size());
        out.field("masters_answered", look.board.masters.size() - look.failures.size());
        out.field("locks", ifKnown(look.locks.size()));
        for (const Counted& one : counted)
            out.field(one.name, ifKnown(one.count()));
        out.field("waiting", ifKnown(look.board.waits->countAll().least));
        out.field(
            "longest_held_ms", longest.lock.empty() ? std::nullopt : std::optional(longest.held));
        out.field("sweep_ms", look.took);
    });
}

/// True if the error is a mistake in the options, not in a file that they name.
bool isWrongOption(const GlobalOptions& globals, const Error& error)
{
    const bool isFileUsed = globals.config || globals.deployment;
    return !isFileUsed
        && (error.kind == ErrorClass::InvalidArgument || error.kind == ErrorClass::InvalidUrl);
}

/// Ends the command when no master could be asked.
int endUnknown(const GlobalOptions& globals, const Error& error)
{
    complainAbout(error, {});
    const int exitCode = isWrongOption(globals, error) ? kExitUsage : kExitUnknown;
    const std::string text = displaySafe(trData(error.text));
    if (globals.isJson)
        print(output::objectLine([&](auto& out) {
            out.field("status", "UNKNOWN", "exit_code", exitCode, "problems", std::vector{text});
        }));
    else
        print("LOCKS UNKNOWN - " + plain(text) + "\n");
    return exitCode;
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
    int run(const GlobalOptions& globals) override;

private:
    CheckOptions m_options;
};

int CheckCommand::run(const GlobalOptions& globals)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return endUnknown(globals, look.error());
    const auto counted = countAll(*look, m_options);
    const LongestHold longest = longestHold(*look);
    const Findings findings = judge(*look, counted, longest, m_options);
    if (globals.isJson)
        print(jsonOf(*look, counted, longest, findings));
    else
        print(std::string("LOCKS ")
                  .append(statusName(findings.status))
                  .append(" - ")
                  .append(summaryText(*look, counted, findings))
                  .append(" | ")
                  .append(performanceText(*look, counted, longest, m_options))
                  .append("\n"));
    return static_cast<int>(findings.status);
}

const CommandEntry<CheckCommand> kCheckEntry(
    40, "check", trNoop("One line and an exit code for monitoring"));

} // namespace
} // namespace lockkeeper::ctl
