// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/look_options.h"

#include "app/ctl/base/moments.h"
#include "app/ctl/serve/access_token.h"
#include "core/observe/whois/whois.h"
#include "core/text/ascii.h"
#include "core/text/duration_text.h"
#include "core/text/hex.h"
#include "core/text/sha256.h"
#include "core/text/translate.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

/// A check of an option's value.
std::string isGiven(const std::string& value)
{
    return value.empty() ? tr("is empty") : "";
}

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

void addCheck(CLI::App& app, TypedLook& typed)
{
    CLI::App* check = app.add_subcommand("check", tr("One line and an exit code for monitoring"));
    addLimit(*check, "stale", typed.check.stale, tr("locks with evidence of being stale"));
    addLimit(*check, "unknown", typed.check.unknown, tr("locks with an unknown verdict"));
    addLimit(*check, "split", typed.check.split, tr("locks that are split"));
    addLimit(*check, "deadlocks", typed.check.deadlocks, tr("deadlocks"));
    addLimit(*check, "risks", typed.check.risks, tr("warnings of `lockctl masters`"));
    check->add_option("--warn-held", typed.warnHeld, tr("Warn of a lock that is held longer"))
        ->type_name("TIME");
    check->add_option("--crit-held", typed.critHeld, tr("A lock that is held longer is critical"))
        ->type_name("TIME");
    check->footer(tr("A master that does not answer is a warning, less than a quorum is critical.\n"
                     "Exit codes: 0 fine; 1 warning; 2 critical, also where no master answers; 3 "
                     "unknown: nothing\ncould be asked (too many keys, no such deployment, no "
                     "sandbox); 64 wrong options."));
}

constexpr const char* kMonitorCost = trNoop(
    "--monitor makes each master send here all that its clients send, values included: that "
    "can halve\nwhat it gets done. It ends by time, lines or Ctrl-C, and shows no value.\n");

/// CLI11's check of a range, with `description` as CLI11 has it in a help, translated.
template <class T> CLI::Validator range(T least, T most, const char* description)
{
    CLI::Validator check = CLI::Range(least, most);
    check.description(absl::Substitute(description, least, most));
    return check;
}

void addMonitor(CLI::App& command, TypedLook& typed)
{
    CLI::Option* monitor = command.add_option("--monitor", typed.monitorTime,
        tr("Also listen to all that the masters execute, for so long (10 at most). Costs them "
           "much"));
    monitor->type_name("SECONDS");
    command
        .add_option("--lines", typed.monitor.lines,
            tr("Listen to no more than N commands of each master (default 100000)"))
        ->type_name("N")
        ->needs(monitor)
        ->check(range(std::size_t{1}, observe::WhoisOptions::kMostLines, tr("UINT in [$0 - $1]")));
}

void addWhois(CLI::App& app, TypedLook& typed)
{
    CLI::App* whois = app.add_subcommand("whois", tr("Which clients may hold a lock"));
    addResource(*whois, typed.resource);
    addMonitor(*whois, typed);
    whois->footer(absl::StrCat(tr(kMonitorCost),
        tr("Exit codes: 0 found, certainly or likely; 1 not found, or not held; 2 too few "
           "masters told;\n64 usage; 69 unreachable; 77 refused.")));
}

void addKinds(CLI::App& app, TypedLook& typed)
{
    CLI::App* kinds = app.add_subcommand("kinds", tr("Keys by kind of name, and which are locks"));
    CLI::Option* all = kinds->add_flag(
        "--all", typed.kinds.areAllWanted, tr("Also kinds of keys that are no locks"));
    CLI::Option* lock = kinds->add_option(
        "--lock", typed.lock, tr("Write into the deployments file that these keys are locks"));
    lock->type_name("KIND")->excludes(all)->check(isGiven);
    CLI::Option* noLock = kinds->add_option(
        "--not", typed.noLock, tr("Write into the deployments file that these keys are no locks"));
    noLock->type_name("KIND")->excludes(all)->excludes(lock)->check(isGiven);
    kinds
        ->add_option("--because", typed.kinds.because, tr("Why; a comment in the deployments file"))
        ->type_name("TEXT");
}

void addOutput(CLI::App& command, std::string& file)
{
    command
        .add_option(
            "--output", file, tr("Write to FILE instead of standard output. Replaces it at once"))
        ->type_name("FILE")
        ->check(isGiven);
}

void addReport(CLI::App& app, TypedLook& typed)
{
    CLI::App* report = app.add_subcommand(
        "report", tr("What was seen, decided and sent, and what came of it, as Markdown or JSON"));
    addResource(*report, typed.resource, tr("The lock's name; without one, all of a span of time"));
    report
        ->add_option("--since", typed.since,
            tr("Only what happened since: 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)"))
        ->type_name("TIME");
    report->add_option("--until", typed.until, tr("Only what happened before; like --since"))
        ->type_name("TIME");
    addOutput(*report, typed.report.file);
    report->footer(
        tr("It is made of the journal of releases, of the history (`watch --record`), and "
           "of what the\nmasters answer now."));
}

