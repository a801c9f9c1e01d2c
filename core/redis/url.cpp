// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/url.h"

#include <charconv>
#include <optional>

namespace lockkeeper::redis {
namespace {

std::optional<std::string> percentDecode(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        unsigned byte = 0;
        const char* const first = text.data() + i + 1;
        if (i + 2 >= text.size() || std::from_chars(first, first + 2, byte, 16).ptr != first + 2)
            return std::nullopt;
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

/// A socket's path as parse() takes it back.
std::string percentEncodedPath(const std::string& path)
{
    std::string out;
    for (const char c : path)
        out += c == '%' ? "%25" : c == '?' ? "%3F" : c == '@' ? "%40" : std::string(1, c);
    return out;
}

template <class Number> std::optional<Number> toNumber(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

tl::unexpected<Error> invalid(std::string_view what)
{
    return fail(ErrorClass::InvalidUrl,
        "invalid master URL: " + std::string(what)
            + "; write redis://[user:password@]host[:port][/db] or unix:///path[?db=n]");
}

Result<int> parseDatabase(std::string_view text)
{
    const auto database = toNumber<int>(text);
    if (!database || *database < 0)
        return invalid("the database must be a number from 0");
    return *database;
}

/// Splits "user:password@" off the front of `rest`.
Result<void> takeLogin(std::string_view& rest, Url& url)
{
    const std::size_t at = rest.substr(0, rest.find('/')).rfind('@');
    if (at == std::string_view::npos)
        return {};
    const std::string_view login = rest.substr(0, at);
    rest.remove_prefix(at + 1);
    const std::size_t colon = login.find(':');
    const auto user = percentDecode(login.substr(0, colon));
    const auto password
        = colon == std::string_view::npos ? std::string() : percentDecode(login.substr(colon + 1));
    if (!user || !password)
        return invalid("a % in user or password must be followed by two hex digits");
    url.user = *user;
    url.password = Secret(*password);
    return {};
}

/// Splits "host[:port]" off the front of `rest`, up to the path.
Result<void> takeAddress(std::string_view& rest, Url& url)
{
    std::string_view address = rest.substr(0, rest.find('/'));
    rest.remove_prefix(address.size());
    std::string_view port;
    if (address.starts_with('[')) {
        const std::size_t end = address.find(']');
        if (end == std::string_view::npos)
            return invalid("an IPv6 address ends with ]");
        url.host = address.substr(1, end - 1);
        address.remove_prefix(end + 1);
        if (!address.empty() && address.front() != ':')
            return invalid("only a port may follow an IPv6 address");
        port = address.empty() ? address : address.substr(1);
    } else {
        const std::size_t colon = address.find(':');
        url.host = address.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view() : address.substr(colon + 1);
        if (colon != std::string_view::npos && port.empty())
            return invalid("the port is missing after the colon");
    }
    if (url.host.empty())
        return invalid("the host is missing");
    if (!port.empty()) {
        const auto number = toNumber<std::uint16_t>(port);
        if (!number || *number == 0)
            return invalid("the port must be a number from 1 to 65535");
        url.port = *number;
    }
    return {};
}

Result<Url> parseTcp(std::string_view rest)
{
    Url url;
    if (auto login = takeLogin(rest, url); !login)
        return tl::make_unexpected(login.error());
    if (auto address = takeAddress(rest, url); !address)
        return tl::make_unexpected(address.error());
    if (rest.size() > 1) {
        const auto database = parseDatabase(rest.substr(1));
        if (!database)
            return tl::make_unexpected(database.error());
        url.database = *database;
    }
    return url;
}

Result<Url> parseUnix(std::string_view rest)
{
    Url url;
    url.kind = Url::Kind::Unix;
    if (auto login = takeLogin(rest, url); !login)
        return tl::make_unexpected(login.error());
    const std::size_t question = rest.find('?');
    const auto path = percentDecode(rest.substr(0, question));
    if (!path || !path->starts_with('/'))
        return invalid("a Unix socket needs an absolute path (unix:///run/redis.sock)");
    url.path = *path;
    if (question != std::string_view::npos) {
        const std::string_view query = rest.substr(question + 1);
        if (!query.starts_with("db="))
            return invalid("only ?db=n may follow the socket's path");
        const auto database = parseDatabase(query.substr(3));
        if (!database)
            return tl::make_unexpected(database.error());
        url.database = *database;
    }
    return url;
}

} // namespace

Result<Url> Url::parse(std::string_view text)
{
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos)
        return invalid("it has no scheme");
    const std::string_view name = text.substr(0, scheme);
    const std::string_view rest = text.substr(scheme + 3);
    if (name == "redis")
        return parseTcp(rest);
    if (name == "unix")
        return parseUnix(rest);
    if (name == "rediss")
        return fail(ErrorClass::Unsupported,
            "rediss:// (TLS) is not supported yet; use redis:// or unix://, or a local TLS tunnel");
    return invalid("the scheme must be redis or unix");
}

std::string Url::redacted() const
{
    const std::string login = user.empty() && password.isEmpty() ? "" : "***@";
    if (kind == Kind::Unix)
        return "unix://" + login + percentEncodedPath(path)
            + (database == 0 ? "" : std::string("?db=").append(std::to_string(database)));
    const bool isIpv6 = host.find(':') != std::string::npos;
    return "redis://" + login + (isIpv6 ? std::string("[").append(host).append("]") : host) + ":"
        + std::to_string(port)
        + (database == 0 ? "" : std::string("/").append(std::to_string(database)));
}

} // namespace lockkeeper::redis
