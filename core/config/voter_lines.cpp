// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/voter_lines.h"

#include "core/text/percent.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <set>

namespace lockkeeper::config {
namespace {

enum class Kind { Master, Sentinel, Cluster };

struct Scheme {
    std::string_view name;
    Kind kind;
    std::string_view plain; ///< the scheme of the servers that are named
};
constexpr std::array<Scheme, 4> kSchemes{{
    {"sentinel://", Kind::Sentinel, "redis://"},
    {"sentinel+tls://", Kind::Sentinel, "rediss://"},
    {"cluster://", Kind::Cluster, "redis://"},
    {"cluster+tls://", Kind::Cluster, "rediss://"},
}};

std::vector<std::string_view> splitTrimmed(std::string_view text, char separator)
{
    auto parts = split(text, separator);
    std::ranges::transform(parts, parts.begin(), trimmed);
    return parts;
}

tl::unexpected<Error> invalid(std::string_view what)
{
    return fail(ErrorClass::InvalidUrl, std::string(what));
}

bool hasPort(std::string_view server)
{
    const std::size_t bracket = server.rfind(']');
    return server.find(':', bracket == std::string_view::npos ? 0 : bracket)
        != std::string_view::npos;
}

tl::unexpected<Error> passwordInUrl()
{
    return fail(ErrorClass::InvalidArgument,
        trNoop("write the password into its own field, not into the URL", "data"));
}

Result<redis::Url> parseUrl(std::string_view text)
{
    auto url = redis::Url::parse(text);
    if (url && !url->password.isEmpty())
        return passwordInUrl();
    return url;
}

Result<std::vector<redis::Url>> parseServers(
    std::string_view list, const Scheme& scheme, std::uint16_t usualPort)
{
    std::vector<redis::Url> urls;
    for (const std::string_view server : splitTrimmed(list, ',')) {
        if (server.find_first_of("/?") != std::string_view::npos)
            return invalid(trNoop("a server in a list is host or host:port", "data"));
        auto url = parseUrl(std::string(scheme.plain).append(server));
        if (!url)
            return tl::make_unexpected(url.error());
        if (!hasPort(server))
            url->port = usualPort;
        urls.push_back(std::move(*url));
    }
    return urls;
}

Result<MasterConfig> parseSentinel(std::string_view rest, const Scheme& scheme)
{
    const std::size_t slash = rest.find('/');
    const auto group
        = slash == std::string_view::npos ? std::nullopt : percentDecode(rest.substr(slash + 1));
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (!group || group->empty() || group->size() > 64 || std::ranges::any_of(*group, isControl))
        return invalid(trNoop("a Sentinel group needs its name at the end: "
                              "sentinel://host1,host2,host3/GROUP",
            "data"));
    auto sentinels = parseServers(rest.substr(0, slash), scheme, kSentinelPort);
    if (!sentinels)
        return tl::make_unexpected(sentinels.error());
    MasterConfig voter;
    voter.url.host = *group;
    voter.url.tls = sentinels->front().tls;
    voter.sentinel = SentinelGroup{*group, std::move(*sentinels)};
    return voter;
}

Result<MasterConfig> parseCluster(std::string_view rest, const Scheme& scheme)
{
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    auto seeds = parseServers(rest, scheme, redis::Url().port);
    if (!seeds)
        return tl::make_unexpected(seeds.error());
    MasterConfig voter;
    voter.url = seeds->front();
    voter.clusterSeeds = std::move(*seeds);
    return voter;
}

Result<MasterConfig> parseVoter(std::string_view line)
{
    for (const Scheme& scheme : kSchemes) {
        if (!line.starts_with(scheme.name))
            continue;
        const std::string_view rest = line.substr(scheme.name.size());
        auto voter = scheme.kind == Kind::Sentinel ? parseSentinel(rest, scheme)
                                                   : parseCluster(rest, scheme);
        // A / in a password ends the list of servers.
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        if (!voter && rest.find('@', slash) != std::string_view::npos)
            return passwordInUrl();
        return voter;
    }
    const bool isUrl = line.find("://") != std::string_view::npos;
    const std::string_view scheme = isUrl ? "" : line.starts_with('/') ? "unix://" : "redis://";
    auto url = parseUrl(std::string(scheme).append(line));
    if (!url)
        return tl::make_unexpected(url.error());
    MasterConfig voter;
    voter.url = std::move(*url);
    return voter;
}

} // namespace

Result<std::vector<MasterConfig>> votersFromLines(std::string_view lines)
{
    std::vector<MasterConfig> voters;
    std::set<std::string> labels;
    const auto all = splitTrimmed(lines, '\n');
    const bool areSeveral = std::ranges::count_if(all, [](auto line) { return !line.empty(); }) > 1;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty())
            continue;
        const auto placed = [&, i](const std::string& what) {
            return areSeveral ? absl::Substitute(trNoop("line $0: $1", "data"), i + 1, what) : what;
        };
        auto voter = parseVoter(all[i]);
        if (!voter)
            return fail(voter.error().kind, placed(voter.error().text));
        voter->id = masterIdFor(voters.size());
        if (!labels.insert(voter->label()).second)
            return fail(ErrorClass::InvalidArgument,
                placed(absl::Substitute(
                    trNoop("$0 is named twice; one server has one vote", "data"), voter->label())));
        voters.push_back(std::move(*voter));
        if (voters.size() > kMostMasters)
            return fail(ErrorClass::InvalidArgument,
                trNoop("more than 64 masters are named; 5 are plenty", "data"));
    }
    if (voters.empty())
        return fail(ErrorClass::InvalidArgument,
            trNoop("no master is named; write one URL per line", "data"));
    return voters;
}

} // namespace lockkeeper::config
