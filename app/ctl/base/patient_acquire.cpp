// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/patient_acquire.h"

#include "app/ctl/base/child_command.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/wake_event.h"
#include "app/ctl/output/name_words.h"
#include "core/config/quorum.h"
#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/note_words.h"
#include "core/words/outcome_words.h"
#include "core/words/wait_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <future>
#include <memory>
#include <stop_token>

namespace lockkeeper::ctl {
namespace {

using AcquireResult = Result<lock::AcquireOutcome>;

constexpr std::chrono::seconds kSilence{1};

class StartedAcquire {
public:
    StartedAcquire(lock::Taker& taker, const Resource& resource, lock::AcquireOptions options)
        : m_result(m_completion->result.get_future())
    {
        options.stop = m_stop.get_token();
        taker.start(
            resource, std::move(options), [completion = m_completion](AcquireResult result) {
                completion->result.set_value(std::move(result));
                completion->over.raise();
            });
    }

    [[nodiscard]] int descriptor() const noexcept { return m_completion->over.descriptor(); }
    /// A pending try may still win.
    void stop() { m_stop.request_stop(); }
    /// Blocks. Call once.
    [[nodiscard]] AcquireResult take() { return m_result.get(); }

private:
    struct Completion {
        std::promise<AcquireResult> result;
        WakeEvent over;
    };
    // The handler may still run when take() returns.
    std::shared_ptr<Completion> m_completion = std::make_shared<Completion>();
    std::future<AcquireResult> m_result;
    std::stop_source m_stop;
};

std::optional<SignalEvent> takeInterrupt(SignalPipe& signals)
{
    auto event = signals.take();
    while (event && event->number == SIGCHLD)
        event = signals.take();
    return event;
}

std::vector<Error> complainAboutFailures(
    const std::vector<lock::MasterVote>& votes, const config::Deployment& deployment)
{
    std::vector<Error> failures;
    for (const lock::MasterVote& vote : votes) {
        if (vote.state != lock::MasterVote::State::Failed || !vote.error)
            continue;
        failures.push_back(*vote.error);
        failures.back().master = vote.master;
        complainAbout(failures.back(), deployment);
    }
    return failures;
}

/// Pending votes don't count if all that answered refused.
int exitCodeForVotes(const std::vector<lock::MasterVote>& votes, const std::vector<Error>& failures,
    const config::Deployment& deployment)
{
    const auto pending = static_cast<std::size_t>(
        std::ranges::count(votes, lock::MasterVote::State::Pending, &lock::MasterVote::state));
    const std::size_t answered = votes.size() - pending;
    if (exitCodeForFailures(failures, answered, deployment.quorum()) == kExitRefused)
        return kExitRefused;
    const int code = exitCodeForFailures(failures, votes.size(), deployment.quorum());
    return code == kExitDone ? kExitNoQuorum : code;
}

int explainNoQuorum(
    const lock::NoQuorum& outcome, const Resource& resource, const config::Deployment& deployment)
{
    const auto failures = complainAboutFailures(outcome.votes, deployment);
    if (outcome.reason == lock::NoQuorum::Reason::TooLate) {
        printError(absl::Substitute(
            tr("$0: not acquired: the masters answered too late for this TTL; use a longer one"),
            displaySafe(resource.value())));
        return kExitNotDone;
    }
    const std::size_t masters = deployment.masters.size();
    std::string names;
    for (const Error& failure : failures)
        addToList(names, failure.master.value());
    printError(deployment.otherStore() != nullptr ? absl::Substitute(
                   tr("$0: not acquired: the ensemble failed"), displaySafe(resource.value()))
            : masters == 1 ? absl::Substitute(
                  tr("$0: not acquired: the master failed"), displaySafe(resource.value()))
                           : absl::Substitute(tr("$0: not acquired: $1 of $2 masters failed ($3)"),
                               displaySafe(resource.value()), failures.size(), masters, names));
    return exitCodeForVotes(outcome.votes, failures, deployment);
}

std::string circleText(const lock::Deadlocked& outcome)
{
    std::string text;
    for (std::size_t i = 0; i < outcome.circle.size(); ++i) {
        const auto& link = outcome.circle[i];
        const auto& next = outcome.circle[(i + 1) % outcome.circle.size()];
        addClause(text,
            absl::Substitute(tr("$0 has $1 and waits for $2"), words::ownerText(link.holder),
                displaySafe(link.resource.value()), displaySafe(next.resource.value())));
    }
    return text;
}

Result<InterruptibleOutcome> acquireOrSignal(lock::Taker& taker, const Resource& resource,
    const lock::AcquireOptions& options, SignalPipe& signals, std::string waiting = {})
{
    StartedAcquire acquire(taker, resource, options);
    std::optional<SignalEvent> interrupt;
    const auto tellAt = BootClock::now() + kSilence;
    for (bool isOver = false; !isOver && !interrupt;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(tellAt - BootClock::now());
        if (!waiting.empty() && left.count() <= 0)
            printError(std::exchange(waiting, {}));
        const auto ready = waitFor({acquire.descriptor(), signals.descriptor()},
            waiting.empty() ? -1 : static_cast<int>(left.count()));
        isOver = ready[0];
        interrupt = takeInterrupt(signals);
    }
    if (interrupt)
        acquire.stop();
    AcquireResult result = acquire.take();
    if (!result)
        return tl::make_unexpected(std::move(result.error()));
    // The destructor releases a lease won meanwhile.
    if (interrupt)
        return Interrupted{interrupt->number};
    return std::visit(
        [](auto& outcome) -> InterruptibleOutcome { return std::move(outcome); }, *result);
}

/// Another owner's hold and a quarantine end by themselves.
bool isWorthWaiting(const InterruptibleOutcome& outcome)
{
    const auto* const noQuorum = std::get_if<lock::NoQuorum>(&outcome);
    if (noQuorum == nullptr)
        return std::holds_alternative<lock::Contended>(outcome);
    const auto answered = std::ranges::count_if(noQuorum->votes, [](const lock::MasterVote& vote) {
        return vote.state != lock::MasterVote::State::Failed
            || (vote.error && vote.error->kind == ErrorClass::Quarantined);
    });
    return noQuorum->reason != lock::NoQuorum::Reason::TooLate
        && static_cast<std::size_t>(answered) >= quorumOf(noQuorum->votes.size());
}

bool isHeldAbove(const InterruptibleOutcome& outcome)
{
    const auto* const contended = std::get_if<lock::Contended>(&outcome);
    if (contended == nullptr || !contended->holder || !contended->holder->fingerprint)
        return false;
    return std::ranges::count(heldByCaller(), *contended->holder->fingerprint) > 0;
}

std::string contendedText(
    const InterruptibleOutcome& outcome, const Resource& resource, const Target& target)
{
    const std::string name = displaySafe(resource.value());
    if (isHeldAbove(outcome))
        return absl::Substitute(
            tr("$0: not acquired: this command runs under this lock already, by `lockctl run`"),
            name);
    const auto& holder = std::get<lock::Contended>(outcome).holder;
    const std::string look = target.hintPrefix + lockctlLine("show", resource, target.hintOptions);
    if (holder && holder->parts)
        return absl::Substitute(
            tr("$0: not acquired: $1 has it; wait longer with --wait, or look at it: $2"), name,
            words::ownerText(holder->parts->owner), look);
    if (target.deployment.otherStore() != nullptr)
        return absl::Substitute(tr("$0: not acquired: another has it; wait longer with --wait, or "
                                   "look at it: $1"),
            name, look);
    return absl::Substitute(
        tr("$0: not acquired: the key is there, so another has it, unless it is no lock; wait "
           "longer with --wait, or look at it: $1"),
        name, look);
}

std::string waitingText(const InterruptibleOutcome& outcome, const Resource& resource)
{
    const std::string name = displaySafe(resource.value());
    const auto* const contended = std::get_if<lock::Contended>(&outcome);
    if (contended == nullptr)
        return absl::Substitute(
            tr("$0: waiting: a master that has restarted has no vote yet"), name);
    if (contended->holder && contended->holder->parts)
        return absl::Substitute(
            tr("$0: waiting: $1 has it"), name, words::ownerText(contended->holder->parts->owner));
    return absl::Substitute(tr("$0: waiting: another has it"), name);
}

void tellNote(const Resource& resource, const config::Deployment& deployment)
{
    if (deployment.otherStore() != nullptr)
        return;
    const auto seen = release::readNotes(deployment, resource, systemClock());
    const observe::Note note = seen ? release::shownNote(resource, *seen) : observe::Note();
    if (!note.isNone())
        printError(absl::Substitute(
            tr("$0: $1"), nameText(resource), words::noteText(note, systemClock().wallNow())));
}

Result<void> checkForZooKeeper(const TakingOptions& options)
{
    const auto refuse = [](const char* text) { return fail(ErrorClass::Unsupported, text); };
    if (!options.schemeName.empty() && options.schemeName != lock::kZooKeeperScheme)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("the scheme $0 is for Redis: this is an ensemble of ZooKeeper, "
                                    "whose scheme is zookeeper",
                                 "data"),
                options.schemeName));
    if (options.onDeadlock == lock::OnDeadlock::Fail)
        return refuse(trNoop("--on-deadlock fail is for Redis: no deadlock is searched for in "
                             "ZooKeeper",
            "data"));
    if (!options.note.empty())
        return refuse(trNoop("--note is for Redis: there are no notes in ZooKeeper", "data"));
    if (!options.isRenewed)
        return refuse(trNoop("--no-renew is for Redis: a session of ZooKeeper is kept for as long "
                             "as its program runs",
            "data"));
    return {};
}

