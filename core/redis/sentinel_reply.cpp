// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/sentinel_reply.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace lockkeeper::redis {
namespace {

std::optional<NodeAddress> addressOf(std::string_view host, std::string_view portText)
{
    std::uint16_t port = 0;
    const char* const end = portText.data() + portText.size();
    const auto parsed = std::from_chars(portText.data(), end, port);
    if (parsed.ec != std::errc() || parsed.ptr != end || port == 0 || host.empty())
        return std::nullopt;
    return NodeAddress{std::string(host), port};
}

/// The words of a message. Names and addresses contain no blanks.
std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, size));
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return words;
}

} // namespace

std::optional<NodeAddress> masterIn(const Reply& reply)
{
    if (!reply.isArray() || reply.elements.size() != 2)
        return std::nullopt;
    return addressOf(reply.elements[0].text, reply.elements[1].text);
}

std::optional<NodeAddress> switchedMasterIn(const Reply& push, std::string_view group)
{
    if (push.elements.size() != 3 || push.elements[1].text != kSwitchMaster)
        return std::nullopt;
    // <group> <old host> <old port> <new host> <new port>
    const auto words = wordsOf(push.elements[2].text);
    if (words.size() != 5 || words[0] != group)
        return std::nullopt;
    return addressOf(words[3], words[4]);
}

} // namespace lockkeeper::redis
