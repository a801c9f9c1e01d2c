// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_entry.h"

#include "core/text/bounded_json.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/escaping.h>
#include <absl/strings/substitute.h>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

namespace lockkeeper::release {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kTextLimit = 1024;
constexpr std::size_t kCommandLimit = 4096;
constexpr const char* kTimeForm = "%Y-%m-%dT%H:%M:%S";
constexpr std::time_t kLastSecond = std::time_t{1} << 33U; ///< in 2242; WallTime ends in 2262

Json timeJson(std::optional<WallTime> time)
{
    if (!time)
        return nullptr;
    const auto whole = std::chrono::floor<std::chrono::seconds>(*time);
    const auto rest = std::chrono::floor<std::chrono::milliseconds>(*time - whole);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    const auto length = std::strftime(date.data(), date.size(), kTimeForm, &parts);
    std::string fraction = std::to_string(1000 + rest.count());
    fraction.front() = '.';
    return std::string(date.data(), length) + fraction + "Z";
}

Json textJson(const std::string& text)
{
    return displaySafe(text, kTextLimit);
}

Json textJson(const std::optional<std::string>& text)
{
    return text ? textJson(*text) : Json(nullptr);
}

Json votesJson(const std::vector<JournalVote>& votes)
{
    Json list = Json::array();
    for (const JournalVote& vote : votes) {
        list.push_back({{"master", textJson(vote.master)}, {"state", textJson(vote.state)},
            {"token", textJson(vote.token)},
            {"ttl_ms", vote.ttl ? Json(vote.ttl->count()) : Json(nullptr)}});
    }
    return list;
}

Json mastersJson(const std::vector<JournalMaster>& masters)
{
    Json list = Json::array();
    for (const JournalMaster& master : masters) {
        list.push_back({{"id", textJson(master.id)}, {"url", textJson(master.url)},
            {"user", textJson(master.user)}});
    }
    return list;
}

Json json(const JournalIntent& intent)
{
    Json entry{{"id", textJson(intent.id)}, {"time", timeJson(intent.time)}, {"kind", "intent"},
        {"action", textJson(intent.action)}, {"os_user", textJson(intent.osUser)},
        {"host", textJson(intent.host)}, {"pid", intent.pid},
        {"deployment", textJson(intent.deployment)}, {"resource", displaySafe(intent.resource)}};
    if (displaySafe(intent.resource) != intent.resource)
        entry["resource_b64"] = absl::Base64Escape(intent.resource);
    entry["token"] = textJson(intent.token);
    entry["token_sha1"] = textJson(intent.tokenSha1);
    entry["type"] = textJson(intent.type);
    entry["format"] = textJson(intent.format);
    entry["certainty"] = textJson(intent.certainty);
    if (!intent.holder.empty())
        entry["holder"] = textJson(intent.holder);
    if (intent.safety)
        entry["safety"] = {
            {"verdict", textJson(intent.safety->verdict)}, {"text", textJson(intent.safety->text)}};
    entry["votes"] = votesJson(intent.votes);
    entry["evidence"] = Json::array();
    for (const std::string& kind : intent.evidence)
        entry["evidence"].push_back(textJson(kind));
    entry["wake_up"] = textJson(intent.wakeUp);
    entry["masters"] = mastersJson(intent.masters);
    if (!intent.command.empty())
        entry["command"] = displaySafe(intent.command, kCommandLimit);
    entry["reason"] = displaySafe(intent.reason, kMostOfReason);
    if (!intent.plan.empty())
        entry["plan"] = textJson(intent.plan);
    if (!intent.lockSha1.empty())
        entry["lock_sha1"] = textJson(intent.lockSha1);
    if (intent.count)
        entry["count"] = *intent.count;
    return entry;
}

Json json(const JournalResult& result)
{
    Json entry{{"id", textJson(result.id)}, {"time", timeJson(result.time)}, {"kind", "result"}};
    entry["outcomes"] = Json::array();
    for (const JournalOutcome& outcome : result.outcomes) {
        entry["outcomes"].push_back({{"master", textJson(outcome.master)},
            {"result", textJson(outcome.result)}, {"error", textJson(outcome.error)}});
    }
    entry["holder_changed"] = result.hasHolderChanged;
    entry["quorum_freed"] = result.isQuorumFreed;
    if (!result.acquired.empty())
        entry["acquired"] = textJson(result.acquired);
    if (!result.tokenSha1.empty())
        entry["token_sha1"] = textJson(result.tokenSha1);
    if (result.isNoteDone)
        entry["note_done"] = *result.isNoteDone;
    return entry;
}

Json json(const JournalNext& next)
{
    return {{"id", textJson(next.id)}, {"time", timeJson(next.time)}, {"kind", "next"},
        {"token_sha1", textJson(next.tokenSha1)}, {"holder", textJson(next.holder)},
        {"after_ms", next.after ? Json(next.after->count()) : Json(nullptr)}};
}

Json json(const JournalPlan& run)
{
    Json entry{{"id", textJson(run.id)}, {"time", timeJson(run.time)}, {"kind", "plan"},
        {"plan", textJson(run.plan)}, {"locks", run.locks},
        {"end", run.end.empty() ? Json(nullptr) : textJson(run.end)}};
    entry["fates"] = Json::array();
    for (const auto& [fate, locks] : run.fates)
        entry["fates"].push_back({{"fate", textJson(fate)}, {"locks", locks}});
    return entry;
}

class Reader {
public:
    explicit Reader(const Json& object)
        : m_object(object)
    { }

