// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/holder.h"
#include "core/observe/formats/wait_signs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// Holder of a Redisson lock: `<uuid of the client>:<thread id>`.
struct RedissonOwner {
    std::string client;
    std::string thread;
    friend bool operator==(const RedissonOwner&, const RedissonOwner&) = default;

    [[nodiscard]] Holder holder() const;
    /// As it was parsed.
    [[nodiscard]] std::string text() const { return client + ":" + thread; }
};

/// Parses `<uuid>:<thread id>`; nullopt for anything else.
[[nodiscard]] std::optional<RedissonOwner> parseRedissonOwner(std::string_view text);

/// A key or channel beside a lock: `prefix` and the name. The name is put in braces unless it has
/// some, so that all keys of a lock are in one slot. Source: RedissonObject.prefixName.
[[nodiscard]] std::string besideRedisson(std::string_view prefix, std::string_view name);

/// The names that a lock or the like may have whose key beside it is `inner` and a suffix: `{a}` is
/// written for `a` and for `{a}`.
[[nodiscard]] std::vector<std::string> namesBesideRedisson(std::string_view inner);

/// The wait signs of locks whose waiters subscribe to a channel beside them with this prefix.
[[nodiscard]] WaitSigns redissonSigns(const std::string& channelBegins);

/// The other lock that has the same keys beside it: `a` and `{a}`; empty: there is none.
[[nodiscard]] std::string twinOfRedisson(std::string_view name);

} // namespace lockkeeper::observe
