// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/hook.h"

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/output/event_json.h"
#include "core/config/deployments_file.h"
#include "core/files/run_program.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <unistd.h>
#include <utility>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kOn = "--on";
constexpr const char* kDeployment = "LOCKKEEPER_DEPLOYMENT"; ///< for the command
/// How often the ends of commands are looked for while some run, in milliseconds.
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

/// Without passwords, and with the deployment's name.
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
