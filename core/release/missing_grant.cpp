// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/missing_grant.h"

#include "core/lock/redlock.h"
#include "core/observe/reading/read_refusal.h"
#include "core/redis/fan_out.h"
#include "core/redis/glob.h"
#include "core/redis/url_login.h"
#include "core/release/links.h"
#include "core/release/part_scripts.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/str_join.h>
#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

constexpr std::size_t kNameLimit = 64;

std::string userOf(const PlannedMaster& master)
{
    return displaySafe(redis::aclUser(master.user), kNameLimit);
}

/// Quotes may hold any key or channel.
std::string withoutQuoted(std::string_view text)
{
    const std::size_t first = text.find('\'');
    const std::size_t last = text.rfind('\'');
    if (first == std::string_view::npos || first == last)
        return std::string(text);
    return std::string(text.substr(0, first)).append(text.substr(last + 1));
}

/// Matches the library's names for other locks, too: the text before `lock`, and a star.
std::string patternBeside(std::string_view name, std::string_view lock)
{
    std::string_view prefix = name.substr(0, std::min(name.rfind(lock), name.size()));
    if (prefix.ends_with('{'))
        prefix.remove_suffix(1);
    const bool isFormed = !prefix.empty() && prefix.size() < name.size();
    return isFormed ? std::string(prefix).append("*") : std::string(name);
}

std::vector<std::string> unprovenCommands(const Plan& plan)
{
    if (plan.part)
        return commandsOf(plan.part->release.kind, plan.type);
    const bool isHash = plan.type == observe::ValueType::Hash;
    if (plan.type == observe::ValueType::Queue)
        return {"+exists", "+lindex", "+lpop", "+time", "+zscore", "+zrem"};
    std::vector<std::string> rules{isHash ? "+hgetall" : "+get"};
    if (!isHash)
        rules.emplace_back("+type");
    if (plan.action == Action::Release)
        rules.emplace_back("+del");
    else if (isHash && plan.action == Action::Revoke)
        rules.insert(rules.end(), {"+hdel", "+hset", "+pexpire"});
    else
        rules.emplace_back("+set");
    if (plan.isSteal && isHash)
        rules.insert(rules.end(), {"+exists", "+hexists", "+hlen", "+hincrby"});
    else if (plan.isSteal)
        rules.insert(rules.end(), {"+exists", "+getrange"});
    if (plan.isStealFenced)
        rules.insert(rules.end(), {"+incr", "+pexpire"});
    return rules;
}

std::string withRules(
    const char* text, const std::vector<std::string>& rules, const PlannedMaster& master)
{
    return absl::Substitute(text, listText(rules), userOf(master), absl::StrJoin(rules, " "));
}

std::string lackText(const std::vector<std::string>& rules, const PlannedMaster& master)
{
    return withRules(
        trNoop("the user lacks $0; to grant it: ACL SETUSER $1 $2", "data"), rules, master);
}

/// Empty: no rule can hold it.
std::string ruleBeside(char kind, const std::string& name, const std::string& lock)
{
    const std::string glob = patternBeside(name, lock);
    const bool isExact
        = isRedisCliWord(glob) && (glob.ends_with('*') || redis::fixedPrefix(glob) == glob);
    return isExact ? kind + glob : std::string();
}

std::vector<std::string> sideKeys(const Plan& plan)
{
    if (plan.part && plan.part->release.kind == observe::PartKind::RedissonReadWrite)
        return {plan.part->release.arguments.at(1) + ":*"};
    if (plan.part)
        return plan.part->release.keys;
    if (plan.action == Action::Ask)
        return {lock::askKeyOf(plan.resource).value()};
    if (plan.isStealFenced)
        return {lock::fenceCounterOf(plan.resource).value()};
    if (plan.action != Action::Release || !plan.wakeUp)
        return {};
    if (plan.wakeUp->queue)
        return {plan.wakeUp->queue->list, plan.wakeUp->queue->times};
    return plan.wakeUp->list.empty() ? std::vector<std::string>() : std::vector{plan.wakeUp->list};
}

std::string keyText(const Plan& plan, const PlannedMaster& master)
{
    const std::string& lock = plan.resource.value();
    std::vector<std::string> keys = sideKeys(plan);
    if (keys.empty())
        keys.push_back(lock);
    std::vector<std::string> rules;
    for (const std::string& key : keys)
        rules.push_back(ruleBeside('~', key, lock));
    const auto nameless = std::ranges::find(rules, std::string());
    if (nameless == rules.end())
        return lackText(rules, master);
    return absl::Substitute(trNoop("the user may not change '$0'; its name can't stand in an ACL "
                                   "rule as it is",
                                "data"),
        displaySafe(keys[static_cast<std::size_t>(nameless - rules.begin())], kNameLimit));
}

std::string refusalText(const Error& error, const Plan& plan, const PlannedMaster& master)
{
    if (const std::string_view command = observe::refusedCommand(error.text); !command.empty())
        return lackText({"+" + displaySafe(std::string(command), kNameLimit)}, master);
    const std::string words = withoutQuoted(error.text);
    if (words.find("can't run this command") != std::string::npos)
        return withRules(trNoop("the user lacks one or more of $0, the server does not tell which; "
                                "to grant all: ACL SETUSER $1 $2",
                             "data"),
            unprovenCommands(plan), master);
    if (words.find(" key") != std::string::npos)
        return keyText(plan, master);
    return error.text;
}

