// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal.h"

#include "core/files/xdg.h"
#include "core/observe/board/names.h"
#include "core/release/journal_file.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"

#include <absl/strings/escaping.h>
#include <array>
#include <nlohmann/json.hpp>
#include <pwd.h>
#include <unistd.h>

namespace lockkeeper::release {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kTextLimit = 1024;

// 2026-11-21T03:14:15.926Z
std::string utcTime(WallTime time)
{
    const auto milliseconds = sinceEpoch(time).count();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    const auto length = std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::string fraction = std::to_string(1000 + milliseconds % 1000);
    fraction.front() = '.';
    return std::string(date.data(), length) + fraction + "Z";
}

std::string osUser()
{
    std::array<char, 4096> buffer{};
    struct ::passwd entry { };
    struct ::passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0
        && found != nullptr)
        return found->pw_name;
    return std::to_string(::geteuid());
}

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return "unknown";
    return name.data();
}

Result<std::string> newId()
{
    return randomBytes(8).map([](const std::string& bytes) { return hex(bytes); });
}

Json errorText(const std::optional<Error>& error)
{
    return error ? Json(displaySafe(error->text, kTextLimit)) : Json(nullptr);
}

Json votesJson(const observe::Votes& votes)
{
    Json list = Json::array();
    for (const observe::Vote& vote : votes) {
        list.push_back(
            {{"master", vote.master.value()}, {"state", observe::voteStateName(vote.state)},
                {"token", vote.token ? Json(vote.token->hex()) : Json(nullptr)},
                {"ttl_ms", vote.ttl ? Json(vote.ttl->count()) : Json(nullptr)}});
    }
    return list;
}

void addPlan(Json& entry, const Plan& plan)
{
    const std::string& resource = plan.resource.value();
    entry["deployment"] = displaySafe(plan.deployment, kTextLimit);
    entry["resource"] = displaySafe(resource);
    if (displaySafe(resource) != resource)
        entry["resource_b64"] = absl::Base64Escape(resource);
    entry["token"] = plan.token.shortHex();
    entry["token_sha1"] = plan.token.hex();
    entry["type"] = observe::valueTypeName(plan.type);
    entry["format"] = displaySafe(plan.format);
    entry["votes"] = votesJson(plan.votes);
    entry["evidence"] = Json::array();
    for (const observe::Evidence& evidence : plan.evidence)
        entry["evidence"].push_back(observe::evidenceName(evidence.kind));
    entry["wake_up"] = plan.wakeUp ? Json(displaySafe(plan.wakeUp->channel)) : Json(nullptr);
    entry["masters"] = Json::array();
    for (const PlannedCommand& command : plan.commands) {
        entry["masters"].push_back(
            {{"id", command.master.value()}, {"url", displaySafe(command.url, kTextLimit)},
                {"user", command.user.empty() ? Json(nullptr) : Json(displaySafe(command.user))}});
    }
}

std::string asLine(const Json& entry)
{
    // ASCII only, so that no terminal is surprised by what a reason or a name carries.
    return entry.dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace

struct Journal::Private {
    JournalFile file;
    const Clock& clock;
};

Journal::Journal(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Result<Journal> Journal::open(std::filesystem::path file, const Clock& clock)
{
    auto opened = JournalFile::open(file);
    if (!opened)
        return tl::make_unexpected(opened.error());
    return Journal(std::unique_ptr<Private>(new Private{std::move(*opened), clock}));
}

Result<std::string> Journal::writeIntent(const Plan& plan, const std::string& reason)
{
    const auto id = newId();
    if (!id)
        return id;
    Json entry{{"id", *id}, {"time", utcTime(m_d->clock.wallNow())}, {"kind", "intent"},
        {"action", "release"}, {"os_user", displaySafe(osUser())},
        {"host", displaySafe(hostName())}, {"pid", ::getpid()}};
    addPlan(entry, plan);
    entry["reason"] = displaySafe(reason, kTextLimit);
    if (auto written = m_d->file.append(asLine(entry)); !written)
        return tl::make_unexpected(written.error());
    return id;
}

Result<void> Journal::writeResult(const std::string& id, const Report& report)
{
    Json entry{{"id", id}, {"time", utcTime(m_d->clock.wallNow())}, {"kind", "result"}};
    entry["outcomes"] = Json::array();
    for (const MasterOutcome& outcome : report.outcomes) {
        entry["outcomes"].push_back({{"master", outcome.master.value()},
            {"result", resultName(outcome.result)}, {"error", errorText(outcome.error)}});
    }
    entry["holder_changed"] = report.hasHolderChanged;
    entry["quorum_freed"] = report.isQuorumFreed;
    return m_d->file.append(asLine(entry));
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