/// Other clients rely on a named deployment's longest TTL.
void warnOfLongTtl(const config::Deployment& deployment, const TakingOptions& options)
{
    const bool isQuarantined = deployment.restartQuarantine == config::RestartQuarantine::Always
        || (deployment.restartQuarantine == config::RestartQuarantine::Auto
            && deployment.quorum() > 1);
    if (isQuarantined && !deployment.isSandbox && !deployment.name.empty()
        && options.ttl > deployment.longestTtl)
        printError(absl::Substitute(tr("warning: this TTL is longer than longest_ttl = \"$0\" of "
                                       "$1: after restarts without "
                                       "data, others may take the lock while it is held"),
            formatDuration(deployment.longestTtl), displaySafe(deployment.name)));
}

} // namespace

void addTtl(CLI::App& command, std::chrono::milliseconds& ttl, const std::string& help)
{
    const auto take = [&ttl](std::chrono::milliseconds typed) {
        if (typed.count() == 0)
            throw CLI::ValidationError("--ttl", tr("must be at least 1ms"));
        ttl = typed;
    };
    addTime(command, "--ttl", take, help);
}

void addTaking(CLI::App& command, TakingOptions& options, const std::string& ttlHelp,
    const std::string& waitHelp)
{
    addResource(command, options.typed);
    addTtl(command, options.ttl, ttlHelp);
    addTime(
        command, "--wait", [&options](std::chrono::milliseconds wait) { options.wait = wait; },
        waitHelp);
    const auto takeOnDeadlock = [&options](const std::string& value) {
        if (value != "wait" && value != "fail" && !value.empty())
            throw CLI::ValidationError("--on-deadlock", tr("must be wait or fail"));
        options.onDeadlock = value == "fail" ? lock::OnDeadlock::Fail : lock::OnDeadlock::Wait;
    };
    command
        .add_option_function<std::string>("--on-deadlock", takeOnDeadlock,
            tr("fail: end a wait that is part of a deadlock. Says that the script which runs this "
               "waits for it (default wait)"))
        ->type_name("wait|fail");
    const auto takeScheme = [&options](const std::string& name) {
        options.schemeName = name;
        if (name == lock::kZooKeeperScheme)
            return;
        const auto scheme = lock::findScheme(name);
        if (!scheme)
            throw CLI::ValidationError("--scheme", trData(scheme.error().text));
        options.scheme = *scheme;
    };
    std::string names;
    for (const lock::SchemeRef scheme : lock::allSchemes())
        names.append(nameOf(scheme)).append("|");
    command
        .add_option_function<std::string>("--scheme", takeScheme,
            tr("How to lock (default redlock; zookeeper in an ensemble). The others work beside "
               "other programs, and have their faults; they are for one master, and only redisson "
               "and redis-py renew"))
        ->type_name(names + lock::kZooKeeperScheme);
    command.add_flag("--fenced", options.isFenced,
        tr("Take a fencing token, higher than all before; a command finds it in LOCKKEEPER_FENCE"));
    command
        .add_option("--note", options.note,
            tr("Say beside the lock why it is held, for everybody to see, while it is held"))
        ->type_name("TEXT");
}