redis::Command dryRun(const Plan& plan, const PlannedMaster& master, std::string_view rule)
{
    const std::string name(rule.substr(1));
    std::vector<std::string> asked{"ACL", "DRYRUN", redis::aclUser(master.user), name};
    if (name == "eval")
        asked.insert(asked.end(), {"return 0", "1"});
    asked.push_back(plan.resource.value());
    if (name == "set" || name == "hdel" || name == "hset" || name == "pexpire")
        asked.emplace_back("1");
    if (name == "hset")
        asked.emplace_back("1");
    return redis::Command(asked);
}

/// One try each: refusals fill the server's ACL LOG.
std::vector<bool> areAskable(Links& links, const Plan& plan)
{
    const auto answers = redis::awaitAll<redis::Reply>(links.loop, links.masters->transports(),
        [&](std::size_t i, redis::Transport& transport, auto handler) {
            transport.send(
                dryRun(plan, plan.masters[i], "+type"), links.timeout, std::move(handler));
        });
    std::vector<bool> askable;
    for (const auto& answer : answers)
        askable.push_back(answer.has_value());
    return askable;
}

void askForRefusals(Links& links, const std::vector<bool>& askable, const std::vector<Plan>& plans,
    std::size_t begin, std::size_t end, std::vector<std::optional<Error>>& refusals)
{
    (void)links.loop.await<bool>([&](auto done) {
        const auto missing = std::make_shared<std::size_t>(1);
        const auto ask = [&](std::size_t i, std::size_t master, const std::string& rule) {
            ++*missing;
            links.masters->transports()[master]->send(
                dryRun(plans[i], plans[i].masters[master], rule), links.timeout,
                [&plans, &refusals, i, master, missing, done](Result<redis::Reply>&& reply) {
                    const PlannedMaster& asked = plans[i].masters[master];
                    if (reply && reply->text != "OK" && !refusals[i])
                        refusals[i] = explainMissingGrant(
                            {ErrorClass::NoPermission, reply->text, asked.id}, plans[i], asked);
                    if (--*missing == 0)
                        done(true);
                });
        };
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t master = 0; master < askable.size(); ++master) {
                if (!askable[master] || plans[i].type == observe::ValueType::Queue)
                    continue;
                ask(i, master, "+eval");
                for (const std::string& rule : unprovenCommands(plans[i]))
                    ask(i, master, rule);
            }
        }
        if (--*missing == 0)
            done(true);
    });
}

} // namespace

std::vector<std::optional<Error>> foreseenRefusals(
    const config::Deployment& deployment, const std::vector<Plan>& plans)
{
    if (deployment.otherStore() != nullptr)
        return std::vector<std::optional<Error>>(plans.size());
    constexpr std::size_t kAtOnce = 100;
    std::vector<std::optional<Error>> refusals(plans.size());
    std::optional<Links> links;
    if (plans.empty() || !start(links))
        return refusals;
    connect(*links, deployment, masters::MastersUse::Watch);
    const auto askable = areAskable(*links, plans.front());
    for (std::size_t begin = 0; begin < plans.size(); begin += kAtOnce)
        askForRefusals(
            *links, askable, plans, begin, std::min(plans.size(), begin + kAtOnce), refusals);
    return refusals;
}

Error explainMissingGrant(const Error& error, const Plan& plan, const PlannedMaster& master)
{
    if (error.kind != ErrorClass::NoPermission)
        return error;
    return {error.kind, refusalText(error, plan, master), error.master};
}

Error notNotifiedError(const Error& refused)
{
    return {refused.kind,
        absl::Substitute(
            trNoop("deleted, but what is beside it was left as it is: $0", "data"), refused.text),
        refused.master};
}

Error notNotifiedError(std::string_view refusal, std::string_view command, const Plan& plan,
    const PlannedMaster& master)
{
    if (refusal.starts_with("WRONGTYPE"))
        return {ErrorClass::WrongType,
            absl::Substitute(
                trNoop("deleted, but its waiters were not woken: a key beside it stores something "
                       "else: $0",
                    "data"),
                displaySafe(std::string(refusal))),
            master.id};
    const std::string channel = plan.wakeUp ? plan.wakeUp->channel : std::string();
    if (withoutQuoted(refusal).find(" key") != std::string::npos)
        return {ErrorClass::NoPermission,
            absl::Substitute(trNoop("deleted, but what is beside it was left as it is: $0", "data"),
                keyText(plan, master)),
            master.id};
    const bool isChannel = withoutQuoted(refusal).find("channel") != std::string::npos;
    const std::string rule = isChannel ? ruleBeside('&', channel, plan.resource.value())
                                       : "+" + displaySafe(toAsciiLower(command), kNameLimit);
    if (rule.empty())
        return {ErrorClass::NoPermission,
            absl::Substitute(trNoop("deleted, but its waiters were not woken: the user may not "
                                    "publish on '$0', whose name can't stand in an ACL rule as it "
                                    "is",
                                 "data"),
                displaySafe(channel, kNameLimit)),
            master.id};
    return {ErrorClass::NoPermission,
        absl::Substitute(trNoop("deleted, but its waiters were not woken, as the user lacks $0; to "
                                "grant it: ACL SETUSER $1 $2",
                             "data"),
            rule, userOf(master), rule),
        master.id};
}

} // namespace lockkeeper::release