void addWaits(CLI::App& app, TypedLook& typed)
{
    CLI::App* waiters = app.add_subcommand("waiters", tr("Who waits for a lock, or for any"));
    addResource(*waiters, typed.resource, tr("The lock's name; without one, all waiters"));
    addMonitor(*waiters, typed);
    const char* const who = tr("Seen are those who wait by Lockkeeper's library, and by others as "
                               "far as these tell.\n");
    waiters->footer(absl::StrCat(who,
        tr("With --monitor, also the clients that are heard to try for RESOURCE in vain.\n"),
        tr(kMonitorCost),
        tr("Exit codes: 0 told; 2 too few masters told; 64 usage; 69 unreachable; 77 refused.")));
    app.add_subcommand(
           "deadlocks", tr("Holders that wait for each other, and which release ends it"))
        ->footer(absl::StrCat(who,
            tr("Exit codes: 0 none; 1 there is one; 2 too few masters told; 64 usage; 69 "
               "unreachable;\n77 refused.")));
}

void addMasters(CLI::App& app)
{
    app.add_subcommand(
           "masters", tr("What of the masters matters for their locks, and what mends it"))
        ->footer(
            absl::StrCat(tr("Clock, restarts, eviction, memory, persistence. Reads no keys.\n"),
                tr("Exit codes: 0 told; 2 too few masters told; 64 usage; 69 unreachable; 77 "
                   "refused.")));
}

void addJournal(CLI::App& app, TypedLook& typed)
{
    CLI::App* journal = app.add_subcommand("journal", tr("The journal of releases"));
    journal->require_subcommand(1);
    CLI::App* verify = journal->add_subcommand("verify",
        tr("Whether the journal is whole: each entry has a hash of itself and the one before"));
    verify->add_option("FILE", typed.verified.file, tr("The journal, in place of --journal"));
    verify
        ->add_option("--head", typed.verified.head,
            tr("Also check that the chain has this hash, which an earlier `verify` has printed"))
        ->type_name("HASH");
    verify->footer(
        tr("Keep the head that it prints elsewhere: without it, a journal whose end was cut "
           "off, or that\nwas rewritten as a whole, looks whole. Exit codes: 0 whole; 1 "
           "not, or nothing can be told."));
}

void addServe(CLI::App& app, TypedLook& typed)
{
    CLI::App* serve = app.add_subcommand("serve",
        tr("Watch, and answer by HTTP: metrics for Prometheus, locks and events for programs"));
    serve
        ->add_option("--listen", typed.serve.listen,
            tr("Where to listen (default 127.0.0.1:7737). An address that other hosts reach needs "
               "a token"))
        ->type_name("ADDRESS:PORT");
    serve
        ->add_option("--token-file", typed.serve.tokenFile,
            tr("A private file with the token that clients must show"))
        ->type_name("FILE");
    serve
        ->add_option("--max-clients", typed.serve.mostClients,
            tr("Answer at most N clients at a time (default 256)"))
        ->type_name("N")
        ->check(range(1, 1000, tr("INT in [$0 - $1]")));
    serve
        ->add_option("--stale-after", typed.staleAfter,
            tr("/healthz fails if the data are older (default 10s)"))
        ->type_name("TIME");
    serve->add_flag("--per-lock", typed.serve.isPerLock,
        tr("Also one series for each lock; there may be many"));
    serve->footer(
        absl::Substitute(tr("The token may also be in $0. Clients show it as `Authorization: "
                            "Bearer TOKEN`.\nPaths: /metrics, /locks, /events, /healthz."),
            kServeTokenVariable));
}

WallTime momentAgo(const std::string& option, const std::string& text)
{
    const auto time = parsePastTime(text, systemClock().wallNow());
    if (!time)
        throw CLI::ValidationError(option, trData(time.error().text));
    return *time;
}

ReportOptions checkedReport(const TypedLook& typed)
{
    ReportOptions report = typed.report;
    if (typed.resource.resource)
        report.resource = checkedResource(typed.resource, EmptyName::Encoded);
    else if (typed.since.empty())
        throw CLI::ValidationError("report", tr("takes RESOURCE, --since TIME, or both"));
    if (!typed.since.empty())
        report.since = momentAgo("--since", typed.since);
    if (!typed.until.empty())
        report.until = momentAgo("--until", typed.until);
    if (report.until <= report.since)
        throw CLI::ValidationError("--until", tr("is not later than --since"));
    return report;
}

std::optional<std::chrono::milliseconds> optionalTime(
    const std::string& option, const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto time = parseDuration(text);
    if (!time)
        throw CLI::ValidationError(option, trData(time.error().text));
    return *time;
}

CheckOptions checkedCheck(const TypedLook& typed)
{
    CheckOptions check = typed.check;
    check.warnHeld = optionalTime("--warn-held", typed.warnHeld);
    check.critHeld = optionalTime("--crit-held", typed.critHeld);
    return check;
}

