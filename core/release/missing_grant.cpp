// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/missing_grant.h"

#include "core/observe/reading/read_refusal.h"
#include "core/redis/glob.h"
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
    return master.user.empty() ? "default" : displaySafe(master.user, kNameLimit);
}

/// The text without what stands in quotes, which may be any key or channel.
std::string withoutQuoted(std::string_view text)
{
    const std::size_t first = text.find('\'');
    const std::size_t last = text.rfind('\'');
    if (first == std::string_view::npos || first == last)
        return std::string(text);
    return std::string(text.substr(0, first)).append(text.substr(last + 1));
}

/// A glob for a name and those that a library forms in the same way of other locks: what stands
/// before the lock's name, and a star.
std::string patternBeside(std::string_view name, std::string_view lock)
{
    std::string_view prefix = name.substr(0, std::min(name.find(lock), name.size()));
    if (prefix.ends_with('{'))
        prefix.remove_suffix(1);
    const bool isFormed = !prefix.empty() && prefix.size() < name.size();
    return isFormed ? std::string(prefix).append("*") : std::string(name);
}

/// The commands of the plan's script that may be refused: not those that reading has used.
std::vector<std::string> unprovenCommands(const Plan& plan)
{
    const bool isHash = plan.type == observe::ValueType::Hash;
    std::vector<std::string> rules{isHash ? "+hgetall" : "+get"};
    if (plan.queueKey)
        rules.emplace_back("+exists");
    if (plan.action == Action::Release)
        rules.emplace_back("+del");
    else if (isHash)
        rules.insert(rules.end(), {"+hdel", "+hset", "+pexpire"});
    else
        rules.emplace_back("+set");
    return rules;
}

/// `text` has the cause at $0, the user at $1 and the rules at $2.
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

std::string keyText(const Plan& plan, const PlannedMaster& master)
{
    // The lock was read. So was not the queue, where there is one.
    const std::string& lock = plan.resource.value();
    const std::string key = plan.queueKey ? *plan.queueKey : lock;
    const std::string glob = plan.queueKey ? patternBeside(key, lock) : key;
    const bool isExact
        = isRedisCliWord(glob) && (glob.ends_with('*') || redis::fixedPrefix(glob) == glob);
    if (isExact)
        return lackText({"~" + glob}, master);
    return absl::Substitute(trNoop("the user may not change '$0'; its name can't stand in an ACL "
                                   "rule as it is",
                                "data"),
        displaySafe(key, kNameLimit));
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

} // namespace

Error explainMissingGrant(const Error& error, const Plan& plan, const PlannedMaster& master)
{
    if (error.kind != ErrorClass::NoPermission)
        return error;
    return {error.kind, refusalText(error, plan, master), error.master};
}

Error notNotifiedError(std::string_view refusal, const Plan& plan, const PlannedMaster& master)
{
    const std::string channel = plan.wakeUp ? plan.wakeUp->channel : std::string();
    const std::string rule = "&" + patternBeside(channel, plan.resource.value());
    const bool isWord = isRedisCliWord(rule);
    const bool isOnlyChannel = withoutQuoted(refusal).find("channel") != std::string::npos;
    std::vector<std::string> rules;
    if (!isOnlyChannel)
        rules.emplace_back("+publish");
    if (isWord)
        rules.push_back(rule);
    if (rules.empty())
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
            rules.front(), userOf(master), absl::StrJoin(rules, " ")),
        master.id};
}

} // namespace lockkeeper::release
