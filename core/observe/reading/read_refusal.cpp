// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/read_refusal.h"

#include "core/redis/glob.h"

#include <algorithm>
#include <array>

namespace lockkeeper::observe {
namespace {

constexpr std::string_view kCommandMark = "to run the '";
constexpr std::string_view kKeyMark = "ermissions to access ";
constexpr std::size_t kNameLimit = 64;

struct LostRead {
    std::string_view command;
    std::string_view grant; ///< the permission to grant: for the cheaper command, if there are two
    std::string_view lost;
};

constexpr std::array<LostRead, 14> kLosses{{
    {"get", "getrange", "strings can't be read"},
    {"getrange", "getrange", "strings can't be read"},
    {"pttl", "pttl", "no lock can be read, as nothing tells how long it is kept"},
    {"type", "type", "hashes, sets, sorted sets and lists can't be read"},
    {"hgetall", "hscan", "hashes can't be read"},
    {"hscan", "hscan", "hashes can't be read"},
    {"smembers", "sscan", "sets can't be read"},
    {"sscan", "sscan", "sets can't be read"},
    {"zrange", "zrange", "sorted sets can't be read"},
    {"lrange", "lrange", "lists can't be read"},
    {"scan", "scan", "no key can be found"},
    {"pubsub", "pubsub|channels", "who waits is not known"},
    {"pubsub|channels", "pubsub|channels", "who waits is not known"},
    {"pubsub|numsub", "pubsub|numsub", "how many wait is not known"},
}};

/// The text between the quotes.
std::string_view refusedCommand(std::string_view text)
{
    const std::size_t mark = text.find(kCommandMark);
    if (mark == std::string_view::npos)
        return {};
    text.remove_prefix(mark + kCommandMark.size());
    return text.substr(0, text.find('\''));
}

std::string grantLine(std::string_view user, const std::string& rule)
{
    return std::string("; to grant it: ACL SETUSER ")
        .append(user.empty() ? "default" : std::string(user.substr(0, kNameLimit)))
        .append(" ")
        .append(rule);
}

} // namespace

bool isCommandRefused(const Error& error)
{
    return error.kind == ErrorClass::NoPermission
        && error.text.find(kCommandMark) != std::string::npos;
}

Error explainRefusal(const Error& error, const RefusedRead& read)
{
    if (error.kind != ErrorClass::NoPermission)
        return error;
    Error explained = error;
    const std::string_view command = refusedCommand(error.text);
    const bool isKeyRefused = error.text.find(kKeyMark) != std::string::npos;
    if (command.empty() && !isKeyRefused)
        return error;
    if (command.empty()) {
        const auto pattern = std::ranges::find_if(read.patterns,
            [&](const std::string& glob) { return redis::globMatches(glob, read.key); });
        const std::string_view granted = pattern == read.patterns.end() ? read.key : *pattern;
        explained.text = std::string("the user may not read '")
                             .append(read.key.substr(0, kNameLimit))
                             .append("'")
                             .append(grantLine(read.user,
                                 std::string("~").append(granted.substr(0, kNameLimit))));
        return explained;
    }
    const auto loss = std::ranges::find(kLosses, command, &LostRead::command);
    const bool isKnown = loss != kLosses.end();
    const std::string permission
        = std::string("+").append(isKnown ? loss->grant : command.substr(0, kNameLimit));
    explained.text = std::string(isKnown ? loss->lost : "some keys can't be read")
                         .append(", as the user lacks ")
                         .append(permission)
                         .append(grantLine(read.user, permission));
    return explained;
}

} // namespace lockkeeper::observe