/// --monitor also accepts a number without a unit, in seconds: "5" is "5s".
MonitorOptions checkedMonitor(const TypedLook& typed)
{
    MonitorOptions monitor = typed.monitor;
    const std::string& time = typed.monitorTime;
    if (time.empty())
        return monitor;
    const bool isNumber = time.find_first_not_of("0123456789") == std::string::npos;
    monitor.time = optionalTime("--monitor", isNumber ? time + "s" : time);
    if (monitor.time->count() <= 0 || *monitor.time > observe::WhoisOptions::kLongestTap)
        throw CLI::ValidationError("--monitor", tr("is for more than 0 and at most 10 seconds"));
    return monitor;
}

WaitersOptions checkedWaiters(const TypedLook& typed)
{
    WaitersOptions waiters{.monitor = checkedMonitor(typed)};
    if (waiters.monitor.time && !typed.resource.resource)
        throw CLI::ValidationError("--monitor", tr("needs RESOURCE: it listens for one lock"));
    if (typed.resource.resource)
        waiters.resource = checkedResource(typed.resource, EmptyName::Encoded);
    return waiters;
}

ServeOptions checkedServe(const TypedLook& typed)
{
    ServeOptions serve = typed.serve;
    if (const auto staleAfter = optionalTime("--stale-after", typed.staleAfter))
        serve.staleAfter = *staleAfter;
    // An update comes each second.
    if (serve.staleAfter < std::chrono::seconds(2))
        throw CLI::ValidationError("--stale-after", tr("must be at least 2s"));
    return serve;
}

KindsOptions checkedKinds(const TypedLook& typed)
{
    KindsOptions kinds = typed.kinds;
    if (!typed.lock.empty())
        kinds.answer = observe::KindAnswer::Lock;
    else if (!typed.noLock.empty())
        kinds.answer = observe::KindAnswer::NoLock;
    else if (!kinds.because.empty())
        throw CLI::ValidationError("--because", tr("needs --lock KIND or --not KIND"));
    kinds.kind = typed.lock.empty() ? typed.noLock : typed.lock;
    return kinds;
}

JournalVerifyOptions checkedVerify(const TypedLook& typed, const GlobalOptions& globals)
{
    JournalVerifyOptions verify = typed.verified;
    if (!verify.file.empty() && !globals.journal.empty())
        throw CLI::ValidationError(
            "--journal", tr("names another file than FILE: give one of them"));
    verify.head = toAsciiLower(verify.head);
    if (!verify.head.empty()
        && (verify.head.size() != Sha256::kHexLength || !isLowerHex(verify.head)))
        throw CLI::ValidationError("--head", tr("is a hash of 64 hex digits"));
    return verify;
}

ExportOptions checkedExport(const TypedLook& typed, const GlobalOptions& globals)
{
    if (typed.isCsv == globals.isJson)
        throw CLI::ValidationError("export", tr("needs one of --csv and --json"));
    return typed.exported;
}

} // namespace

void addLookCommands(CLI::App& app, TypedLook& typed)
{
    addResource(*app.add_subcommand("show", tr("All that is known of one lock")), typed.resource);
    addCheck(app, typed);
    CLI::App* exported = app.add_subcommand("export", tr("All locks as CSV or JSON"));
    exported->add_flag("--csv", typed.isCsv, tr("CSV after RFC 4180, fit for spreadsheets"));
    addOutput(*exported, typed.exported.file);
    CLI::App* metrics = app.add_subcommand(
        "metrics", tr("Numbers for Prometheus, by the textfile collector of the node exporter"));
    addOutput(*metrics, typed.metrics.file);
    metrics->add_flag("--per-lock", typed.metrics.isPerLock,
        tr("Also one series for each lock; there may be many"));
    addWhois(app, typed);
    addKinds(app, typed);
    addReport(app, typed);
    addWaits(app, typed);
    addMasters(app);
    addJournal(app, typed);
    addServe(app, typed);
}

std::optional<Command> makeReadOnlyCommand(
    const std::string& name, const TypedLook& typed, const GlobalOptions& globals)
{
    if (name == "check")
        return checkedCheck(typed);
    if (name == "export")
        return checkedExport(typed, globals);
    if (name == "metrics")
        return typed.metrics;
    if (name == "kinds")
        return checkedKinds(typed);
    if (name == "show")
        return ShowOptions{checkedResource(typed.resource, EmptyName::Encoded)};
    if (name == "report")
        return checkedReport(typed);
    if (name == "whois")
        return WhoisCommandOptions{
            checkedResource(typed.resource, EmptyName::Encoded), checkedMonitor(typed)};
    if (name == "waiters")
        return checkedWaiters(typed);
    if (name == "deadlocks")
        return DeadlocksOptions{};
    if (name == "masters")
        return MastersOptions{};
    if (name == "journal")
        return checkedVerify(typed, globals);
    if (name == "serve")
        return checkedServe(typed);
    return std::nullopt;
}

} // namespace lockkeeper::ctl
