// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_address.h"

#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace lockkeeper::agent {
namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kEncrypted = "https://";

/// `[v6]` or what has only characters of names and addresses, and maybe a port.
bool isHostWithPort(std::string_view text, std::string_view& host)
{
    const auto bracket = text.starts_with('[') ? text.find(']') : 0;
    if (bracket == std::string_view::npos)
        return false;
    const auto colon = text.find(':', bracket);
    host = text.substr(0, colon);
    const bool isBracketed = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
    const std::string_view name = isBracketed ? host.substr(1, host.size() - 2) : host;
    const bool isName = std::ranges::all_of(name, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
            || (isBracketed && c == ':');
    });
    if (name.empty() || !isName)
        return false;
    if (colon == std::string_view::npos)
        return true;
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, port);
    return stop == end && error == std::errc() && port != 0;
}

bool isLoopback(std::string_view host)
{
    return host == "localhost" || host == "[::1]"
        || (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

Result<Secret> tokenOfEnvironment()
{
    constexpr std::size_t kLongest = 512;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const variable = std::getenv(kAgentTokenVariable);
    if (variable == nullptr)
        return Secret();
    std::string token(variable);
    if (token.empty() || token.size() > kLongest || !std::ranges::all_of(token, isToken68))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop(
                    "$0 holds no token: it has letters, digits and characters of -._~+/=", "data"),
                kAgentTokenVariable));
    return Secret(std::move(token));
}

} // namespace

Result<AgentAddress> AgentAddress::read(std::string_view url)
{
    std::string text = toAsciiLower(url);
    while (text.ends_with('/'))
        text.pop_back();
    const bool isEncrypted = text.starts_with(kEncrypted);
    std::string_view host;
    if ((!isEncrypted && !text.starts_with(kPlain))
        || !isHostWithPort(
            std::string_view(text).substr((isEncrypted ? kEncrypted : kPlain).size()), host))
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(trNoop("'$0' is no agent: give its URL, as http://localhost:7737 or "
                                    "https://HOST; the token is in $1",
                                 "data"),
                displaySafe(url.substr(0, url.find('@') == url.npos ? url.size() : 0)),
                kAgentTokenVariable));
    if (!isEncrypted && !isLoopback(host))
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(
                trNoop("http:// to $0 is not encrypted: use https://, or an SSH tunnel (ssh -L "
                       "7737:localhost:7737 $0) and http://localhost:7737",
                    "data"),
                displaySafe(host)));
    auto token = tokenOfEnvironment();
    if (!token)
        return tl::make_unexpected(token.error());
    return AgentAddress{std::move(text), std::move(*token)};
}

} // namespace lockkeeper::agent
