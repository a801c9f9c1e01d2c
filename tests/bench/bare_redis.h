// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hiredis/hiredis.h>
#include <initializer_list>
#include <memory>
#include <string_view>

// What the references, which use hiredis and nothing else, have in common.

namespace lockkeeper::bench {

struct RedisContextDeleter {
    void operator()(redisContext* context) const noexcept { redisFree(context); }
};
using RedisContext = std::unique_ptr<redisContext, RedisContextDeleter>;

/// Throws std::runtime_error with `what` unless `isGood`.
void demand(bool isGood, const char* what);

/// Puts a command of at most eight words into the context's buffer.
void append(redisContext* context, std::initializer_list<std::string_view> words);

} // namespace lockkeeper::bench
