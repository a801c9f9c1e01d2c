// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/json_output.h"

#include "app/ctl/words.h"
#include "core/observe/board/failover.h"
#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include <absl/strings/escaping.h>

namespace lockkeeper::ctl {
namespace {

template <class T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json orNull(const std::optional<std::string>& value)
{
    return value ? textJson(*value) : Json(nullptr);
}

Json orNull(const std::optional<std::chrono::milliseconds>& value)
{
    return value ? Json(value->count()) : Json(nullptr);
}

Json orNull(const std::optional<WallTime>& value)
{
    return value ? Json(sinceEpoch(*value).count()) : Json(nullptr);
}

Json orNull(const std::optional<Fingerprint>& value)
{
    return value ? Json(value->shortHex()) : Json(nullptr);
}

Json orNull(const std::optional<Error>& value)
{
    return value ? Json(displaySafe(value->text)) : Json(nullptr);
}

/// What shared locks, and those with a queue, have besides; others have none of it.
void addSharing(Json& object, const observe::Recognised& lock)
{
    if (lock.mode != observe::LockMode::Exclusive)
        object["mode"] = observe::lockModeName(lock.mode);
    for (const observe::Holder& holder : lock.holders)
        object["holders"].push_back(holderJson(holder));
    if (lock.queueLength)
        object["queue_length"] = *lock.queueLength;
}

/// How long ago the master said so; null if it has said nothing yet.
Json ageJson(const observe::Vote& vote)
{
    if (vote.readAt == SteadyTime{})
        return nullptr;
    const auto age = systemClock().now() - vote.readAt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(age).count();
}

Json renewalsJson(const observe::Renewals& renewals)
{
    Json object{{"count", renewals.count}, {"interval_ms", nullptr}, {"last_unix_ms", nullptr}};
    if (renewals.count > 1)
        object["interval_ms"] = renewals.interval.count();
    if (renewals.count > 0)
        object["last_unix_ms"] = wallJson(renewals.last);
    return object;
}

Json roleJson(const std::optional<std::string>& role)
{
    if (role && *role == "slave")
        return "replica";
    return orNull(role);
}

Json latencyJson(const std::optional<std::chrono::microseconds>& latency)
{
    return latency ? Json(static_cast<double>(latency->count()) / 1000.0) : Json(nullptr);
}

/// Of a Sentinel group: the latest failover, null before the first; nothing of other masters.
void addFailover(Json& object, const observe::MasterStatus& master)
{
    if (master.group.empty())
        return;
    object["group"] = textJson(master.group);
    const std::string place = observe::presentPlace(master);
    object["address"] = place.empty() ? Json(nullptr) : textJson(place);
    object["failover"] = nullptr;
    const auto failover = observe::latestFailover(master, systemClock().now());
    if (!failover)
        return;
    const WallTime at = systemClock().wallNow() - failover->age;
    object["failover"] = {{"from", textJson(failover->from)}, {"to", textJson(failover->to)},
        {"at_unix_ms", sinceEpoch(at).count()}, {"count", failover->count}};
}

} // namespace

Json wallJson(SteadyTime time)
{
    const auto age = std::chrono::duration_cast<WallTime::duration>(systemClock().now() - time);
    return sinceEpoch(systemClock().wallNow() - age).count();
}

Json textJson(std::string_view bytes)
{
    if (isValidUtf8(bytes))
        return std::string(bytes);
    return displaySafe(bytes, bytes.size() * 8);
}

void addResource(Json& object, const Resource& resource)
{
    object["resource"] = textJson(resource.value());
    if (!isValidUtf8(resource.value()))
        object["resource_b64"] = absl::Base64Escape(resource.value());
}

Json holderJson(const observe::Holder& holder)
{
    return {{"host", orNull(holder.host)}, {"pid", orNull(holder.pid)},
        {"thread", orNull(holder.thread)}, {"app", orNull(holder.app)},
        {"since_unix_ms", orNull(holder.since)}, {"detail", orNull(holder.detail)}};
}

Json masterJson(const observe::MasterStatus& master)
{
    Json object{{"id", master.id.value()}, {"url", textJson(master.url)},
        {"state", observe::linkStateName(master.link.state)},
        {"latency_ms", latencyJson(master.link.latency)}, {"role", roleJson(master.link.role)},
        {"complete", master.isSweepComplete}, {"pushed", master.isPushed},
        {"error", orNull(master.link.error ? master.link.error : master.sweepError)},
        {"unread_keys", master.unreadKeys}, {"read_error", orNull(master.readError)},
        {"push_error", orNull(master.pushError)}};
    addFailover(object, master);
    return object;
}

Json lockJson(const observe::LockEntry& entry)
{
    Json object = Json::object();
    addResource(object, entry.resource);
    object["verdict"] = observe::verdictName(entry.judgement().verdict);
    object["remaining_ms"] = orNull(entry.judgement().remaining);
    const observe::Recognised lock = entry.lock();
    object["format"] = formatText(lock);
    object["holder"] = holderJson(lock.holder);
    addSharing(object, lock);
    object["token"] = orNull(entry.judgement().token);
    object["type"] = observe::valueTypeName(entry.type);
    object["first_seen_unix_ms"] = wallJson(entry.firstSeen);
    object["longest_ttl_ms"] = orNull(entry.longestTtl());
    object["renewals"] = renewalsJson(entry.renewals);
    object["votes"] = Json::array();
    for (const observe::Vote& vote : entry.votes) {
        object["votes"].push_back(
            {{"master", vote.master.value()}, {"state", observe::voteStateName(vote.state)},
                {"token", orNull(vote.token)}, {"ttl_ms", orNull(vote.ttl)},
                {"age_ms", ageJson(vote)}, {"error", orNull(vote.error)}});
    }
    object["stale"] = Json::array();
    for (const observe::Evidence& evidence : entry.stale) {
        object["stale"].push_back(
            {{"kind", observe::evidenceName(evidence.kind)}, {"text", evidenceText(evidence)}});
    }
    return object;
}

Json votesJson(const std::vector<lock::MasterVote>& votes)
{
    Json list = Json::array();
    for (const lock::MasterVote& vote : votes) {
        list.push_back({{"master", vote.master.value()}, {"state", voteWord(vote.state)},
            {"error", orNull(vote.error)}});
    }
    return list;
}

Json outcomesJson(const release::Report& report)
{
    Json list = Json::array();
    for (const release::MasterOutcome& outcome : report.outcomes) {
        list.push_back({{"master", outcome.master.value()},
            {"result", release::resultName(outcome.result)}, {"error", orNull(outcome.error)}});
    }
    return list;
}

Json boardJson(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks)
{
    Json object{{"deployment", textJson(deployment.name)}, {"quorum", deployment.quorum()},
        {"complete", board.isComplete}};
    object["masters"] = Json::array();
    for (const observe::MasterStatus& master : board.masters)
        object["masters"].push_back(masterJson(master));
    object["locks"] = Json::array();
    for (const observe::LockEntryPtr& entry : locks)
        object["locks"].push_back(lockJson(*entry));
    object["other_keys"] = board.otherKeys;
    return object;
}

std::string asLine(const Json& json)
{
    // ASCII only: names come from others, and this may well be printed on a terminal.
    return json.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace lockkeeper::ctl
