// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/typed_voters.h"

#include "core/config/ensemble.h"
#include "core/text/ascii.h"
#include "core/text/percent.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace lockkeeper::config {
namespace {

constexpr std::string_view kSchemeEnd = "://";

/// As a shell. nullopt: an open quote.
std::optional<std::vector<std::string>> wordsOf(std::string_view line)
{
    std::vector<std::string> words;
    std::string word;
    bool isWord = false;
    char quote = 0;
    for (const char c : line) {
        if (quote != 0 ? c == quote : c == '\'' || c == '"') {
            quote = quote != 0 ? '\0' : c;
            isWord = true;
        } else if (quote == 0 && absl::ascii_isspace(static_cast<unsigned char>(c))) {
            if (isWord)
                words.push_back(std::exchange(word, {}));
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (isWord)
        words.push_back(word);
    return quote == 0 ? std::optional(words) : std::nullopt;
}

std::vector<std::string> splitAtBlanks(std::string_view line)
{
    return absl::StrSplit(
        absl::string_view(line.data(), line.size()), absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
}

/// Commas also separate a URL's servers.
std::vector<std::string_view> urlsIn(std::string_view text)
{
    std::vector<std::string_view> urls;
    for (;;) {
        const std::size_t first = text.find(kSchemeEnd);
        const std::size_t next = first == std::string_view::npos
            ? first
            : text.find(kSchemeEnd, first + kSchemeEnd.size());
        const std::size_t comma
            = next == std::string_view::npos ? next : text.substr(0, next).rfind(',');
        if (comma == std::string_view::npos || comma < first)
            break;
        urls.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    urls.push_back(text);
    return urls;
}

bool isCli(std::string_view word)
{
    const std::string_view name = word.substr(word.rfind('/') + 1); // npos + 1 is 0
    return name == "redis-cli" || name == "valkey-cli";
}

/// The last @ ends the login.
TypedVoter fromAddress(std::string_view word)
{
    const std::size_t scheme = word.find(kSchemeEnd);
    const bool isUrl = scheme != std::string_view::npos;
    const std::size_t start = isUrl ? scheme + kSchemeEnd.size() : 0;
    const std::size_t at = word.rfind('@');
    if (at == std::string_view::npos || at < start)
        return {.address = std::string(word)};
    const std::string_view login = word.substr(start, at - start);
    const std::size_t colon = login.find(':');
    const auto plain = [isUrl](std::string_view text) {
        return isUrl ? percentDecode(text).value_or(std::string(text)) : std::string(text);
    };
    TypedVoter voter{.address = std::string(word.substr(0, start)).append(word.substr(at + 1)),
        .user = plain(login.substr(0, colon))};
    if (colon != std::string_view::npos)
        voter.password = Secret(plain(login.substr(colon + 1)));
    return voter;
}

struct Options {
    std::string host = "127.0.0.1";
    std::string port = "6379";
    std::string database;
    std::string socket;
    bool hasTls = false;
    TypedVoter voter{};

    bool take(std::string_view name, const std::string& value)
    {
        if (name == "-h")
            host = value.find(':') == std::string::npos ? value : "[" + value + "]";
        else if (name == "-p")
            port = value;
        else if (name == "-s")
            socket = value;
        else if (name == "-n")
            database = value;
        else if (name == "-u")
            voter = fromAddress(value);
        else if (name == "-a" || name == "--pass")
            voter.password = Secret(value);
        else if (name == "--user")
            voter.user = value;
        else
            return name == "--cacert" || name == "--cert" || name == "--key" || name == "--sni";
        return true;
    }

    [[nodiscard]] TypedVoter whole() &&
    {
        if (!voter.address.empty())
            return std::move(voter);
        if (!socket.empty())
            voter.address
                = "unix://" + socket + (database.empty() ? std::string() : "?db=" + database);
        else
            voter.address = (hasTls ? "rediss://" : "") + host + ":" + port
                + (database.empty() ? std::string() : "/" + database);
        return std::move(voter);
    }
};

TypedVoter fromOptions(std::span<const std::string>& words)
{
    Options options;
    while (!words.empty() && words.front().starts_with('-')) {
        const bool hasValue = words.size() > 1 && options.take(words[0], words[1]);
        options.hasTls = options.hasTls || words[0] == "--tls";
        words = words.subspan(hasValue ? 2 : 1);
    }
    return std::move(options).whole();
}

enum class Kind { Master, Sentinel, Cluster };

struct Scheme {
    std::string_view name;
    Kind kind;
    std::string_view plain;
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
        if (!namesItsPort(server))
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
    if (!group || group->empty() || group->size() > 64
        || std::ranges::any_of(*group, isAsciiControl))
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
        // A / in a password ends the servers.
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        if (!voter && rest.find('@', slash) != std::string_view::npos)
            return passwordInUrl();
        return voter;
    }
    if (isEnsembleUrl(line)) {
        auto voter = voterFromUrl(line);
        if (voter && !voter->url.password.isEmpty())
            return passwordInUrl();
        return voter;
    }
    const std::size_t end = line.find("://");
    const bool isUrl = end != std::string_view::npos;
    constexpr std::array<std::string_view, 3> kServers{"redis", "rediss", "unix"};
    if (isUrl && std::ranges::find(kServers, line.substr(0, end)) == kServers.end())
        return invalid(
            trNoop("invalid master URL: the scheme must be redis, rediss or unix, for Sentinels "
                   "sentinel, for a Cluster cluster",
                "data"));
    const std::string_view scheme = isUrl ? "" : line.starts_with('/') ? "unix://" : "redis://";
    auto url = parseUrl(std::string(scheme).append(line));
    if (!url)
        return tl::make_unexpected(url.error());
    MasterConfig voter;
    voter.url = std::move(*url);
    return voter;
}

Result<MasterConfig> readVoter(const TypedVoter& voter)
{
    const std::string_view address = trimmed(voter.address);
    if (isCli(address.substr(0, address.find(' '))))
        return fail(ErrorClass::InvalidArgument,
            trNoop("a quote in this line of redis-cli is not closed", "data"));
    auto master = parseVoter(address);
    if (!master)
        return master;
    const auto logIn = [&](redis::Url& url) {
        if (url.user.empty())
            url.user = voter.user;
        url.password = voter.password;
    };
    logIn(master->url);
    for (redis::Url& seed : master->clusterSeeds)
        logIn(seed);
    return master;
}

void addAddresses(std::vector<TypedVoter>& voters, std::span<const std::string> words)
{
    while (!words.empty()) {
        const std::string& word = words.front();
        words = words.subspan(1);
        if (word.find(kSchemeEnd) != std::string::npos) {
            std::string url = word; // its list may contain blanks
            for (; url.ends_with(',') && !words.empty(); words = words.subspan(1))
                url += words.front();
            for (const std::string_view each : urlsIn(url))
                voters.push_back(fromAddress(each));
            continue;
        }
        for (const std::string_view part : split(word, ',')) {
            if (!part.empty())
                voters.push_back(fromAddress(part));
        }
    }
}

constexpr std::string_view kAuth = "REDISCLI_AUTH=";

bool isOfCli(std::string_view word)
{
    return isCli(word) || word.starts_with(kAuth);
}

/// Words before redis-cli are a shell's; those after its options are a command, or a URL and more
/// addresses.
void addCommands(std::vector<TypedVoter>& voters, std::span<const std::string> words)
{
    Secret password;
    while (!words.empty()) {
        const std::string& word = words.front();
        if (!isOfCli(word) && word.find(kSchemeEnd) != std::string::npos) {
            const auto end = std::ranges::find_if(words, isOfCli);
            addAddresses(voters, {words.begin(), end});
            words = {end, words.end()};
            continue;
        }
        words = words.subspan(1);
        if (word.starts_with(kAuth))
            password = Secret(word.substr(kAuth.size()));
        if (!isCli(word))
            continue;
        voters.push_back(fromOptions(words));
        if (voters.back().password.isEmpty())
            voters.back().password = password;
    }
}

} // namespace

std::vector<TypedVoter> typedVoters(std::string_view text)
{
    std::vector<TypedVoter> voters;
    for (const std::string_view line : split(text, '\n')) {
        // Outside a shell, quotes are characters.
        const auto words = wordsOf(line).value_or(splitAtBlanks(line));
        if (std::ranges::any_of(words, isCli))
            addCommands(voters, words);
        else
            addAddresses(voters, words);
    }
    return voters;
}

NamedMasters readVoters(const std::vector<TypedVoter>& voters)
{
    NamedMasters named;
    std::map<std::string, MasterId> known;
    for (std::size_t i = 0; i < voters.size(); ++i) {
        const MasterId id = masterIdFor(i);
        auto master = readVoter(voters[i]);
        if (!master) {
            named.problems.push_back({id, std::move(master.error())});
            continue;
        }
        master->id = id;
        const auto invalid = [&](std::string text) {
            named.problems.push_back({id, Error{ErrorClass::InvalidArgument, std::move(text)}});
        };
        if (const auto [other, isNew] = known.emplace(master->label(), id); !isNew)
            invalid(absl::Substitute(
                trNoop("named twice: it is master $0, and one server has one vote", "data"),
                other->second.value()));
        else if (voters.size() > 1 && master->ensemble)
            invalid(kAlone);
        else if (named.masters.size() == kMostMasters)
            invalid(trNoop("more than 64 masters are named; 5 are plenty", "data"));
        else
            named.masters.push_back(std::move(*master));
    }
    return named;
}

} // namespace lockkeeper::config
