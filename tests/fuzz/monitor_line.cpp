// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/traffic/monitor.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>
#include <cstdio>

// A line of MONITOR. What it says survives being written as Redis writes it, and nothing of it but
// a command's name is ever shown.
namespace lockkeeper::fuzz {
namespace {

using observe::KeyUse;
using observe::MonitorLine;
using observe::parseMonitorLine;

constexpr std::size_t kLongestLine = 65536;

/// After sdscatrepr(), with every byte that is not plain as \xNN.
std::string inQuotes(std::string_view argument)
{
    std::string text = "\"";
    for (const char c : argument) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text.append("\\").append(1, c);
        } else if (byte >= 0x20 && byte < 0x7f) {
            text += c;
        } else {
            std::array<char, 5> escape{};
            std::snprintf(escape.data(), escape.size(), "\\x%02x", static_cast<unsigned>(byte));
            text += escape.data();
        }
    }
    return text + "\"";
}

std::string written(const MonitorLine& line)
{
    std::string text = "1339518083.107412 [" + std::to_string(line.database);
    text.append(" ").append(line.address).append("]");
    for (const std::string& argument : line.arguments)
        text.append(" ").append(inQuotes(argument));
    return text;
}

void checkCommand(const MonitorLine& line)
{
    const std::string command = line.command();
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    };
    check(command == "?" || (!command.empty() && std::ranges::all_of(command, isPlain)),
        "a command's name looks like one");
}

void checkKey(const MonitorLine& line, const std::string& key)
{
    const auto values = line.valuesBeside(key);
    check(std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end(),
        "arguments are told in their order, each once");
    for (const std::size_t index : values) {
        check(index >= 1 && index < line.arguments.size(), "a value is an argument");
        check(line.arguments[index] != key, "the key is no value");
    }
    const bool isThere
        = std::find(line.arguments.begin() + 1, line.arguments.end(), key) != line.arguments.end();
    check(
        isThere || line.useOf(key) == KeyUse::None, "no command uses a key that it does not name");
}

void run(std::string_view input)
{
    const auto line = parseMonitorLine(input);
    if (!line)
        return;
    check(observe::looksLikeMonitorLine(input), "a line looks like one");
    check(!line->arguments.empty() && line->arguments.size() <= 1024, "a command is bounded");
    check(line->database >= 0, "a database has a number from 0");
    checkDisplayable(line->address);
    checkCommand(*line);
    checkKey(*line, "orders:42");
    checkKey(*line, line->arguments.back());
    const std::string text = written(*line);
    if (text.size() > kLongestLine)
        return;
    const auto again = parseMonitorLine(text);
    check(again && again->database == line->database && again->address == line->address
            && again->arguments == line->arguments,
        "what is written as Redis does says the same");
}

const Target kTarget("monitor_line", run);

} // namespace
} // namespace lockkeeper::fuzz
