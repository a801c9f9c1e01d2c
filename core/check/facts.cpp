// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/facts.h"

#include "core/check/permissions.h"
#include "core/redis/info.h"
#include "core/redis/invalidation.h"
#include "core/redis/link/login.h"
#include "core/text/duration_text.h"

#include <algorithm>
#include <charconv>

namespace lockkeeper::check {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kClockTolerance{1000};
constexpr int kFirstWithTracking = 6;

std::optional<std::string> fieldOf(const MaybeReply& info, std::string_view name)
{
    if (!info || !info->isString())
        return std::nullopt;
    const auto field = redis::infoField(info->text, name);
    return field ? std::optional(std::string(*field)) : std::nullopt;
}

template <class Number> std::optional<Number> toNumber(std::string_view text)
{
    Number value{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

StepOutcome notAllowed(const char* what, const char* permission)
{
    return {StepState::Skipped, std::string(what) + ", as the user lacks " + permission, {}};
}

std::optional<WallTime> timeIn(const MaybeReply& time)
{
    if (!time || !time->isArray() || time->elements.size() != 2)
        return std::nullopt;
    const auto seconds = toNumber<std::int64_t>(time->elements[0].text);
    const auto micros = toNumber<std::int64_t>(time->elements[1].text);
    // Within the range of WallTime.
    constexpr std::int64_t kLatest = std::int64_t{1} << 33;
    if (!seconds || !micros || *seconds < 0 || *seconds > kLatest)
        return std::nullopt;
    return WallTime(std::chrono::seconds(*seconds)) + std::chrono::microseconds(*micros);
}

} // namespace

StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster)
{
    const bool isNode = fieldOf(info, "redis_mode") == "cluster";
    if (isCluster && info && !isNode)
        return {StepState::Failed,
            "this server is no node of a Cluster; name it by redis:// or rediss://", {}};
    if (isCluster)
        return {StepState::Done, "a node of a Cluster", {}};
    if (isNode)
        return {StepState::Failed,
            "this server is a node of a Cluster, with a part of the keys; name it as cluster://, "
            "with the same address",
            {}};
    if (!role && role.error().kind == ErrorClass::NoPermission)
        return notAllowed("whether it is a master is not known", "+role");
    if (!role)
        return {StepState::Failed, role.error().text, {}};
    if (const auto refusal = redis::voterRefusal(*role, master))
        return {StepState::Failed, refusal->text, {}};
    return {StepState::Done, "it is a master", {}};
}

StepOutcome judgeClock(const MaybeReply& time, WallTime sent, WallTime received)
{
    if (!time && time.error().kind == ErrorClass::NoPermission)
        return notAllowed("its clock is not known", "+time");
    const auto theirs = timeIn(time);
    if (!theirs)
        return {StepState::Skipped, "its clock is not known: TIME has no usable answer", {}};
    // Between the two times the server has looked at its clock.
    const WallTime ours = std::clamp(*theirs, std::min(sent, received), received);
    const auto ahead = std::chrono::duration_cast<milliseconds>(*theirs - ours);
    const std::string size = formatDuration(std::chrono::abs(ahead));
    if (std::chrono::abs(ahead) <= kClockTolerance)
        return {StepState::Done, "its clock and ours agree", {}};
    return {StepState::Warning,
        "its clock is " + size + (ahead.count() > 0 ? " ahead of" : " behind")
            + " ours: times in lock values may be shown wrong; set both by NTP",
        {}};
}

StepOutcome judgeEviction(const MaybeReply& info)
{
    if (!info && info.error().kind == ErrorClass::NoPermission)
        return notAllowed("whether locks can be evicted is not known", "+info");
    const auto limit = fieldOf(info, "maxmemory");
    const auto policy = fieldOf(info, "maxmemory_policy");
    if (!limit || !policy)
        return {StepState::Skipped, "whether locks can be evicted is not known", {}};
    if (*limit == "0")
        return {StepState::Done, "no memory limit: no lock is evicted", {}};
    if (*policy == "noeviction")
        return {StepState::Done, "no lock is evicted when the memory is full", {}};
    return {StepState::Warning,
        "maxmemory_policy is " + *policy
            + ": when the memory is full, the server removes keys, and locks that are held are "
              "among them",
        "CONFIG SET maxmemory-policy noeviction"};
}

StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user)
{
    const auto version = fieldOf(info, "redis_version");
    if (version && toNumber<int>(*version).value_or(kFirstWithTracking) < kFirstWithTracking)
        return {StepState::Warning,
            "Redis " + *version + " pushes no changes, Redis 6 does: the keys are swept instead",
            {}};
    const auto failed
        = std::ranges::find_if(replies, [](const MaybeReply& reply) { return !reply; });
    if (failed == replies.end())
        return {StepState::Done, "changes are pushed", {}};
    if (failed->error().kind == ErrorClass::NoPermission)
        return {StepState::Warning,
            "the user may not listen to changes: the keys are swept instead",
            grantCommand(user,
                {"+client|id", "+client|tracking", "+subscribe",
                    "&" + std::string(redis::kInvalidations)})};
    return {StepState::Warning,
        "changes are not pushed, the keys are swept instead: " + failed->error().text, {}};
}

} // namespace lockkeeper::check