void checkTaking(const TakingOptions& options)
{
    checkResource(options.typed, EmptyName::Refused);
    if (options.note.empty())
        return;
    if (const auto fit = release::checkNoteText(options.note); !fit)
        throw CLI::ValidationError("--note", trData(fit.error().text));
}

std::unique_ptr<release::KeptNote> keepNote(
    const TakingOptions& options, const config::Deployment& deployment)
{
    if (options.note.empty())
        return nullptr;
    const Resource& resource = *options.typed.resource;
    auto note
        = release::KeptNote::write(deployment, resource, options.note, options.ttl, systemClock());
    if (!note) {
        printError(words::errorText(note.error()));
        return nullptr;
    }
    const release::NoteReport& report = (*note)->report();
    if (!report.isDone)
        printError(absl::Substitute(tr("warning: $0: $1"), nameText(resource),
            words::reportText(report, false, systemClock().wallNow())));
    return std::move(*note);
}

Result<InterruptibleOutcome> acquireInterruptibly(lock::Taker& taker, const Resource& resource,
    const lock::AcquireOptions& options, SignalPipe& signals)
{
    // Fail at once: unreachable masters are more often a typo than an outage.
    lock::AcquireOptions once = options;
    once.wait = {};
    auto outcome = acquireOrSignal(taker, resource, once, signals);
    if (!outcome || !isWorthWaiting(*outcome) || options.wait.count() == 0)
        return outcome;
    if (options.onDeadlock == lock::OnDeadlock::Wait && isHeldAbove(*outcome))
        printError(absl::Substitute(tr("$0: this command runs under this lock already, by `lockctl "
                                       "run`: it waits for itself"),
            displaySafe(resource.value())));
    return acquireOrSignal(taker, resource, options, signals, waitingText(*outcome, resource));
}

