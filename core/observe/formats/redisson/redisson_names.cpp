// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/redisson/redisson_names.h"

#include "core/observe/formats/matchers.h"
#include "core/text/hex.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::observe {
namespace {

/// A number, also followed by a transaction's id; node-redisson's: a uuid.
bool isThread(std::string_view text)
{
    constexpr std::size_t kTransaction = 32;
    const std::size_t end = text.find(':');
    if (end != std::string_view::npos
        && !(text.size() == end + 1 + kTransaction && isLowerHex(text.substr(end + 1))))
        return false;
    std::string_view number = text.substr(0, end);
    number.remove_prefix(number.starts_with('-') ? 1 : 0);
    return positiveNumber(number) || isUuid(text);
}

} // namespace

Holder RedissonOwner::holder() const
{
    Holder holder;
    holder.thread = thread;
    holder.detail = absl::Substitute(trNoop("client $0", "holder"), client);
    return holder;
}

std::optional<RedissonOwner> parseRedissonOwner(std::string_view text)
{
    if (text.size() <= kUuidLength + 1 || text[kUuidLength] != ':')
        return std::nullopt;
    const std::string_view client = text.substr(0, kUuidLength);
    const std::string_view thread = text.substr(kUuidLength + 1);
    if (!isUuid(client) || !isThread(thread))
        return std::nullopt;
    return RedissonOwner{.client = std::string(client), .thread = std::string(thread)};
}

std::string besideRedisson(std::string_view prefix, std::string_view name)
{
    const bool hasBraces = name.find('{') != std::string_view::npos;
    std::string text(prefix);
    text.append(hasBraces ? "" : "{").append(name).append(hasBraces ? "" : "}");
    return text;
}

WakeUp redissonWakeUp(std::string channel, std::string message)
{
    return {.channel = std::move(channel), .message = std::move(message), .isSharded = true};
}

std::vector<std::string> namesBesideRedisson(std::string_view inner)
{
    std::vector<std::string> names{std::string(inner)};
    if (const std::string twin = twinOfRedisson(inner); !twin.empty())
        names.push_back(twin);
    return names;
}

std::string twinOfRedisson(std::string_view name)
{
    if (name.find('{') == std::string_view::npos)
        return besideRedisson({}, name);
    const std::string_view inner = name.substr(1, name.size() - 2);
    const bool isWhole = name.size() > 1 && name.front() == '{' && name.back() == '}';
    return isWhole && inner.find('{') == std::string_view::npos ? std::string(inner)
                                                                : std::string();
}

WaitSigns redissonSigns(const std::string& channelBegins)
{
    return {.channel
        = [channelBegins](std::string_view key) { return besideRedisson(channelBegins, key); },
        .channelBegins = channelBegins};
}

} // namespace lockkeeper::observe
