// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_stats.h"

#include <algorithm>
#include <sstream>

namespace lockkeeper::tests {
namespace {

// Places in the answer of COMMAND INFO.
constexpr std::size_t kFlags = 2;
constexpr std::size_t kCategories = 6;

/// Commands for administrators that only look.
bool isHarmless(const std::string& command)
{
    static const std::set<std::string> kHarmless{"client|list", "monitor", "config|resetstat"};
    return kHarmless.contains(command);
}

} // namespace

std::set<std::string> commandsSeen(RedisServerFixture& servers)
{
    std::set<std::string> commands;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        std::istringstream lines(servers.command(i, {"INFO", "commandstats"}).text);
        for (std::string line; std::getline(lines, line);) {
            const std::string prefix = "cmdstat_";
            if (line.starts_with(prefix))
                commands.insert(line.substr(prefix.size(), line.find(':') - prefix.size()));
        }
    }
    return commands;
}

void resetCommandStats(RedisServerFixture& servers)
{
    servers.commandAll({"CONFIG", "RESETSTAT"});
}

std::set<std::string> changesAmong(
    RedisServerFixture& servers, const std::set<std::string>& commands)
{
    std::set<std::string> changes;
    for (const std::string& command : commands) {
        const redis::Reply info = servers.command({"COMMAND", "INFO", command});
        const bool isKnown = info.isArray() && info.elements.size() == 1
            && info.elements[0].elements.size() > kCategories;
        const auto says = [&](std::size_t place, const char* word) {
            const auto& words = info.elements[0].elements[place].elements;
            return std::ranges::find(words, word, &redis::Reply::text) != words.end();
        };
        const bool isChange = !isKnown || command == "publish" || says(kFlags, "write")
            || says(kCategories, "@scripting") || (says(kFlags, "admin") && !isHarmless(command));
        if (isChange)
            changes.insert(command);
    }
    return changes;
}

} // namespace lockkeeper::tests
