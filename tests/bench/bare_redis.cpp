// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bare_redis.h"

#include <array>
#include <stdexcept>
#include <string>

namespace lockkeeper::bench {

void demand(bool isGood, const char* what)
{
    if (!isGood)
        throw std::runtime_error(std::string("bare client: ") + what);
}

void append(redisContext* context, std::initializer_list<std::string_view> words)
{
    constexpr std::size_t kMost = 8;
    demand(words.size() <= kMost, "too many words");
    std::array<const char*, kMost> texts{};
    std::array<std::size_t, kMost> sizes{};
    std::size_t count = 0;
    for (const std::string_view word : words) {
        texts[count] = word.data();
        sizes[count++] = word.size();
    }
    redisAppendCommandArgv(context, static_cast<int>(count), texts.data(), sizes.data());
}

} // namespace lockkeeper::bench