    [[nodiscard]] std::optional<std::string> textIfAny(const char* key) const
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || !found->is_string())
            return std::nullopt;
        return fromDisplaySafe(found->get_ref<const std::string&>());
    }
    [[nodiscard]] std::string text(const char* key) const
    {
        return textIfAny(key).value_or(std::string());
    }
    [[nodiscard]] std::optional<std::int64_t> numberIfAny(const char* key) const
    {
        const auto found = m_object.find(key);
        // Larger numbers are stored as unsigned.
        if (found == m_object.end() || !found->is_number_integer()
            || (found->is_number_unsigned()
                && found->get<std::uint64_t>() > std::uint64_t{INT64_MAX}))
            return std::nullopt;
        return found->get<std::int64_t>();
    }
    [[nodiscard]] bool isTrue(const char* key) const
    {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_boolean() && found->get<bool>();
    }
    [[nodiscard]] bool has(const char* key) const { return m_object.contains(key); }
    [[nodiscard]] std::optional<WallTime> time(const char* key) const;
    [[nodiscard]] const Json& list(const char* key) const
    {
        static const Json kNone = Json::array();
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_array() ? *found : kNone;
    }
    [[nodiscard]] const Json* object(const char* key) const
    {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_object() ? &*found : nullptr;
    }

private:
    const Json& m_object;
};

std::optional<WallTime> Reader::time(const char* key) const
{
    const std::string written = text(key);
    std::tm parts{};
    const char* const end = ::strptime(written.c_str(), kTimeForm, &parts);
    const std::string_view fraction = end != nullptr ? end : "";
    if (fraction.size() != 5 || fraction.front() != '.' || fraction.back() != 'Z')
        return std::nullopt;
    const auto thousandths = numberIn<unsigned>(fraction.substr(1, 3));
    if (!thousandths)
        return std::nullopt;
    const std::time_t seconds = ::timegm(&parts);
    if (seconds < 0 || seconds > kLastSecond)
        return std::nullopt;
    return std::chrono::system_clock::from_time_t(seconds)
        + std::chrono::milliseconds(*thousandths);
}

std::string resourceOf(const Reader& entry)
{
    std::string whole;
    const auto encoded = entry.textIfAny("resource_b64");
    return encoded && absl::Base64Unescape(*encoded, &whole) ? whole : entry.text("resource");
}

std::optional<std::chrono::milliseconds> millisecondsOf(const Reader& entry, const char* key)
{
    const auto count = entry.numberIfAny(key);
    return count ? std::optional(std::chrono::milliseconds(*count)) : std::nullopt;
}

