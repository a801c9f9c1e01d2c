// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/sabotage.h"

#include "core/lock/scripts.h"

#include <algorithm>
#include <span>

namespace lockkeeper::simulation {
namespace {

bool runs(const Request& request, const redis::Script& script)
{
    return request.isScript()
        && (request.arguments[1] == script.sha1() || request.arguments[1] == script.source());
}

bool isOperators(const Request& request)
{
    return request.isScript() && request.arguments[1].find("sha1hex") != std::string_view::npos;
}

/// `token`: whose request it still is.
void replace(Request& request, const std::vector<std::string>& arguments, std::string token)
{
    request.set(redis::Command(arguments).wire());
    request.token = std::move(token);
}

std::vector<std::string> copyOf(const Request& request)
{
    return {request.arguments.begin(), request.arguments.end()};
}

void replaceByDelete(Request& request)
{
    replace(request, {"DEL", std::string(request.arguments[3])}, request.token);
}

void shorten(Request& request)
{
    std::vector<std::string> arguments = copyOf(request);
    arguments[0] = "EVAL";
    arguments[1] = R"(for _, key in ipairs(KEYS) do
  if redis.call('get', key) ~= ARGV[1] then return 0 end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[2]) end
return 1)";
    replace(request, arguments, request.token);
}

/// The extension stores the token again where it is missing, and reports success.
void repairAndCount(Request& request)
{
    std::vector<std::string> arguments = copyOf(request);
    arguments[0] = "EVAL";
    arguments[1] = R"(for _, key in ipairs(KEYS) do
  local token = redis.call('get', key)
  if token and token ~= ARGV[1] then return -1 end
end
for _, key in ipairs(KEYS) do
  if redis.call('pttl', key) < tonumber(ARGV[2]) then redis.call('set', key, ARGV[1], 'PX', ARGV[2]) end
end
return 1)";
    replace(request, arguments, request.token);
}

/// Without NX, PX or both: "SET key token NX PX ttl".
void setWithout(Request& request, std::string_view option)
{
    std::vector<std::string> arguments = copyOf(request);
    const auto found = std::ranges::find(arguments, option);
    if (found != arguments.end())
        arguments.erase(found, option == "PX" ? found + 2 : found + 1);
    replace(request, arguments, request.token);
}

} // namespace

void sabotage(Bug bug, Request& request, bool isHeld)
{
    const bool isSet = request.arguments[0] == "SET";
    switch (bug) {
    case Bug::ReleaseDoesNotCompare:
        if (runs(request, lock::releaseScript()))
            replaceByDelete(request);
        break;
    case Bug::OperatorDeletes:
        if (isOperators(request))
            replaceByDelete(request);
        break;
    case Bug::MastersShorten:
        if (runs(request, lock::extendScript()))
            shorten(request);
        break;
    case Bug::RepairCountsAsVote:
        if (runs(request, lock::extendScript()))
            repairAndCount(request);
        break;
    case Bug::RepairWithoutNx:
        if (isSet && isHeld)
            setWithout(request, "NX");
        break;
    case Bug::FenceNotRaised:
        if (runs(request, lock::raiseFenceScript()))
            replace(request, {"EVAL", "return 1", "0"}, {});
        break;
    case Bug::TakeWithoutTtl:
        if (isSet)
            setWithout(request, "PX");
        break;
    case Bug::CounterForgets:
        if (runs(request, lock::takeFencedScript()) || runs(request, lock::raiseFenceScript())) {
            std::vector<std::string> arguments = copyOf(request);
            arguments.back() = "50";
            replace(request, arguments, request.token);
        }
        break;
    default:
        break;
    }
}

} // namespace lockkeeper::simulation
