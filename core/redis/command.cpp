// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/command.h"

#include "core/redis/wire_reader.h"

#include <algorithm>
#include <charconv>

namespace lockkeeper::redis {
namespace {

constexpr std::string_view kEnd = "\r\n";
/// A type, twenty digits, two line ends.
constexpr std::size_t kOverhead = 25;

char* write(char* at, std::string_view text) noexcept
{
    return std::copy(text.begin(), text.end(), at);
}

char* writeCount(char* at, char type, std::size_t count) noexcept
{
    constexpr std::ptrdiff_t kDigits = 20;
    *at++ = type;
    if (count < 10)
        *at++ = static_cast<char>('0' + count);
    else
        at = std::to_chars(at, at + kDigits, count).ptr;
    return write(at, kEnd);
}

char* writeArgument(char* at, std::string_view argument) noexcept
{
    return write(write(writeCount(at, '$', argument.size()), argument), kEnd);
}

template <class Arguments> std::size_t mostBytes(const Arguments& arguments) noexcept
{
    std::size_t most = 0;
    for (const std::string_view argument : arguments)
        most += argument.size() + kOverhead;
    return most;
}

// hiredis formats by a printf per argument: most of the time of sending.
template <class Arguments> void append(std::string& wire, const Arguments& arguments)
{
    const std::size_t before = wire.size();
    wire.resize(before + kOverhead + mostBytes(arguments));
    char* at = writeCount(wire.data() + before, '*', arguments.size());
    for (const std::string_view argument : arguments)
        at = writeArgument(at, argument);
    wire.resize(static_cast<std::size_t>(at - wire.data()));
}

template <class Arguments> std::string encode(const Arguments& arguments)
{
    std::string wire;
    append(wire, arguments);
    return wire;
}

std::vector<std::string> takeArguments(std::string_view& wire)
{
    std::vector<std::string> arguments(takeCount(wire));
    for (std::string& argument : arguments)
        argument = takeArgument(wire);
    return arguments;
}

} // namespace

Arguments::Arguments(std::initializer_list<std::string_view> arguments)
{
    m_wire.reserve(mostBytes(arguments));
    for (const std::string_view argument : arguments)
        add(argument);
}

Arguments::Arguments(const std::vector<std::string>& arguments)
{
    for (const std::string& argument : arguments)
        add(argument);
}

void Arguments::add(std::string_view argument)
{
    const std::size_t before = m_wire.size();
    m_wire.resize(before + argument.size() + kOverhead);
    const char* end = writeArgument(m_wire.data() + before, argument);
    m_wire.resize(static_cast<std::size_t>(end - m_wire.data()));
    ++m_size;
}

Command::Command(std::initializer_list<std::string_view> arguments)
    : m_wire(encode(arguments))
{ }

Command::Command(const std::vector<std::string>& arguments)
    : m_wire(encode(arguments))
{ }

Command::Command(std::span<const std::string_view> arguments)
    : m_wire(encode(arguments))
{ }

Command::Command(
    std::initializer_list<std::string_view> first, const Arguments& second, const Arguments& third)
{
    m_wire.resize(kOverhead + mostBytes(first) + second.m_wire.size() + third.m_wire.size());
    char* at = writeCount(m_wire.data(), '*', first.size() + second.size() + third.size());
    for (const std::string_view argument : first)
        at = writeArgument(at, argument);
    at = write(write(at, second.m_wire), third.m_wire);
    m_wire.resize(static_cast<std::size_t>(at - m_wire.data()));
}

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

void Pipeline::add(std::span<const std::string_view> arguments)
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