Result<Taking> takeLock(const config::Deployment& deployment, const TakingOptions& options,
    lock::Owner owner, bool isRenewed, SignalPipe& signals)
{
    const auto ttl = lock::Ttl::from(options.ttl);
    if (!ttl)
        return tl::make_unexpected(ttl.error());
    const bool isInZooKeeper = deployment.otherStore() != nullptr;
    if (!isInZooKeeper && options.schemeName == lock::kZooKeeperScheme)
        return fail(ErrorClass::Unsupported,
            trNoop("the scheme zookeeper needs an ensemble: --master zk://HOST", "data"));
    const auto checked = isInZooKeeper ? checkForZooKeeper(options) : Result<void>();
    if (!checked)
        return tl::make_unexpected(checked.error());
    auto taker = lock::makeTaker(deployment, std::move(owner), options.ttl);
    auto resource = taker->nameOf(*options.typed.resource);
    if (!resource)
        return tl::make_unexpected(std::move(resource.error()));
    if (!isInZooKeeper)
        warnOfLongTtl(deployment, options);
    auto beside = options.isFenced ? release::checkBeside(deployment, *resource) : Result<void>();
    if (!beside)
        return tl::make_unexpected(std::move(beside.error()));
    auto outcome = acquireInterruptibly(*taker, *resource,
        {.ttl = *ttl,
            .wait = options.wait,
            .isRenewed = isRenewed,
            .maxHold = std::chrono::milliseconds::max(),
            .isFenced = options.isFenced,
            .holding = heldByCaller(),
            .isHoldingCertain = options.onDeadlock == lock::OnDeadlock::Fail,
            .onDeadlock = options.onDeadlock,
            .scheme = options.scheme},
        signals);
    if (!outcome)
        return tl::make_unexpected(std::move(outcome.error()));
    // A master whose connection broke may store our token: its undo needs a new one.
    if (!std::holds_alternative<lock::Lease>(*outcome))
        taker->settle(2 * deployment.timeout);
    return Taking{std::move(taker), std::move(*resource), *ttl, std::move(*outcome)};
}

