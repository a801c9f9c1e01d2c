// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/ensemble.h"

#include "core/text/percent.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>

namespace lockkeeper::config {
namespace {

struct StoreScheme {
    std::string_view name;
    std::string_view tlsName;
    std::string_view store;
    std::uint16_t port;
    std::uint16_t tlsPort;
};
constexpr std::array kStores{StoreScheme{"zk", "zks", "ZooKeeper", 2181, 2281}};

constexpr std::string_view kSchemeMark = "://";

/// Second: it uses TLS. Null: no such store.
std::pair<const StoreScheme*, bool> storeIn(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(kSchemeMark));
    const auto* const found = std::ranges::find_if(kStores,
        [&](const StoreScheme& scheme) { return name == scheme.name || name == scheme.tlsName; });
    if (found == kStores.end() || name.size() == text.size())
        return {nullptr, false};
    return {found, name == found->tlsName};
}

tl::unexpected<Error> invalidEnsemble(const StoreScheme& store, const std::string& why)
{
    return fail(ErrorClass::InvalidUrl,
        absl::Substitute(trNoop("invalid URL of $0: $3; write "
                                "$1://[user:password@]host[:port][,host[:port]...][/path], the "
                                "same with $2:// for TLS",
                             "data"),
            std::string(store.store), std::string(store.name), std::string(store.tlsName), why));
}

std::optional<std::string> rootIn(std::string_view path)
{
    auto root = percentDecode(path);
    while (root && root->ends_with('/'))
        root->pop_back();
    if (!root || root->find('\0') != std::string::npos || root->find("//") != std::string::npos)
        return std::nullopt;
    return root;
}

Result<MasterConfig> parseEnsemble(const StoreScheme& store, bool hasTls, std::string_view rest)
{
    const std::string_view options
        = hasTls && rest.find('?') < rest.size() ? rest.substr(rest.find('?')) : "";
    rest.remove_suffix(options.size());
    const std::string_view authority = rest.substr(0, rest.find('/'));
    const auto root = rootIn(rest.substr(authority.size()));
    if (!root || rest.find('@', authority.size()) != std::string_view::npos)
        return invalidEnsemble(
            store, trNoop("the path is none; a / in user or password is written %2F", "data"));
    const std::size_t at = authority.rfind('@');
    const std::size_t login = at == std::string_view::npos ? 0 : at + 1;
    MasterConfig voter;
    voter.ensemble = Ensemble{.scheme = std::string(store.name), .root = *root};
    for (const std::string_view server : split(authority.substr(login), ',')) {
        auto url = redis::Url::parse(std::string(hasTls ? "rediss://" : "redis://")
                                         .append(authority.substr(0, login))
                                         .append(trimmed(server))
                                         .append(options));
        if (!url)
            return invalidEnsemble(
                store, trNoop("a host, a port, the login or an option has no sense", "data"));
        if (!namesItsPort(server))
            url->port = hasTls ? store.tlsPort : store.port;
        Ensemble::Server place{url->host, url->port};
        if (std::ranges::find(voter.ensemble->servers, place) != voter.ensemble->servers.end())
            return invalidEnsemble(store, trNoop("a server is named twice", "data"));
        if (voter.ensemble->servers.empty())
            voter.url = std::move(*url);
        voter.ensemble->servers.push_back(std::move(place));
    }
    return voter;
}

} // namespace

bool namesItsPort(std::string_view server)
{
    const std::size_t bracket = server.rfind(']');
    return server.find(':', bracket == std::string_view::npos ? 0 : bracket)
        != std::string_view::npos;
}

bool isEnsembleUrl(std::string_view text)
{
    return storeIn(text).first != nullptr;
}

Result<MasterConfig> voterFromUrl(std::string_view text)
{
    const auto [store, hasTls] = storeIn(text);
    if (store != nullptr)
        return parseEnsemble(
            *store, hasTls, text.substr(text.find(kSchemeMark) + kSchemeMark.size()));
    auto url = redis::Url::parse(text);
    if (!url)
        return tl::make_unexpected(std::move(url.error()));
    MasterConfig voter;
    voter.url = std::move(*url);
    return voter;
}

std::string storeName(const Ensemble& ensemble)
{
    return std::string(storeIn(ensemble.scheme + "://").first->store);
}

std::string ensembleUrl(const Ensemble& ensemble, std::string_view urlOfFirst)
{
    const std::size_t rest = urlOfFirst.find(kSchemeMark);
    const bool hasTls = urlOfFirst.starts_with("rediss");
    std::string text(hasTls ? storeIn(ensemble.scheme + "://").first->tlsName
                            : std::string_view(ensemble.scheme));
    const std::size_t options = std::min(urlOfFirst.find('?'), urlOfFirst.size());
    text.append(urlOfFirst.substr(rest, options - rest));
    for (const Ensemble::Server& server : ensemble.servers) {
        if (server == ensemble.servers.front())
            continue;
        const bool isIpv6 = server.host.find(':') != std::string::npos;
        text.append(isIpv6 ? ",[" : ",").append(server.host).append(isIpv6 ? "]:" : ":");
        text.append(std::to_string(server.port));
    }
    text.append(percentEncode(ensemble.root,
        [](char c) { return c > 0x20 && c < 0x7f && c != '%' && c != '?' && c != '@'; }));
    return text.append(urlOfFirst.substr(options));
}

std::uint16_t adminPortOf(const MasterConfig& master)
{
    constexpr std::uint16_t kUsual = 8080;
    // Not with TLS: plain HTTP could be forged.
    return master.ensemble->adminPort.value_or(
        master.url.tls.has_value() ? std::uint16_t{0} : kUsual);
}

std::vector<redis::Url> serversOf(const MasterConfig& master)
{
    std::vector<redis::Url> urls;
    for (const Ensemble::Server& server : master.ensemble->servers) {
        urls.push_back(master.url);
        urls.back().host = server.host;
        urls.back().port = server.port;
    }
    return urls;
}

} // namespace lockkeeper::config
