// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal.h"

#include "core/files/private_directory.h"
#include "core/files/xdg.h"
#include "core/release/journal_entry.h"
#include "core/release/journal_file.h"
#include "core/release/os_user.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::release {
namespace {

Result<std::string> newId()
{
    return randomBytes(8).map([](const std::string& bytes) { return hex(bytes); });
}

std::string journalHolder(const observe::Holder& holder)
{
    std::string text = holder.app.value_or("");
    if (holder.host)
        text.append(text.empty() ? "" : "@").append(*holder.host);
    if (holder.pid)
        text.append(text.empty() ? "pid " : " pid ").append(std::to_string(*holder.pid));
    if (holder.thread)
        text.append(text.empty() ? "thread " : ", thread ").append(*holder.thread);
    return text.empty() ? holder.detail.value_or("") : text;
}

std::optional<JournalSafety> safetyOf(const Plan& plan)
{
    if (!plan.shown)
        return std::nullopt;
    return JournalSafety{nameOf(plan.shown->safety), plan.shown->text};
}

std::vector<JournalVote> votesOf(const Plan& plan, SteadyTime now)
{
    std::vector<JournalVote> votes;
    for (const observe::Vote& vote : plan.votes) {
        JournalVote noted{vote.master.value(), nameOf(vote.state)};
        if (vote.token)
            noted.token = vote.token->hex();
        if (vote.ttl)
            noted.ttl = observe::ttlAt(*vote.ttl, vote.readAt, now);
        votes.push_back(std::move(noted));
    }
    return votes;
}

std::vector<JournalMaster> journalMastersOf(const Plan& plan)
{
    std::vector<JournalMaster> masters;
    for (const PlannedMaster& master : plan.masters) {
        masters.push_back({master.id.value(), master.url});
        if (!master.user.empty())
            masters.back().user = master.user;
    }
    return masters;
}

std::vector<JournalMaster> journalMastersOf(const config::Deployment& deployment)
{
    std::vector<JournalMaster> masters;
    for (const config::MasterConfig& master : deployment.masters) {
        masters.push_back({master.id.value(), master.label()});
        if (!master.url.user.empty())
            masters.back().user = master.url.user;
    }
    return masters;
}

std::string actionName(const Plan& plan, Journal::Stage stage)
{
    const std::string name = nameOfDeed(plan);
    return stage == Journal::Stage::Finish ? "finish-" + name : name;
}

std::vector<std::string> evidenceOf(const Plan& plan)
{
    std::vector<std::string> kinds;
    for (const observe::Evidence& evidence : plan.evidence)
        kinds.emplace_back(nameOf(evidence.kind));
    return kinds;
}

std::optional<std::string> errorText(const std::optional<Error>& error)
{
    return error ? std::optional(error->text) : std::nullopt;
}

tl::unexpected<Error> withoutJournal(Error error)
{
    error.text = absl::Substitute(trNoop("$0; nothing is done without it", "data"), error.text);
    return tl::make_unexpected(std::move(error));
}

std::vector<JournalOutcome> outcomesOf(const Report& report)
{
    std::vector<JournalOutcome> outcomes;
    for (const MasterOutcome& outcome : report.outcomes) {
        outcomes.push_back(
            {outcome.master.value(), nameOf(outcome.result), errorText(outcome.error)});
    }
    return outcomes;
}

} // namespace

struct Journal::Private {
    Result<std::string> begin(JournalIntent intent);

    JournalFile file;
    const Clock& clock;
};

Result<std::string> Journal::Private::begin(JournalIntent intent)
{
    auto id = newId();
    if (!id)
        return id;
    intent.id = *id;
    intent.time = clock.wallNow();
    intent.osUser = osUser();
    intent.host = hostName();
    intent.pid = ::getpid();
    if (auto written = file.append(formatJournalEntry(intent)); !written)
        return withoutJournal(std::move(written.error()));
    return id;
}