JournalIntent intentOf(const Reader& entry)
{
    JournalIntent intent{.id = entry.text("id"),
        .time = entry.time("time"),
        .action = entry.text("action"),
        .osUser = entry.text("os_user"),
        .host = entry.text("host"),
        .pid = entry.numberIfAny("pid").value_or(0),
        .deployment = entry.text("deployment"),
        .resource = resourceOf(entry),
        .token = entry.text("token"),
        .tokenSha1 = entry.text("token_sha1"),
        .type = entry.text("type"),
        .format = entry.text("format"),
        .certainty = entry.textIfAny("certainty").value_or(""),
        .holder = entry.textIfAny("holder").value_or(""),
        .wakeUp = entry.textIfAny("wake_up"),
        .command = entry.text("command"),
        .reason = entry.text("reason"),
        .plan = entry.text("plan"),
        .lockSha1 = entry.text("lock_sha1"),
        .count = entry.numberIfAny("count")};
    if (const Json* const safety = entry.object("safety"))
        intent.safety = {Reader(*safety).text("verdict"), Reader(*safety).text("text")};
    for (const Json& item : entry.list("votes")) {
        const Reader vote(item);
        intent.votes.push_back({vote.text("master"), vote.text("state"), vote.textIfAny("token"),
            millisecondsOf(vote, "ttl_ms")});
    }
    for (const Json& kind : entry.list("evidence")) {
        if (kind.is_string())
            intent.evidence.push_back(fromDisplaySafe(kind.get_ref<const std::string&>()));
    }
    for (const Json& item : entry.list("masters")) {
        const Reader master(item);
        intent.masters.push_back({master.text("id"), master.text("url"), master.textIfAny("user")});
    }
    return intent;
}

JournalResult resultOf(const Reader& entry)
{
    JournalResult result{.id = entry.text("id"),
        .time = entry.time("time"),
        .hasHolderChanged = entry.isTrue("holder_changed"),
        .isQuorumFreed = entry.isTrue("quorum_freed"),
        .acquired = entry.text("acquired"),
        .tokenSha1 = entry.text("token_sha1")};
    if (entry.has("note_done"))
        result.isNoteDone = entry.isTrue("note_done");
    for (const Json& item : entry.list("outcomes")) {
        const Reader outcome(item);
        result.outcomes.push_back(
            {outcome.text("master"), outcome.text("result"), outcome.textIfAny("error")});
    }
    return result;
}

JournalNext nextOf(const Reader& entry)
{
    return {.id = entry.text("id"),
        .time = entry.time("time"),
        .tokenSha1 = entry.text("token_sha1"),
        .holder = entry.text("holder"),
        .after = millisecondsOf(entry, "after_ms")};
}

JournalPlan planOf(const Reader& entry)
{
    JournalPlan run{.id = entry.text("id"),
        .time = entry.time("time"),
        .plan = entry.text("plan"),
        .locks = entry.numberIfAny("locks").value_or(0),
        .end = entry.text("end")};
    for (const Json& item : entry.list("fates")) {
        const Reader fate(item);
        run.fates.emplace_back(fate.text("fate"), fate.numberIfAny("locks").value_or(0));
    }
    return run;
}

tl::unexpected<Error> noEntry(const char* reason)
{
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("no journal entry: $0", "data"), reason));
}

} // namespace

bool isReasonTooLong(std::string_view reason)
{
    return displaySafe(reason, kMostOfReason) != displaySafe(reason, reason.size() + 1);
}

std::string formatJournalEntry(const JournalEntry& entry)
{
    const Json object = std::visit([](const auto& one) { return json(one); }, entry);
    // No text must affect a terminal.
    return object.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Result<JournalEntry> parseJournalEntry(std::string_view line)
{
    const Json object = parseBoundedJson<Json>(line);
    if (!object.is_object())
        return noEntry(trNoop("the line is no JSON object", "data"));
    const Reader entry(object);
    if (entry.text("id").empty())
        return noEntry(trNoop("it has no id", "data"));
    const std::string kind = entry.text("kind");
    if (kind == "intent")
        return intentOf(entry);
    if (kind == "result")
        return resultOf(entry);
    if (kind == "next")
        return nextOf(entry);
    if (kind == "plan")
        return planOf(entry);
    return noEntry(trNoop("its kind is not known", "data"));
}

} // namespace lockkeeper::release
