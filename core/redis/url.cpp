// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/url.h"

#include "core/text/number.h"
#include "core/text/percent.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <optional>

namespace lockkeeper::redis {
namespace {

bool isGraphic(char c)
{
    return c > 0x20 && c < 0x7f;
}

std::string percentEncodedPath(const std::string& path)
{
    constexpr std::string_view kSpecial = "%?@&=+#";
    return percentEncode(
        path, [&](char c) { return isGraphic(c) && kSpecial.find(c) == std::string_view::npos; });
}

tl::unexpected<Error> invalid(std::string_view what)
{
    return fail(ErrorClass::InvalidUrl,
        absl::Substitute(trNoop("invalid master URL: $0; write redis://[user:password@]host[:port]"
                                "[/db], the same with rediss:// for TLS, or unix:///path[?db=n]",
                             "data"),
            std::string(what)));
}

Result<int> parseDatabase(std::string_view text)
{
    const auto database = numberIn<int>(text);
    if (!database || *database < 0)
        return invalid(trNoop("the database must be a number from 0", "data"));
    return *database;
}

/// Removes "user:password@". A byte of `ends` ends the address.
Result<void> takeLogin(std::string_view& rest, Url& url, std::string_view ends = "/")
{
    const std::size_t at = rest.substr(0, rest.find_first_of(ends)).rfind('@');
    if (at == std::string_view::npos)
        return {};
    const std::string_view login = rest.substr(0, at);
    rest.remove_prefix(at + 1);
    const std::size_t colon = login.find(':');
    const auto user = percentDecode(login.substr(0, colon));
    const auto password
        = colon == std::string_view::npos ? std::string() : percentDecode(login.substr(colon + 1));
    if (!user || !password)
        return invalid(
            trNoop("a % in user or password must be followed by two hex digits", "data"));
    url.user = *user;
    url.password = Secret(*password);
    return {};
}

/// A byte that ends an address stands before an @: it cuts a password. TLS files may have an @.
bool isLoginCut(std::string_view rest)
{
    for (const std::string_view option : {"?ca=", "?cert=", "?key="})
        rest = rest.substr(0, rest.find(option));
    const std::size_t end = rest.find_first_of("/?");
    return end != std::string_view::npos && rest.find('@', end) != std::string_view::npos;
}

tl::unexpected<Error> cutLogin()
{
    return invalid(trNoop(
        "a / in user or password is written %2F, a ? is %3F, a # is %23, a % is %25", "data"));
}

Result<void> takeAddress(std::string_view& rest, Url& url)
{
    std::string_view address = rest.substr(0, rest.find_first_of("/?"));
    rest.remove_prefix(address.size());
    std::optional<std::string_view> port;
    if (address.starts_with('[')) {
        const std::size_t end = address.find(']');
        if (end == std::string_view::npos)
            return invalid(trNoop("an IPv6 address ends with ]", "data"));
        url.host = address.substr(1, end - 1);
        if (!url.host.empty() && url.host.find(':') == std::string::npos)
            return invalid(trNoop("only an IPv6 address stands in brackets", "data"));
        address.remove_prefix(end + 1);
        if (!address.empty() && address.front() != ':')
            return invalid(trNoop("only a port may follow an IPv6 address", "data"));
        if (!address.empty())
            port = address.substr(1);
    } else {
        const std::size_t colon = address.find(':');
        if (std::ranges::count(address, ':') > 1)
            return invalid(
                trNoop("an IPv6 address stands in brackets: redis://[2001:db8::1]:6379", "data"));
        url.host = address.substr(0, colon);
        if (colon != std::string_view::npos)
            port = address.substr(colon + 1);
    }
    if (url.host.empty())
        return invalid(trNoop("the host is missing", "data"));
    if (url.host.find(',') != std::string::npos)
        return invalid(
            trNoop("each master has a URL of its own; no comma stands in a host", "data"));
    if (!std::ranges::all_of(url.host, isGraphic))
        return invalid(trNoop("the host must be a name or an address, in ASCII", "data"));
    if (port && port->empty())
        return invalid(trNoop("the port is missing after the colon", "data"));
    if (port) {
        const auto number = numberIn<std::uint16_t>(*port);
        if (!number || *number == 0)
            return invalid(trNoop("the port must be a number from 1 to 65535", "data"));
        url.port = *number;
    }
    return {};
}

Result<void> takeDatabase(std::string_view& rest, Url& url)
{
    const std::string_view path = rest.substr(0, rest.find('?'));
    rest.remove_prefix(path.size());
    if (path.size() <= 1)
        return {};
    const auto database = parseDatabase(path.substr(1));
    if (!database)
        return tl::make_unexpected(database.error());
    url.database = *database;
    return {};
}

Result<Url> parseTcp(std::string_view& rest, std::string_view endsOfLogin)
{
    const std::string_view all = rest;
    Url url;
    auto parsed = takeLogin(rest, url, endsOfLogin);
    if (parsed)
        parsed = takeAddress(rest, url);
    if (parsed)
        parsed = takeDatabase(rest, url);
    if (!parsed && isLoginCut(all))
        return cutLogin();
    if (!parsed)
        return tl::make_unexpected(parsed.error());
    return url;
}

Result<Url> parsePlain(std::string_view rest)
{
    auto url = parseTcp(rest, "/");
    if (url && !rest.empty())
        return invalid(
            trNoop("redis:// takes no options; ca, cert and key are for rediss://", "data"));
    return url;
}

Result<void> takeTlsOption(std::string_view option, Tls& tls)
{
    const std::size_t equals = option.find('=');
    const std::string_view name = option.substr(0, equals);
    std::string* const file = name == "ca" ? &tls.caFile
        : name == "cert"                   ? &tls.certFile
        : name == "key"                    ? &tls.keyFile
                                           : nullptr;
    if (file == nullptr)
        return invalid(
            trNoop("the options of rediss:// are ca, cert and key, each with a file", "data"));
    const auto value = equals == std::string_view::npos ? std::nullopt
                                                        : percentDecode(option.substr(equals + 1));
    if (!value || value->empty() || value->find('\0') != std::string::npos)
        return invalid(
            trNoop("ca, cert and key each name a file (?ca=/etc/ssl/redis-ca.pem)", "data"));
    if (!file->empty())
        return invalid(trNoop("ca, cert or key is given twice", "data"));
    *file = *value;
    return {};
}

Result<Url> parseTls(std::string_view rest)
{
    auto url = parseTcp(rest, "/?");
    if (!url)
        return url;
    url->tls.emplace();
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view option = rest.substr(0, rest.find('&'));
        rest.remove_prefix(option.size());
        if (auto taken = takeTlsOption(option, *url->tls); !taken)
            return tl::make_unexpected(taken.error());
    }
    if (url->tls->certFile.empty() && !url->tls->keyFile.empty())
        return invalid(trNoop("a key needs its certificate (?cert=FILE&key=FILE)", "data"));
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
    if (!rest.starts_with('/') && isLoginCut(rest))
        return cutLogin();
    if (!path || !path->starts_with('/') || path->find('\0') != std::string::npos)
        return invalid(
            trNoop("a Unix socket needs an absolute path (unix:///run/redis.sock)", "data"));
    url.path = *path;
    if (question != std::string_view::npos) {
        const std::string_view query = rest.substr(question + 1);
        if (!query.starts_with("db="))
            return invalid(trNoop("only ?db=n may follow the socket's path", "data"));
        const auto database = parseDatabase(query.substr(3));
        if (!database)
            return tl::make_unexpected(database.error());
        url.database = *database;
    }
    return url;
}

std::string tlsOptions(const Tls& tls)
{
    std::string text;
    const auto add = [&text](const char* name, const std::string& file) {
        if (!file.empty())
            text.append(text.empty() ? "?" : "&").append(name).append(percentEncodedPath(file));
    };
    add("ca=", tls.caFile);
    add("cert=", tls.certFile);
    add("key=", tls.keyFile);
    return text;
}

} // namespace

Result<Url> Url::parse(std::string_view text)
{
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos)
        return invalid(trNoop("it has no scheme", "data"));
    const std::string_view name = text.substr(0, scheme);
    const std::string_view rest = text.substr(scheme + 3);
    if (name == "redis")
        return parsePlain(rest);
    if (name == "rediss")
        return parseTls(rest);
    if (name == "unix")
        return parseUnix(rest);
    return invalid(trNoop("the scheme must be redis, rediss or unix", "data"));
}

std::string Url::redacted() const
{
    const std::string login = user.empty() && password.isEmpty() ? "" : "***@";
    if (kind == Kind::Unix)
        return "unix://" + login + percentEncodedPath(path)
            + (database == 0 ? "" : std::string("?db=").append(std::to_string(database)));
    const bool isIpv6 = host.find(':') != std::string::npos;
    std::string text = tls ? "rediss://" : "redis://";
    text += login + (isIpv6 ? std::string("[").append(host).append("]") : host) + ":"
        + std::to_string(port);
    if (database != 0)
        text.append("/").append(std::to_string(database));
    return tls ? text + tlsOptions(*tls) : text;
}

} // namespace lockkeeper::redis
