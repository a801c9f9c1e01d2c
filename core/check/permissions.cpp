// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/permissions.h"

#include "core/observe/notes/note.h"
#include "core/observe/reading/read_refusal.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>
#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::check {
namespace {

constexpr std::string_view kKey = "lockkeeper-check";
constexpr std::size_t kMostPatterns = 16;
constexpr const char* kNoKeys = trNoop("no key can be found");
constexpr const char* kNoTtl = trNoop("no lock can be read, as nothing tells how long it is kept");

std::string exampleOf(std::string_view glob)
{
    std::string name;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        const char c = glob[i];
        if (c == '*') {
            name += kKey;
        } else if (c == '\\' && i + 1 < glob.size()) {
            name += glob[++i];
        } else if (c == '[') {
            const std::size_t end = glob.find(']', i);
            if (end == std::string_view::npos)
                return name;
            name += glob[i + 1] == '^' ? '~' : glob[i + 1];
            i = end;
        } else {
            name += c == '?' ? 'x' : c;
        }
    }
    return name;
}

bool isRefused(const Result<redis::Reply>& reply, ErrorClass kind)
{
    return !reply && reply.error().kind == kind;
}

std::string commandOf(const Probe& probe)
{
    return absl::StrReplaceAll(absl::AsciiStrToUpper(probe.grant.substr(1)), {{"|", " "}});
}

/// No grant helps: the server lacks these.
StepOutcome judgeMissing(
    const std::vector<Probe>& probes, const std::vector<Result<redis::Reply>>& replies)
{
    std::vector<std::string> commands;
    std::string loss = trNoop("some locks can't be seen whole");
    bool isEssential = false;
    for (std::size_t i = 0; i < std::min(probes.size(), replies.size()); ++i) {
        if (probes[i].isExtra || !isRefused(replies[i], ErrorClass::UnknownCommand))
            continue;
        commands.push_back(commandOf(probes[i]));
        if (!isEssential && !probes[i].loss.empty()) {
            isEssential = true;
            loss = probes[i].loss;
        }
    }
    if (commands.empty())
        return {};
    return {isEssential ? StepState::Failed : StepState::Warning,
        absl::Substitute(tr("the server has no $0 (renamed, or not offered): $1"),
            listText(commands), tr(loss.c_str())),
        {}};
}

} // namespace

std::vector<Probe> watchProbes(const config::Deployment& deployment, bool isCluster)
{
    const bool hasPatterns = !deployment.patterns.empty();
    const std::string key
        = hasPatterns ? exampleOf(deployment.patterns.front()) : std::string(kKey);
    const std::string keyGrant = "~" + (hasPatterns ? deployment.patterns.front() : "*");
    std::vector<Probe> probes;
    const auto add = [&](std::initializer_list<std::string_view> command, const char* grant,
                         const char* loss = "") {
        const bool hasKey = command.size() > 1 && *(command.begin() + 1) == key;
        probes.push_back({redis::Command(command), std::string("+") + grant,
            hasKey ? keyGrant : std::string(), loss});
    };
    add({"SCAN", "0", "COUNT", "1"}, "scan", kNoKeys);
    add({"GETRANGE", key, "0", "0"}, "getrange");
    add({"PTTL", key}, "pttl", kNoTtl);
    add({"TYPE", key}, "type");
    add({"HSCAN", key, "0"}, "hscan");
    add({"SSCAN", key, "0"}, "sscan");
    add({"ZRANGE", key, "0", "0"}, "zrange");
    add({"LRANGE", key, "0", "0"}, "lrange");
    add({"ROLE"}, "role");
    add({"INFO", "server"}, "info");
    if (!hasPatterns)
        add({"DBSIZE"}, "dbsize");
    if (isCluster)
        add({"CLUSTER", "SLOTS"}, "cluster|slots",
            trNoop("the shards of the Cluster can't be found"));
    probes.push_back({.command = {"ZRANGE", observe::kNoteIndexKey, "0", "0"},
        .grant = "+zrange",
        .keyGrant = "~" + std::string(observe::kNoteKeysBegin) + "*",
        .loss = trNoop("notes on locks can't be seen"),
        .isExtra = true});
    for (std::size_t i = 1; i < std::min(deployment.patterns.size(), kMostPatterns); ++i) {
        const std::string& pattern = deployment.patterns[i];
        probes.push_back({redis::Command{"PTTL", exampleOf(pattern)}, "+pttl", "~" + pattern});
    }
    return probes;
}

StepOutcome judgePermissions(const std::vector<Probe>& probes,
    const std::vector<Result<redis::Reply>>& replies, const std::string& user)
{
    std::vector<std::string> rules;
    std::string loss = trNoop("some locks can't be seen whole");
    bool isEssential = false;
    const Probe* extra = nullptr;
    for (std::size_t i = 0; i < std::min(probes.size(), replies.size()); ++i) {
        if (!isRefused(replies[i], ErrorClass::NoPermission))
            continue;
        const Probe& probe = probes[i];
        if (probe.isExtra) {
            extra = observe::isCommandRefused(replies[i].error()) ? extra : &probe;
            continue;
        }
        const bool isKeyRefused
            = !probe.keyGrant.empty() && !observe::isCommandRefused(replies[i].error());
        const std::string& rule = isKeyRefused ? probe.keyGrant : probe.grant;
        if (std::ranges::find(rules, rule) == rules.end())
            rules.push_back(rule);
        if (!probe.loss.empty() && !isEssential) {
            isEssential = true;
            loss = isKeyRefused ? trNoop("keys of this pattern can't be read") : probe.loss;
        }
    }
    if (StepOutcome missing = judgeMissing(probes, replies); !missing.text.empty()) {
        if (rules.empty() || missing.state == StepState::Failed)
            return missing;
    }
    if (rules.empty() && extra != nullptr)
        return {StepState::Done,
            absl::Substitute(tr("the user may use every command that watching needs; without $0, "
                                "$1"),
                extra->keyGrant, tr(extra->loss.c_str())),
            grantCommand(user, {extra->keyGrant})};
    if (extra != nullptr)
        rules.push_back(extra->keyGrant);
    if (rules.empty())
        return {StepState::Done, tr("the user may use every command that watching needs"), {}};
    return {isEssential ? StepState::Failed : StepState::Warning,
        absl::Substitute(tr("the user lacks $0: $1"), listText(rules), tr(loss.c_str())),
        grantCommand(user, rules)};
}

std::string grantCommand(const std::string& user, const std::vector<std::string>& rules)
{
    return "ACL SETUSER " + displaySafe(redis::aclUser(user)) + " " + absl::StrJoin(rules, " ");
}

} // namespace lockkeeper::check
