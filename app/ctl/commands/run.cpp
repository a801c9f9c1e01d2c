// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/run.h"

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/patient_acquire.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/wake_event.h"
#include "app/ctl/command.h"
#include "core/config/deployments_file.h"
#include "core/lock/process_identity.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/formats/tombstone.h"
#include "core/release/lock_snapshot.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <map>
#include <optional>
#include <sys/wait.h>

namespace lockkeeper::ctl {
namespace {

using std::chrono::milliseconds;

/// Between SIGTERM and SIGKILL.
constexpr milliseconds kGrace{5000};
/// Safe to add to a time.
constexpr std::chrono::hours kForever{24 * 365 * 20};

int exitCodeOfStatus(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : kExitSignalBase + WTERMSIG(status);
}

// The command stops first, and continues only with the lock: a stopped process can't renew it.
void stopBoth(const ChildCommand& child, const lock::Lease& lease)
{
    child.signal(SIGSTOP);
    ::raise(SIGSTOP);
    if (lease.isHeld())
        child.signal(SIGCONT);
}

/// The signal that was passed on; 0: none.
int handleSignal(const SignalEvent& event, const ChildCommand& child, const lock::Lease& lease)
{
    if (event.number == SIGTSTP)
        stopBoth(child, lease);
    // A key press reached the command too.
    if (event.number == SIGTSTP || event.number == SIGCHLD || event.isFromTerminal)
        return 0;
    child.signal(event.number);
    return event.number;
}

std::string lostText(const lock::Lease& lease, const char* lost, const char* revoked)
{
    return absl::Substitute(
        lease.isRevoked() ? revoked : lost, displaySafe(lease.resource().value()));
}

void tellWhoRevoked(const Resource& resource, const config::Deployment& deployment)
{
    const observe::LocalProcessProbe processes;
    const auto look = release::readLock(deployment, resource, systemClock(), processes, {});
    if (look && look->entry && observe::isTombstone(look->entry->packedLock.formatName()))
        printError(absl::Substitute(tr("$0: $1"), displaySafe(resource.value()),
            words::holderText(look->entry->unpackLock().holder)));
}

void stopUnlocked(ChildCommand& child, SignalPipe& signals, const lock::Lease& lease,
    const config::Deployment& deployment)
{
    printError(lostText(lease,
        tr("$0: the lease was lost while the command ran; the command is told to end"),
        tr("$0: the lease was revoked while the command ran; the command is told to end")));
    explainLoss(lease, deployment);
    if (!child.signal(SIGTERM))
        printError(absl::Substitute(tr("$0: the command runs as another user, and can't be ended: "
                                       "it may work on without the lock"),
            displaySafe(lease.resource().value())));
    child.signal(SIGCONT); // it may be stopped
    const auto killAt = BootClock::now() + kGrace;
    if (lease.isRevoked())
        tellWhoRevoked(lease.resource(), deployment);
    bool isKilled = false;
    while (true) {
        (void)child.poll();
        if (child.pid() < 0 && !child.hasOrphans())
            return;
        const auto left = std::chrono::duration_cast<milliseconds>(killAt - BootClock::now());
        if (left <= milliseconds(0) && !std::exchange(isKilled, true))
            child.signal(SIGKILL);
        if (child.pid() < 0)
            child.signalOrphans(isKilled ? SIGKILL : SIGTERM);
        const auto ready
            = waitFor({signals.descriptor()}, isKilled ? -1 : static_cast<int>(left.count()));
        while (ready[0] && signals.take()) { }
    }
}

/// Keeps the lock for processes that a command ended by a signal left behind: they may still work.
class Leftover {
public:
    Leftover(ChildCommand& child, const lock::Lease& lease)
        : m_child(child)
        , m_lease(lease)
    { }

