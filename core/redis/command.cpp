// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/command.h"

#include <hiredis/hiredis.h>
#include <new>

namespace lockkeeper::redis {

Command::Command(std::initializer_list<std::string_view> arguments)
    : m_arguments(arguments.begin(), arguments.end())
{ }

Command::Command(std::vector<std::string> arguments)
    : m_arguments(std::move(arguments))
{ }

void Command::appendTo(std::string& wire) const
{
    std::vector<const char*> texts;
    std::vector<std::size_t> lengths;
    texts.reserve(m_arguments.size());
    lengths.reserve(m_arguments.size());
    for (const std::string& argument : m_arguments) {
        texts.push_back(argument.data());
        lengths.push_back(argument.size());
    }
    char* encoded = nullptr;
    const auto size = redisFormatCommandArgv(
        &encoded, static_cast<int>(texts.size()), texts.data(), lengths.data());
    if (size < 0)
        throw std::bad_alloc();
    wire.append(encoded, static_cast<std::size_t>(size));
    redisFreeCommand(encoded);
}

} // namespace lockkeeper::redis