bool wasLost(lock::Lease& lease, lock::Ttl ttl)
{
    const auto extended = lease.extend(ttl);
    return !extended && extended.error().kind == ErrorClass::LeaseLost;
}

int releaseAndExplain(lock::Lease& lease, const config::Deployment& deployment)
{
    const std::string resource = displaySafe(lease.resource().value());
    const auto votes = lease.release();
    const auto isDone = [](const lock::MasterVote& vote) {
        return vote.state == lock::MasterVote::State::Yes
            || vote.state == lock::MasterVote::State::No;
    };
    const auto done = static_cast<std::size_t>(std::ranges::count_if(votes, isDone));
    if (votes.empty() || done >= deployment.quorum())
        return kExitDone;
    const auto failures = complainAboutFailures(votes, deployment);
    printError(absl::Substitute(deployment.otherStore() != nullptr
            ? tr("$0: not released: the lock stays until its session ends")
            : tr("$0: not released: the lock stays until its TTL has passed"),
        resource));
    return exitCodeForVotes(votes, failures, deployment);
}

int explainUnlessRenewable(lock::Lease& lease, lock::Ttl ttl, const config::Deployment& deployment)
{
    if (lease.extend(ttl))
        return kExitDone;
    const auto votes = lease.failedVotes();
    const auto refused = std::ranges::count_if(votes,
        [](const lock::MasterVote& vote) { return vote.error && isForbidden(vote.error->kind); });
    const std::size_t masters = deployment.masters.size();
    if (static_cast<std::size_t>(refused) <= masters - deployment.quorum())
        return kExitDone;
    (void)complainAboutFailures(votes, deployment);
    printError(
        absl::Substitute(tr("$0: not started: the lock could be neither renewed nor released; "
                            "it stays until its TTL has passed"),
            displaySafe(lease.resource().value())));
    return kExitRefused;
}

void explainLoss(const lock::Lease& lease, const config::Deployment& deployment)
{
    (void)complainAboutFailures(lease.failedVotes(), deployment);
}

void tellAsk(const lock::Lease& lease)
{
    const auto ask = lease.askedToRelease();
    if (!ask)
        return;
    printError(absl::Substitute(
        tr("$0: $1"), displaySafe(lease.resource().value()), words::askText(*ask)));
}

int explainFailure(
    const InterruptibleOutcome& outcome, const Resource& resource, const Target& target)
{
    if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&outcome))
        return explainNoQuorum(*noQuorum, resource, target.deployment);
    if (const auto* interrupted = std::get_if<Interrupted>(&outcome)) {
        printError(
            absl::Substitute(tr("$0: not acquired: interrupted"), displaySafe(resource.value())));
        return kExitSignalBase + interrupted->signal;
    }
    if (const auto* deadlocked = std::get_if<lock::Deadlocked>(&outcome)) {
        printError(absl::Substitute(tr("$0: not acquired: a deadlock, which ends when the script "
                                       "gives up a lock: $1"),
            displaySafe(resource.value()), circleText(*deadlocked)));
        return kExitNotDone;
    }
    printError(contendedText(outcome, resource, target));
    tellNote(resource, target.deployment);
    return kExitNotDone;
}

} // namespace lockkeeper::ctl
