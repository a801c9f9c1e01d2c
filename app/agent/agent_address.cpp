// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_address.h"

#include "core/agent/host_port.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cstdlib>

namespace lockkeeper::agent {
namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kEncrypted = "https://";

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
    const std::string_view scheme = isEncrypted ? kEncrypted : kPlain;
    const auto place = text.starts_with(scheme)
        ? HostPort::parse(std::string_view(text).substr(scheme.size()))
        : std::nullopt;
    if (!place || place->port == 0)
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(trNoop("'$0' is no agent: give its URL, as http://localhost:7737 or "
                                    "https://HOST; the token is in $1",
                                 "data"),
                displaySafe(url.substr(0, url.find('@') == url.npos ? url.size() : 0)),
                kAgentTokenVariable));
    if (!isEncrypted && !place->isLoopback())
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(
                trNoop("http:// to $0 is not encrypted: use https://, or an SSH tunnel (ssh -L "
                       "7737:localhost:7737 $0) and http://localhost:7737",
                    "data"),
                displaySafe(place->host)));
    auto token = tokenOfEnvironment();
    if (!token)
        return tl::make_unexpected(token.error());
    return AgentAddress{std::move(text), std::move(*token)};
}

} // namespace lockkeeper::agent
