// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/facts.h"

#include "core/check/permissions.h"
#include "core/redis/info.h"
#include "core/redis/invalidation.h"
#include "core/redis/link/login.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <charconv>

namespace lockkeeper::check {
namespace {

using absl::Substitute;

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

} // namespace

StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster)
{
    const bool isNode = fieldOf(info, "redis_mode") == "cluster";
    if (isCluster && info && !isNode)
        return {StepState::Failed,
            tr("this server is no node of a Cluster; name it by redis:// or rediss://"), {}};
    if (isCluster)
        return {StepState::Done, tr("a node of a Cluster"), {}};
    if (isNode)
        return {StepState::Failed,
            tr("this server is a node of a Cluster, with a part of the keys; name it as "
               "cluster://, with the same address"),
            {}};
    if (!role && role.error().kind == ErrorClass::NoPermission)
        return {StepState::Skipped,
            tr("whether it is a master is not known, as the user lacks +role"), {}};
    if (!role)
        return {StepState::Failed, trData(role.error().text), {}};
    if (const auto refusal = redis::voterRefusal(*role, master))
        return {StepState::Failed, trData(refusal->text), {}};
    return {StepState::Done, tr("it is a master"), {}};
}

StepOutcome outcomeOf(const words::MasterFact& fact)
{
    switch (fact.state) {
    case words::FactState::Unknown:
        return {StepState::Skipped, fact.text, fact.cure};
    case words::FactState::Warning:
        return {StepState::Warning, Substitute(tr("$0. $1"), fact.text, fact.why), fact.cure};
    case words::FactState::Advice:
    case words::FactState::Fine:
        break;
    }
    return {StepState::Done, fact.text, fact.cure};
}

StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user)
{
    const auto version = fieldOf(info, "redis_version");
    if (version && toNumber<int>(*version).value_or(kFirstWithTracking) < kFirstWithTracking)
        return {StepState::Warning,
            Substitute(tr("Redis $0 pushes no changes, Redis 6 does: the keys are swept instead"),
                *version),
            {}};
    const auto failed
        = std::ranges::find_if(replies, [](const MaybeReply& reply) { return !reply; });
    if (failed == replies.end())
        return {StepState::Done, tr("changes are pushed"), {}};
    if (failed->error().kind == ErrorClass::NoPermission)
        return {StepState::Warning,
            tr("the user may not listen to changes: the keys are swept instead"),
            grantCommand(user,
                {"+client|id", "+client|tracking", "+subscribe",
                    "&" + std::string(redis::kInvalidations)})};
    return {StepState::Warning,
        Substitute(tr("changes are not pushed, the keys are swept instead: $0"),
            trData(failed->error().text)),
        {}};
}

} // namespace lockkeeper::check