    void notePassed(int signal) { m_passed = signal != 0 ? signal : m_passed; }
    void noteEnd(int status)
    {
        m_code = exitCodeOfStatus(status);
        const bool wasToldToEnd = m_passed != 0 && m_passed != SIGUSR1 && m_passed != SIGUSR2;
        m_isKept = wasToldToEnd || WIFSIGNALED(status);
    }
    /// The command's exit code once nothing is waited for.
    [[nodiscard]] std::optional<int> end()
    {
        if (!m_code || !m_isKept || !m_child.hasOrphans())
            return m_code;
        // In the background, shells' commands ignore INT and QUIT.
        if (m_passed != 0)
            m_child.signalOrphans(SIGTERM);
        if (!std::exchange(m_isTold, true))
            printError(absl::Substitute(tr("$0: the command has ended, but not all that it "
                                           "started: the lock is kept until that has ended, too"),
                displaySafe(m_lease.resource().value())));
        return std::nullopt;
    }

private:
    ChildCommand& m_child;
    const lock::Lease& m_lease;
    std::optional<int> m_code;
    int m_passed = 0;
    bool m_isKept = false;
    bool m_isTold = false;
};

// nullopt: the lease was lost.
std::optional<int> follow(ChildCommand& child, const lock::Lease& lease, SignalPipe& signals,
    const config::Deployment& deployment, int onAsk)
{
    WakeEvent lost;
    WakeEvent asked;
    const std::stop_callback onLost(lease.lost(), [&lost] { lost.raise(); });
    const std::stop_callback onAsked(lease.asked(), [&asked] { asked.raise(); });
    Leftover leftover(child, lease);
    while (true) {
        const auto ready = waitFor({signals.descriptor(), lost.descriptor(), asked.descriptor()});
        if (ready[1]) {
            stopUnlocked(child, signals, lease, deployment);
            return std::nullopt;
        }
        if (ready[2]) {
            asked.clear();
            tellAsk(lease);
            if (onAsk != 0)
                child.signal(onAsk);
            leftover.notePassed(onAsk);
        }
        while (const auto event = signals.take())
            leftover.notePassed(handleSignal(*event, child, lease));
        if (const auto status = child.poll())
            leftover.noteEnd(*status);
        if (const auto code = leftover.end())
            return code;
    }
}

/// 0: started; else an exit code.
int startCommand(ChildCommand& child, const std::string& name, const lock::Lease& lease,
    const std::vector<std::string>& withoutVariables)
{
    std::vector<Fingerprint> held = heldByCaller();
    held.push_back(lease.fingerprint());
    const int code = child.start(held, lease.fencingToken(), withoutVariables);
    return code == 0 ? 0 : explainNotRun(name, code);
}

int runLocked(ChildCommand& child, lock::Lease& lease, lock::Ttl ttl, SignalPipe& signals,
    const config::Deployment& deployment, int onAsk)
{
    const auto code = follow(child, lease, signals, deployment, onAsk);
    if (!code)
        return kExitNotDone;
    const bool isLost = wasLost(lease, ttl);
    if (isLost) {
        printError(lostText(lease,
            tr("$0: the lease was lost while the command ran: another may have held the lock"),
            tr("$0: the lease was revoked while the command ran: another may have held the "
               "lock")));
        explainLoss(lease, deployment);
        return kExitNotDone;
    }
    // The work is done, whatever happens to the lock.
    (void)releaseAndExplain(lease, deployment);
    return *code;
}

class RunCommand final : public Command {
public:
    void addOptions(CLI::App& run) override
    {
        run.footer(tr("The command follows the options: lockctl run RESOURCE -- COMMAND ..."));
        addTaking(run, m_taking,
            tr("How long the lock lives unless renewed: 500ms, 30s, 5m, 2h (default 30s)"),
            tr("Give up after this long (default: wait for as long as it takes)"));
        addLocked(run, m_command);
    }
    [[nodiscard]] bool printsJson() const override { return false; }
    std::vector<std::string>* argumentsBehindDashes() override { return &m_command.words; }
    void check(const GlobalOptions& /*globals*/) override
    {
        checkTaking(m_taking);
        if (m_command.words.empty())
            throw CLI::RequiredError("COMMAND (lockctl run RESOURCE -- COMMAND ...)");
    }
    int run(const GlobalOptions& globals) override;

private:
    TakingOptions m_taking{.wait = kForever};
    LockedCommand m_command;
};

int RunCommand::run(const GlobalOptions& globals)
{
    // Fork before there are connections or threads.
    auto child = ChildCommand::prepare(m_command.words);
    if (!child)
        return printErrorAndExitCode(child.error());
    const auto target = openTarget(globals, TargetUse::Act);
    if (!target)
        return printErrorAndExitCode(target.error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP, SIGCHLD};
    auto taken = takeLock(target->deployment, m_taking, ownerOfCommand(*child), true, signals);
    if (!taken)
        return printErrorAndExitCode(taken.error());
    if (auto* lease = std::get_if<lock::Lease>(&taken->outcome)) {
        const auto note = keepNote(m_taking, target->deployment);
        return runUnderLease(*child, m_command, *lease, taken->ttl, signals, *target);
    }
    return explainFailure(taken->outcome, taken->resource, *target);
}

const CommandEntry<RunCommand> kRunEntry(170, "run", trNoop("Hold a lock while a command runs"));

} // namespace

void addLocked(CLI::App& command, LockedCommand& locked)
{
    command.add_flag("--keep-passwords", locked.arePasswordsKept,
        tr("Leave the variables with masters' passwords in the command's environment: for a "
           "script that calls lockctl"));
    const auto take = [&signal = locked.onAsk](std::string name) {
        static const std::map<std::string, int> kSignals{{"HUP", SIGHUP}, {"INT", SIGINT},
            {"QUIT", SIGQUIT}, {"TERM", SIGTERM}, {"USR1", SIGUSR1}, {"USR2", SIGUSR2}};
        if (name.starts_with("SIG"))
            name.erase(0, 3);
        const auto known = kSignals.find(name);
        if (known == kSignals.end())
            throw CLI::ValidationError(
                "--on-ask", tr("must be HUP, INT, QUIT, TERM, USR1 or USR2"));
        signal = known->second;
    };
    command
        .add_option_function<std::string>("--on-ask", take,
            tr("Send the command this signal when somebody asks for the lock (lockctl ask); "
               "without it, only a line on standard error says so"))
        ->type_name("HUP|INT|QUIT|TERM|USR1|USR2");
}

lock::Owner ownerOfCommand(const ChildCommand& child)
{
    lock::Owner owner = lock::Owner::thisProcess("lockctl");
    owner.pid = child.pid();
    owner.process = lock::processIdentity(owner.pid);
    owner.mayOutliveProcess = true;
    return owner;
}

int runUnderLease(ChildCommand& child, const LockedCommand& command, lock::Lease& lease,
    lock::Ttl ttl, SignalPipe& signals, const Target& target)
{
    // Pass on signals that would end or stop us.
    signals.add({SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP});
    if (const int refused = explainUnlessRenewable(lease, ttl, target.deployment);
        refused != kExitDone)
        return refused;
    const int code = startCommand(child, command.words.front(), lease,
        command.arePasswordsKept ? std::vector<std::string>()
                                 : config::secretVariables(target.deployment));
    return code == 0 ? runLocked(child, lease, ttl, signals, target.deployment, command.onAsk)
                     : code;
}

} // namespace lockkeeper::ctl
