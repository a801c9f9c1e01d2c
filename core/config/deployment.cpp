// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployment.h"

#include "core/config/ensemble.h"
#include "core/config/quorum.h"
#include "core/text/ascii.h"
#include "core/text/percent.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <set>

namespace lockkeeper::config {

namespace {

constexpr std::array<std::string_view, 2> kSchemes{"postgresql://", "postgres://"};

/// libpq decodes names of parameters, too.
bool isPassword(std::string_view parameter)
{
    const auto name = percentDecode(parameter.substr(0, parameter.find('=')));
    return !name || *name == "password" || *name == "sslpassword";
}

} // namespace

bool isHistoryUrl(std::string_view text) noexcept
{
    return std::ranges::any_of(
        kSchemes, [&](std::string_view scheme) { return text.starts_with(scheme); });
}

Result<HistoryServer> HistoryServer::fromUrl(std::string_view url)
{
    const auto wrong = [](const char* reason) { return fail(ErrorClass::InvalidUrl, reason); };
    if (!isHistoryUrl(url) || std::ranges::any_of(url, isAsciiControl))
        return wrong(trNoop(
            "a history here is postgresql://user@host/database; --history names a file", "data"));
    const std::size_t begin = url.find("://") + 3;
    const std::size_t end = std::min(url.find_first_of("/?", begin), url.size());
    const std::size_t query = std::min(url.find('?', begin), url.size());
    for (std::size_t at = query; at < url.size(); at = url.find('&', at + 1)) {
        const std::string_view parameter = url.substr(at + 1);
        if (isPassword(parameter.substr(0, parameter.find('&'))))
            return wrong(trNoop("the history's URL has a password among its parameters; write it "
                                "into a file, and name that as the manual says",
                "data"));
    }
    // Beyond a slash, too: a password with one is no part of what may be shown.
    if (url.substr(0, query).find('@', end) != std::string_view::npos)
        return wrong(trNoop("in the history's URL, write %2F for / and %40 for @", "data"));
    HistoryServer server{.url = std::string(url)};
    const std::size_t at = url.substr(0, end).rfind('@');
    const std::size_t colon = url.find(':', begin);
    if (at == std::string_view::npos || colon > at)
        return server;
    const auto password = percentDecode(url.substr(colon + 1, at - colon - 1));
    if (!password)
        return wrong(trNoop("in the history's URL, write %2F for / and %40 for @", "data"));
    server.password = Secret(*password);
    server.url.erase(colon, at - colon);
    return server;
}

MasterId masterIdFor(std::size_t index)
{
    if (index < 26)
        return MasterId(std::string(1, static_cast<char>('a' + index)));
    return MasterId(std::string("m").append(std::to_string(index + 1)));
}

std::string MasterConfig::label() const
{
    const redis::Url& named
        = sentinel && !sentinel->sentinels.empty() ? sentinel->sentinels.front() : url;
    std::string text = named.redacted();
    if (ensemble)
        text = ensembleUrl(*ensemble, text);
    else if (sentinel)
        text.replace(0, text.find(':'), "sentinel").append("/").append(sentinel->name);
    else if (!clusterSeeds.empty())
        text.replace(0, text.find(':'), "cluster");
    return text;
}

const Ensemble* Deployment::otherStore() const noexcept
{
    return masters.empty() || !masters.front().ensemble ? nullptr : &*masters.front().ensemble;
}

std::size_t Deployment::quorum() const noexcept
{
    return quorumOf(masters.size());
}

Result<Deployment> deploymentFromUrls(std::string name, const std::vector<std::string>& urls)
{
    if (urls.empty())
        return fail(ErrorClass::InvalidArgument,
            trNoop("no master is named; add --master URL or --sandbox", "data"));
    if (urls.size() > kMostMasters)
        return fail(ErrorClass::InvalidArgument,
            trNoop("more than 64 masters are named; 5 are plenty", "data"));
    Deployment deployment;
    deployment.name = std::move(name);
    deployment.deploymentClass = DeploymentClass::Unclassified;
    deployment.isReadOnly = false;
    std::set<std::string> seen;
    for (const std::string& text : urls) {
        auto voter = voterFromUrl(text);
        if (!voter && urls.size() > 1)
            voter.error().text = absl::Substitute(trNoop("master $0 of $1: $2", "data"),
                &text - urls.data() + 1, urls.size(), voter.error().text);
        if (!voter)
            return tl::make_unexpected(std::move(voter.error()));
        if (!seen.insert(voter->label()).second)
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(
                    trNoop("$0 is named twice; one server has one vote", "data"), voter->label()));
        if (voter->ensemble && urls.size() > 1)
            return fail(ErrorClass::InvalidArgument, kAlone);
        voter->id = masterIdFor(deployment.masters.size());
        deployment.masters.push_back(std::move(*voter));
    }
    return deployment;
}

} // namespace lockkeeper::config
