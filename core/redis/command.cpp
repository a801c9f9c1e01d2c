// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/command.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockkeeper::redis {
namespace {

constexpr std::string_view kEnd = "\r\n";

/// `*5\r\n` or `$12\r\n`, behind `before`. Written for every argument: mostly one or two digits.
void appendCount(std::string& wire, std::string_view before, char type, std::size_t count)
{
    std::array<char, 32> text; // NOLINT(cppcoreguidelines-pro-type-member-init): written below
    char* at = std::copy(before.begin(), before.end(), text.data());
    *at++ = type;
    if (count < 10)
        *at++ = static_cast<char>('0' + count);
    else
        at = std::to_chars(at, text.data() + text.size(), count).ptr;
    at = std::copy(kEnd.begin(), kEnd.end(), at);
    wire.append(text.data(), at);
}

// hiredis formats the same with a printf per argument, which is most of the time that a command
// takes before it is sent.
template <class Arguments> void append(std::string& wire, const Arguments& arguments)
{
    appendCount(wire, {}, '*', arguments.size());
    std::string_view before;
    for (const std::string_view argument : arguments) {
        appendCount(wire, before, '$', argument.size());
        wire.append(argument);
        before = kEnd;
    }
    wire.append(before);
}

template <class Arguments> std::string encode(const Arguments& arguments)
{
    constexpr std::size_t kOverhead = 16; // of each argument, for lengths that matter
    std::size_t size = kOverhead;
    for (const std::string_view argument : arguments)
        size += argument.size() + kOverhead;
    std::string wire;
    wire.reserve(size);
    append(wire, arguments);
    return wire;
}

/// Takes the count that `wire`, our own encoding, begins with.
std::size_t takeCount(std::string_view& wire) noexcept
{
    std::size_t count = 0;
    const auto end = std::from_chars(wire.data() + 1, wire.data() + wire.size(), count).ptr;
    wire.remove_prefix(static_cast<std::size_t>(end - wire.data()) + kEnd.size());
    return count;
}

std::string_view takeArgument(std::string_view& wire) noexcept
{
    const std::size_t size = takeCount(wire);
    const std::string_view argument = wire.substr(0, size);
    wire.remove_prefix(size + kEnd.size());
    return argument;
}

std::vector<std::string> takeArguments(std::string_view& wire)
{
    std::vector<std::string> arguments(takeCount(wire));
    for (std::string& argument : arguments)
        argument = takeArgument(wire);
    return arguments;
}

} // namespace

Command::Command(std::initializer_list<std::string_view> arguments)
    : m_wire(encode(arguments))
{ }

Command::Command(const std::vector<std::string>& arguments)
    : m_wire(encode(arguments))
{ }

std::vector<std::string> Command::arguments() const
{
    std::string_view rest = m_wire;
    return takeArguments(rest);
}

std::string_view Command::name() const noexcept
{
    std::string_view rest = m_wire;
    (void)takeCount(rest);
    return takeArgument(rest);
}

void Pipeline::add(std::initializer_list<std::string_view> arguments)
{
    append(m_wire, arguments);
    ++m_size;
}

void Pipeline::clear() noexcept
{
    m_wire.clear();
    m_size = 0;
}

std::vector<Command> Pipeline::commands() const
{
    std::vector<Command> commands;
    for (std::string_view rest = m_wire; !rest.empty();)
        commands.emplace_back(takeArguments(rest));
    return commands;
}

} // namespace lockkeeper::redis
