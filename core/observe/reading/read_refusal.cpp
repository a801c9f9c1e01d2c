// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/read_refusal.h"

#include "core/redis/glob.h"
#include "core/redis/url_login.h"
#include "core/text/ascii.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>

namespace lockkeeper::observe {
namespace {

constexpr std::string_view kCommandMark = "to run the '";
constexpr std::string_view kKeyMark = "ermissions to access ";
constexpr std::size_t kNameLimit = 64;

struct LostRead {
    std::string_view command;
    std::string_view grant; ///< of the cheaper command
    const char* lost;
};

constexpr std::array<LostRead, 14> kLosses{{
    {"get", "getrange", trNoop("strings can't be read", "data")},
    {"getrange", "getrange", trNoop("strings can't be read", "data")},
    {"pttl", "pttl", trNoop("no lock can be read, as nothing tells how long it is kept", "data")},
    {"type", "type", trNoop("hashes, sets, sorted sets and lists can't be read", "data")},
    {"hgetall", "hscan", trNoop("hashes can't be read", "data")},
    {"hscan", "hscan", trNoop("hashes can't be read", "data")},
    {"smembers", "sscan", trNoop("sets can't be read", "data")},
    {"sscan", "sscan", trNoop("sets can't be read", "data")},
    {"zrange", "zrange", trNoop("sorted sets can't be read", "data")},
    {"lrange", "lrange", trNoop("lists can't be read", "data")},
    {"scan", "scan", trNoop("no key can be found", "data")},
    {"pubsub", "pubsub|channels", trNoop("who waits is not known", "data")},
    {"pubsub|channels", "pubsub|channels", trNoop("who waits is not known", "data")},
    {"pubsub|numsub", "pubsub|numsub", trNoop("how many wait is not known", "data")},
}};

/// Backticks up to Redis 6.
std::string unknownCommand(std::string_view text)
{
    constexpr std::string_view kQuotes = "'`";
    const std::size_t from = text.find_first_of(kQuotes);
    if (from == std::string_view::npos)
        return {};
    text.remove_prefix(from + 1);
    return std::string(text.substr(0, text.find_first_of(kQuotes)));
}

std::string shortened(std::string_view text)
{
    return std::string(text.substr(0, kNameLimit));
}

std::string userText(std::string_view user)
{
    return shortened(redis::aclUser(user));
}

/// `rule`: a pattern, or a key, whose name may grant something else when pasted.
std::string grantText(const RefusedRead& read, std::string_view rule, bool isPattern)
{
    const bool isExact = isRedisCliWord(rule) && rule.size() <= kNameLimit
        && (isPattern || redis::fixedPrefix(rule) == rule);
    return isExact
        ? absl::Substitute(
            trNoop("the user may not read '$0'; to grant it: ACL SETUSER $1 ~$2", "data"),
            shortened(read.key), userText(read.user), std::string(rule))
        : absl::Substitute(trNoop("the user may not read '$0'; its name can't stand in an ACL rule "
                                  "as it is",
                               "data"),
            shortened(read.key));
}

Error explainUnknown(Error error)
{
    const std::string command = unknownCommand(error.text);
    const auto loss = std::ranges::find(kLosses, toAsciiLower(command), &LostRead::command);
    if (loss != kLosses.end())
        error.text = absl::Substitute(
            trNoop("$0, as the server has no command $1", "data"), loss->lost, shortened(command));
    return error;
}

} // namespace

std::string_view refusedCommand(std::string_view text)
{
    const std::size_t mark = text.find(kCommandMark);
    if (mark == std::string_view::npos)
        return {};
    text.remove_prefix(mark + kCommandMark.size());
    return text.substr(0, text.find('\''));
}

bool isCommandRefused(const Error& error)
{
    return error.kind == ErrorClass::UnknownCommand
        || (error.kind == ErrorClass::NoPermission
            && error.text.find(kCommandMark) != std::string::npos);
}

Error explainRefusal(const Error& error, const RefusedRead& read)
{
    if (error.kind == ErrorClass::UnknownCommand)
        return explainUnknown(error);
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
        const bool isCovered = pattern != read.patterns.end();
        // A grant for one of all keys does not help.
        explained.text = !isCovered && !read.isAlone
            ? absl::Substitute(trNoop("the user may not read '$0'; to grant all keys: ACL SETUSER "
                                      "$1 ~*; to look only at those that it may read: --match GLOB",
                                   "data"),
                shortened(read.key), userText(read.user))
            : grantText(read, isCovered ? std::string_view(*pattern) : read.key, isCovered);
        return explained;
    }
    const auto loss = std::ranges::find(kLosses, command, &LostRead::command);
    const bool isKnown = loss != kLosses.end();
    explained.text = absl::Substitute(
        trNoop("$0, as the user lacks +$1; to grant it: ACL SETUSER $2 +$1", "data"),
        isKnown ? loss->lost : trNoop("some keys can't be read", "data"),
        shortened(isKnown ? loss->grant : command), userText(read.user));
    return explained;
}

} // namespace lockkeeper::observe
