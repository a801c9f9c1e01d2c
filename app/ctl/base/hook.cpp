// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/hook.h"

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "core/config/deployment.h"
#include "core/config/deployments_file.h"
#include "core/config/identity.h"
#include "core/files/run_program.h"
#include "core/observe/alerts/event_watch.h"
#include "core/output/board_json.h"
#include "core/output/waits_json.h"
#include "core/text/display_safe.h"
#include "core/text/fingerprint.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <string>
#include <unistd.h>
#include <utility>

namespace lockkeeper::ctl {

namespace {

/// "cron:bill is stale: ..." for a lock's state; empty for other events.
std::string lockText(const observe::Event& event, const std::string& name, SteadyTime now)
{
    const observe::DecodedLock lock = event.entry->unpackLock();
    const std::string held = words::isHolderKnown(lock.holder)
        ? "; held by " + words::holderText(lock)
        : std::string();
    const std::string before = held.empty() ? held : held + " before";
    switch (event.kind) {
    case observe::EventKind::Stale:
        return event.isOver
            ? name + " is no longer stale"
            : absl::StrCat(name, " is stale: ", words::evidenceText(event.entry->stale, now), held);
    case observe::EventKind::Split:
        return event.isOver ? name + " is no longer split"
                            : name + " is split: no holder has a quorum";
    case observe::EventKind::TwoHolders:
        return event.isOver
            ? name + " is no longer at risk of two holders"
            : absl::StrCat(name,
                " may have two holders: ", words::evidenceText(event.entry->stale, now), held);
    case observe::EventKind::Lost:
        return absl::StrCat(name, " was lost by its masters, and not released", before);
    case observe::EventKind::Freed:
        return absl::StrCat(name, " was freed", before);
    default:
        return {};
    }
}

std::string circleText(const observe::Event& event)
{
    std::string circle;
    for (const observe::Deadlock::Link& link : event.deadlock->links)
        absl::StrAppend(&circle, displaySafe(link.resource.value()), " > ");
    circle += displaySafe(event.deadlock->links.front().resource.value());
    return absl::StrCat(event.isOver    ? "no longer a deadlock: "
            : event.deadlock->isCertain ? "deadlock: "
                                        : "likely a deadlock: ",
        circle);
}

std::string masterText(const observe::Event& event, const std::string& name)
{
    const observe::MasterStatus& master = event.masters.front();
    if (event.isOver)
        return absl::StrCat(
            "master ", name, master.isBlind() ? " can be read again" : " answers again");
    const auto& error = master.trouble();
    return absl::StrCat("master ", name, master.isBlind() ? " can't be read" : " does not answer",
        error ? ": " + displaySafe(error->text) : "");
}

std::string textOf(const observe::Event& event, SteadyTime now)
{
    const std::string name = displaySafe(event.subject.value());
    switch (event.kind) {
    case observe::EventKind::Deadlock:
        return circleText(event);
    case observe::EventKind::Master:
        return masterText(event, name);
    case observe::EventKind::Quorum:
        return event.isOver ? std::string("the masters have a quorum again")
                            : absl::StrCat("no quorum: ", event.allMasters - event.masters.size(),
                                " of ", event.allMasters, " masters ",
                                std::ranges::any_of(event.masters, &observe::MasterStatus::isBlind)
                                    ? "can be read, "
                                    : "answer, ",
                                event.quorum, " are needed");
    default:
        return lockText(event, name, now);
    }
}

void writeLockOf(
    output::JsonWriter& out, const observe::Event& event, const output::OutputTime& present)
{
    const observe::DecodedLock lock = event.entry->unpackLock();
    output::writeResource(out, event.subject);
    out.field("token", event.token ? event.token : observe::describedToken(event.entry->votes));
    out.field("format", words::libraryNames(lock));
    output::writeHolder(out.key("holder"), lock.holder);
    out.list("evidence", event.entry->stale, [&](const observe::Evidence& evidence) {
        out.object("kind", evidence.kind, "text", words::evidenceText(evidence, present.steady));
    });
}

void writeMasters(output::JsonWriter& out, const observe::Event& event)
{
    if (event.kind == observe::EventKind::Quorum)
        out.field(
            "quorum", event.quorum, "masters_answered", event.allMasters - event.masters.size());
    out.list("masters", event.masters, [&](const observe::MasterStatus& master) {
        out.openObject();
        output::writeMasterLink(out, master);
        out.field("error", output::errorText(master.trouble()));
        out.closeObject();
    });
}

/// The same for a state's begin and end, even in different processes.
std::string eventId(const config::Deployment& deployment, const observe::Event& event)
{
    constexpr std::size_t kDigits = 16;
    // A circle's lock to release may change.
    const Resource& subject
        = event.deadlock ? event.deadlock->links.front().resource : event.subject;
    return Fingerprint::ofString(
        absl::StrCat(config::identityOf(deployment), "\n", nameOf(event.kind), "\n",
            event.token ? event.token->hex() : std::string(), "\n", subject.value()))
        .hex()
        .substr(0, kDigits);
}

std::string eventLine(const config::Deployment& deployment, const observe::Event& event,
    const std::string& id, std::size_t leftOut, const output::OutputTime& present)
{
    return output::objectLine([&](output::JsonWriter& out) {
        out.field("event", event.kind, "id", id, "ended", event.isOver);
        out.field("at_start", event.isFromStart, "deployment", deployment.name);
        out.field("text", textOf(event, present.steady));
        out.field("time_unix_ms", present.unixTime(event.at));
        out.field("since_unix_ms", present.unixTime(event.since));
        out.field("left_out", leftOut);
        if (event.entry)
            writeLockOf(out, event, present);
        else if (event.deadlock) {
            output::writeResource(out, event.subject);
            output::writeDeadlock(out.key("deadlock"), *event.waits, *event.deadlock);
        } else
            writeMasters(out, event);
    });
}

constexpr const char* kOn = "--on";
constexpr const char* kDeployment = "LOCKKEEPER_DEPLOYMENT";
/// Milliseconds between checks for ended commands.
constexpr int kRunningTick = 50;

std::string eventNames(const char* separator)
{
    std::vector<std::string> names;
    for (const observe::EventKind kind : enumValues<observe::EventKind>())
        names.emplace_back(nameOf(kind));
    return absl::StrJoin(names, separator);
}

std::set<observe::EventKind> eventsOf(const std::string& text)
{
    std::set<observe::EventKind> events;
    for (const std::string& name : std::vector<std::string>(absl::StrSplit(text, ','))) {
        const auto kind = enumNamed<observe::EventKind>(name);
        if (!kind)
            throw CLI::ValidationError(kOn,
                absl::Substitute(tr("there is no event '$0'; there are $1"), displaySafe(name),
                    eventNames(", ")));
        events.insert(*kind);
    }
    return events;
}

std::vector<std::string> environmentFor(const config::Deployment& deployment)
{
    std::vector<std::string> hidden = config::secretVariables(deployment);
    hidden.emplace_back(kDeployment);
    std::vector<std::string> environment = environmentWithout(hidden);
    environment.push_back(absl::StrCat(kDeployment, "=", deployment.name));
    return environment;
}

} // namespace

void addOn(CLI::App& command, HookOptions& options)
{
    command
        .add_option_function<std::string>(
            kOn, [&options](const std::string& text) { options.events = eventsOf(text); },
            tr("Run the command behind -- for each of these events (with commas between them); it "
               "reads the event as JSON on its standard input"))
        ->type_name(eventNames("|"));
}

void checkOn(const HookOptions& options)
{
    if (!options.events.empty() && options.command.empty())
        throw CLI::RequiredError("COMMAND (--on EVENT -- COMMAND ...)");
    if (options.events.empty() && !options.command.empty())
        throw CLI::RequiredError("--on EVENT (--on EVENT -- COMMAND ...)");
}

int explainUnlessRunnable(const HookOptions& options)
{
    const int code = options.command.empty() ? 0 : programError(options.command.front());
    return code == 0 ? kExitDone : explainNotRun(options.command.front(), code);
}

std::unique_ptr<Hook> openHook(
    const Target& target, const HookOptions& options, Hook::Output output, const std::string& name)
{
    return options.events.empty() ? nullptr : std::make_unique<Hook>(target, options, output, name);
}

Hook::Hook(const Target& target, const HookOptions& options, Output output, std::string name)
    : m_deployment(target.deployment)
    , m_output(output)
    , m_name(std::move(name))
    , m_watch(options.events)
    , m_runner({.words = options.command,
                   .environment = environmentFor(target.deployment),
                   .output = output == Output::Errors ? STDERR_FILENO : -1},
          {}, systemClock(), [this](const std::string& line) { report(line); })
    , m_thread([this] { follow(); })
{ }

Hook::~Hook()
{
    m_stop.raise();
    m_thread.join();
}

void Hook::follow()
{
    const ErrorsOf named(m_name);
    while (true) {
        const auto ready = waitFor(
            {m_stop.descriptor(), m_updates.descriptor()}, m_runner.isBusy() ? kRunningTick : -1);
        if (ready[0])
            break;
        if (const auto update = m_updates.take()) {
            m_watch.see(*update);
            for (observe::Event& event : m_watch.take(update->asOf))
                offer(std::move(event));
            m_runner.drop(m_watch.takeLeftOut());
        }
        m_runner.work();
        const MutexLock lock(m_mutex);
        m_counts = m_runner.counts();
    }
    m_runner.finish();
}

void Hook::offer(observe::Event event)
{
    std::string id = eventId(m_deployment, event);
    const bool isUrgent
        = event.kind == observe::EventKind::Quorum || event.kind == observe::EventKind::Master;
    std::string about = nameOf(event.kind);
    if (!event.subject.isEmpty())
        absl::StrAppend(&about, " ", displaySafe(event.subject.value()));
    const bool isOver = event.isOver;
    const bool hasNoEnd
        = event.kind == observe::EventKind::Lost || event.kind == observe::EventKind::Freed;
    m_runner.offer({.id = id,
        .about = std::move(about),
        .isOver = isOver,
        .hasEnd = !hasNoEnd,
        .isUrgent = isUrgent,
        .text = [this, id, event = std::move(event)](std::size_t leftOut) {
            return eventLine(m_deployment, event, id, leftOut, output::OutputTime::read());
        }});
}

void Hook::report(const std::string& line)
{
    if (m_output == Output::Errors)
        return printError(line);
    const MutexLock lock(m_mutex);
    m_problem = line;
}

HookCounts Hook::counts() const
{
    const MutexLock lock(m_mutex);
    return m_counts;
}

std::string Hook::lastProblem() const
{
    const MutexLock lock(m_mutex);
    return m_problem;
}

} // namespace lockkeeper::ctl
