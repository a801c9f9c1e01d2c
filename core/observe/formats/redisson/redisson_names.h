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

/// `<uuid of the client>:<thread id>`.
struct RedissonOwner {
    std::string client;
    std::string thread;
    friend bool operator==(const RedissonOwner&, const RedissonOwner&) = default;

    [[nodiscard]] Holder holder() const;
    [[nodiscard]] std::string text() const { return client + ":" + thread; }
};

[[nodiscard]] std::optional<RedissonOwner> parseRedissonOwner(std::string_view text);

/// Adds braces unless the name has some, so that a lock's keys share a slot. Source:
/// RedissonObject.prefixName.
[[nodiscard]] std::string besideRedisson(std::string_view prefix, std::string_view name);
/// Source: PublishSubscribeService.java, getPublishCommand().
[[nodiscard]] WakeUp redissonWakeUp(std::string channel, std::string message);

/// Names with `inner` and a suffix beside them: of `{a}`, `a` and `{a}`.
[[nodiscard]] std::vector<std::string> namesBesideRedisson(std::string_view inner);

[[nodiscard]] WaitSigns redissonSigns(const std::string& channelBegins);

/// The lock with the same keys beside it, as `a` and `{a}`; empty: none.
[[nodiscard]] std::string twinOfRedisson(std::string_view name);

} // namespace lockkeeper::observe
