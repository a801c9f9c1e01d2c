// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/update_queue.h"
#include "app/ctl/command.h"
#include "app/ctl/commands/release.h"
#include "app/ctl/output/name_words.h"
#include "core/observe/watcher.h"
#include "core/redis/glob.h"
#include "core/release/execute.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

enum class WaitEnd { Freed, Taken, TimeOver, Interrupted };

class EndOfLock {
public:
    EndOfLock(const Target& target, const Resource& resource, const Fingerprint& token)
        : m_resource(resource)
        , m_token(token)
        , m_watcher(watched(target, resource), systemClock(), m_processes,
              [this](const observe::BoardUpdate& update) { m_queue.put(update); },
              {.publishEvery = milliseconds(0), .least = observe::Certainty::Possible})
    { }
    ~EndOfLock() { m_watcher.stop(); }
    EndOfLock(const EndOfLock&) = delete;
    EndOfLock& operator=(const EndOfLock&) = delete;

    WaitEnd await(SignalPipe& signals, SteadyTime until)
    {
        while (true) {
            const auto left = std::chrono::ceil<milliseconds>(until - systemClock().now());
            if (left <= milliseconds(0))
                return WaitEnd::TimeOver;
            constexpr milliseconds kMost{3'600'000};
            const auto ready = waitFor({m_queue.descriptor(), signals.descriptor()},
                static_cast<int>(std::min(left, kMost).count()));
            if (const auto signal = ready[1] ? signals.take() : std::nullopt) {
                m_signal = signal->number;
                return WaitEnd::Interrupted;
            }
            if (const auto update = ready[0] ? m_queue.take() : std::nullopt) {
                if (const auto end = endIn(*update))
                    return *end;
            }
        }
    }
    [[nodiscard]] int signal() const noexcept { return m_signal; }

private:
    static config::Deployment watched(const Target& target, const Resource& resource)
    {
        config::Deployment deployment = target.deployment;
        deployment.patterns = {redis::literalGlob(resource.value())};
        return deployment;
    }

    [[nodiscard]] std::optional<WaitEnd> endIn(const observe::BoardUpdate& update) const
    {
        for (const observe::LockEntryPtr& entry : update.changed) {
            if (entry->resource != m_resource)
                continue;
            const auto count = entry->countVotes();
            if (count.verdict == observe::Verdict::Unknown || count.token == m_token)
                return std::nullopt;
            return count.token ? WaitEnd::Taken : WaitEnd::Freed;
        }
        const bool isGone = std::ranges::find(update.gone, m_resource) != update.gone.end()
            || (update.isComplete && update.locks == 0);
        return isGone ? std::optional(WaitEnd::Freed) : std::nullopt;
    }

    const Resource& m_resource;
    const Fingerprint& m_token;
    const observe::LocalProcessProbe m_processes;
    UpdateQueue m_queue;
    observe::Watcher m_watcher;
    int m_signal = 0;
};

/// `isGivenUp`: nullopt if nobody waited.
std::string askJson(const Proposal& proposal, const release::Report& report,
    std::optional<bool> isGivenUp = std::nullopt)
{
    return reportJson(proposal, &report, [&](output::JsonWriter& out) {
        out.key("earlier");
        if (const auto earlier = report.earlierAsk())
            out.object("by", earlier->by, "unix_ms", earlier->at, "reason", earlier->reason);
        else
            out.value(nullptr);
        if (isGivenUp)
            out.field("given_up", *isGivenUp);
    });
}

class AskCommand final : public Command {
public:
    void addOptions(CLI::App& ask) override
    {
        addResource(ask, m_typed);
        addDeciding(ask, m_options);
        addTime(
            ask, "--wait", [this](milliseconds wait) { m_wait = wait; },
            tr("Wait this long until the holder has released it, and say so"));
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        m_options.resource = checkResource(m_typed, EmptyName::Refused);
        checkDeciding(m_options);
        m_options.isConfirmed = true; // the holder decides
    }
    int run(const GlobalOptions& globals) override
    {
        return decideAndDo(globals, m_options, [&](const Target& target, const Proposal& proposal) {
            return ask(globals, target, proposal);
        });
    }

private:
    int ask(const GlobalOptions& globals, const Target& target, const Proposal& proposal);
    int await(const GlobalOptions& globals, const Target& target, const Proposal& proposal,
        const release::Report& report);

    TypedResource m_typed;
    ReleaseOptions m_options{.deed = Deed::Ask};
    std::optional<milliseconds> m_wait;
};

int AskCommand::ask(const GlobalOptions& globals, const Target& target, const Proposal& proposal)
{
    const auto report = journalled(globals, [&](release::Journal& journal, const Clock& clock) {
        return release::execute(target.deployment, proposal.plan, m_options.reason, journal, clock);
    });
    if (!report)
        return printErrorAndExitCode(report.error());
    if (!globals.isJson)
        print(reportLines(*report));
    if (m_wait && report->isAsked())
        return await(globals, target, proposal, *report);
    if (globals.isJson)
        print(askJson(proposal, *report));
    return exitCodeOfReport(proposal, *report);
}

int AskCommand::await(const GlobalOptions& globals, const Target& target, const Proposal& proposal,
    const release::Report& report)
{
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const SteadyTime until = deadlineAfter(systemClock().now(), *m_wait);
    EndOfLock lock(target, proposal.plan.resource, proposal.plan.token);
    const WaitEnd end = lock.await(signals, until);
    const std::string name = nameText(proposal.plan.resource);
    if (globals.isJson)
        print(askJson(proposal, report, end == WaitEnd::Freed || end == WaitEnd::Taken));
    switch (end) {
    case WaitEnd::Freed:
        if (!globals.isJson)
            print(absl::Substitute(tr("$0: the holder has given it up: free\n"), name));
        return exitCodeOfReport(proposal, report);
    case WaitEnd::Taken:
        if (!globals.isJson)
            print(absl::Substitute(
                tr("$0: the holder has given it up, and another one has it\n"), name));
        return exitCodeOfReport(proposal, report);
    case WaitEnd::TimeOver:
        printError(absl::Substitute(
            tr("$0: asked, but still held by $1"), name, words::holderText(proposal.plan.holder)));
        return kExitNotDone;
    case WaitEnd::Interrupted:
        break;
    }
    printError(absl::Substitute(tr("$0: asked; the wait was interrupted"), name));
    return kExitSignalBase + lock.signal();
}

const CommandEntry<AskCommand> kAskEntry(
    175, "ask", trNoop("Ask the holder of a lock to release it"));

} // namespace
} // namespace lockkeeper::ctl
