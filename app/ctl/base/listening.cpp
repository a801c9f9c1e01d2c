// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/listening.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/option_values.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/whois_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {

void addMonitor(CLI::App& command, MonitorOptions& options)
{
    const auto take = [&options](std::chrono::milliseconds time) {
        if (time.count() <= 0 || time > observe::WhoisOptions::kLongestTap)
            throw CLI::ValidationError(
                "--monitor", tr("is for more than 0 and at most 10 seconds"));
        options.time = time;
    };
    CLI::Option* const monitor = addSeconds(command, "--monitor", take,
        tr("Also listen to all that the masters execute, for so long (10 at most). Costs them "
           "much"));
    command
        .add_option("--lines", options.lines,
            tr("Listen to no more than N commands of each master (default 100000)"))
        ->type_name("N")
        ->needs(monitor)
        ->check(range(std::size_t{1}, observe::WhoisOptions::kMostLines, tr("UINT in [$0 - $1]")));
}

ListeningGuard::ListeningGuard(
    std::size_t masters, std::chrono::milliseconds time, std::size_t lines)
    : m_signals{SIGINT, SIGTERM, SIGHUP, SIGTSTP}
{
    printError(absl::Substitute(
        tr("warning: $0; Ctrl-C ends it"), words::listeningCost(masters, time, lines)));
}

Result<observe::Whois> askWhois(
    const config::Deployment& deployment, const Resource& resource, const MonitorOptions& options)
{
    observe::WhoisOptions question{.tap = options.time, .tapLines = options.lines};
    std::optional<ListeningGuard> guard;
    if (options.time) {
        guard.emplace(deployment.masters.size(), *options.time, options.lines);
        question.isCancelled = [&guard] { return guard->isOver(); };
    }
    return observe::whois(deployment, resource, question, systemClock());
}

void complainAboutTap(const observe::WhoisMaster& master, const config::Deployment& deployment)
{
    const std::string name = displaySafe(master.master.value());
    if (master.tapError)
        return complainAbout(*master.tapError, deployment);
    if (master.isTapFull)
        printError(absl::Substitute(
            tr("master $0: listening ended after $1 commands; --lines N hears more"), name,
            master.lines));
    if (master.isTapBroken)
        printError(absl::Substitute(
            tr("master $0: some commands were missed: the connection broke while listening, or one "
               "command was too long (a million bytes or more)"),
            name));
}

} // namespace lockkeeper::ctl