Journal::Journal(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Result<Journal> Journal::open(const std::filesystem::path& file, const Clock& clock)
{
    // A mistyped path must not start a second journal.
    const std::filesystem::path directory = directoryOf(file);
    std::error_code ignored;
    if (file != defaultJournalFile() && !std::filesystem::is_directory(directory, ignored))
        return withoutJournal(std::move(journalError(file,
            absl::Substitute(
                trNoop("there is no directory $0", "data"), displaySafe(directory.string(), 4096)))
                                            .value()));
    auto opened = JournalFile::open(file);
    if (!opened)
        return withoutJournal(std::move(opened.error()));
    return Journal(std::make_unique<Private>(Private{std::move(*opened), clock}));
}

Result<std::string> Journal::writeIntent(const Plan& plan, const std::string& reason, Stage stage)
{
    const bool isNew = stage != Stage::Finish; // Finish reads nothing
    return m_d->begin({.action = actionName(plan, stage),
        .deployment = plan.deployment,
        .resource = plan.resource.value(),
        .token = plan.token.shortHex(),
        .tokenSha1 = plan.token.hex(),
        .type = nameOf(plan.type),
        .format = plan.format,
        .certainty = nameOf(plan.certainty),
        .holder = journalHolder(plan.holder),
        .safety = safetyOf(plan),
        .votes = isNew ? votesOf(plan, m_d->clock.now()) : std::vector<JournalVote>(),
        .evidence = isNew ? evidenceOf(plan) : std::vector<std::string>(),
        .wakeUp = plan.wakeUp ? std::optional(plan.wakeUp->place()) : std::nullopt,
        .masters = journalMastersOf(plan),
        .command = requestText(plan),
        .reason = reason,
        .plan = plan.planId,
        .lockSha1 = plan.isForHolder() ? plan.lockToken().hex() : std::string(),
        .count = plan.isForCount() ? std::optional(plan.part->count) : std::nullopt});
}

Result<void> Journal::writeResult(const std::string& id, const Report& report)
{
    JournalResult result{.id = id,
        .time = m_d->clock.wallNow(),
        .outcomes = outcomesOf(report),
        .hasHolderChanged = report.hasHolderChanged,
        .isQuorumFreed = report.isQuorumFreed};
    if (report.taken)
        result.acquired = nameOf(report.taken->result);
    if (report.taken && report.taken->token)
        result.tokenSha1 = report.taken->token->hex();
    return m_d->file.append(formatJournalEntry(result));
}

Result<std::string> Journal::writeIntent(
    const config::Deployment& deployment, const Resource& resource)
{
    return m_d->begin({.action = "acquire",
        .deployment = deployment.name,
        .resource = resource.value(),
        .masters = journalMastersOf(deployment)});
}

Result<void> Journal::writeResult(
    const std::string& id, AcquireResult acquired, const std::optional<Fingerprint>& token)
{
    JournalResult result{.id = id, .time = m_d->clock.wallNow()};
    result.acquired = nameOf(acquired);
    if (token)
        result.tokenSha1 = token->hex();
    return m_d->file.append(formatJournalEntry(result));
}

Result<std::string> Journal::writeNoteIntent(const config::Deployment& deployment,
    const Resource& resource, const std::string& text, const std::string& command)
{
    return m_d->begin({.action = text.empty() ? kClearNote : kWriteNote,
        .deployment = deployment.name,
        .resource = resource.value(),
        .masters = journalMastersOf(deployment),
        .command = command,
        .reason = text});
}

Result<void> Journal::writeNoteResult(
    const std::string& id, std::vector<JournalOutcome> outcomes, bool isDone)
{
    JournalResult result{.id = id, .time = m_d->clock.wallNow(), .outcomes = std::move(outcomes)};
    result.isNoteDone = isDone;
    return m_d->file.append(formatJournalEntry(result));
}

Result<void> Journal::writeNext(JournalNext next)
{
    next.time = m_d->clock.wallNow();
    return m_d->file.append(formatJournalEntry(next));
}

Result<void> Journal::writePlan(JournalPlan run)
{
    auto id = newId();
    if (!id)
        return tl::make_unexpected(std::move(id.error()));
    run.id = std::move(*id);
    run.time = m_d->clock.wallNow();
    return m_d->file.append(formatJournalEntry(run));
}

const std::string& Journal::breakBefore() const noexcept
{
    return m_d->file.breakBefore();
}

const std::filesystem::path& Journal::file() const noexcept
{
    return m_d->file.path();
}

std::filesystem::path defaultJournalFile()
{
    return stateHome() / "lockkeeper" / "journal.jsonl";
}

} // namespace lockkeeper::release
