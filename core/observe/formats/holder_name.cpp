// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/holder_name.h"

#include "core/observe/formats/matchers.h"
#include "core/observe/formats/random_text.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace lockkeeper::observe {
namespace {

using namespace std::string_view_literals;

/// `api-7d4b9c6f5-x2x9k`.
bool beginsAsPod(std::string_view text)
{
    constexpr std::size_t kShortestWord = 3;
    const auto dash = text.find('-');
    return dash != std::string_view::npos && dash >= kShortestWord
        && std::ranges::all_of(text.substr(0, dash), isAsciiLower);
}

constexpr std::array kCredentialPrefixes{"AGE-SECRET-KEY-"sv, "AIza"sv, "AKIA"sv, "ASIA"sv,
    "GOCSPX-"sv, "SG."sv, "dckr_pat_"sv, "doo_v1_"sv, "dop_v1_"sv, "dor_v1_"sv, "eyJ"sv, "figd_"sv,
    "gho_"sv, "ghp_"sv, "ghr_"sv, "ghs_"sv, "ghu_"sv, "github_pat_"sv, "gldt-"sv, "glpat-"sv,
    "glptt-"sv, "glrt-"sv, "glsa_"sv, "hvb."sv, "hvs."sv, "lin_api_"sv, "pk_live_"sv, "pk_test_"sv,
    "pypi-AgE"sv, "rk_live_"sv, "rk_test_"sv, "rubygems_"sv, "shpat_"sv, "shpca_"sv, "shppa_"sv,
    "shpss_"sv, "sk-ant-"sv, "sk-proj-"sv, "sk_live_"sv, "sk_test_"sv, "sq0atp-"sv, "sq0csp-"sv,
    "tskey-"sv, "whsec_"sv, "xapp-"sv, "xoxa-"sv, "xoxb-"sv, "xoxc-"sv, "xoxe-"sv, "xoxp-"sv,
    "xoxr-"sv, "xoxs-"sv, "ya29."sv};

bool beginsAsCredential(std::string_view text)
{
    constexpr std::size_t kShortest = 12; // `SG.web-1` may name a host
    return text.size() >= kShortest
        && std::ranges::any_of(kCredentialPrefixes,
            [text](std::string_view prefix) { return text.starts_with(prefix); });
}

template <class Predicate> bool hasPart(std::string_view text, Predicate isSuch)
{
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find_first_of("-_."));
        if (isSuch(part))
            return true;
        text.remove_prefix(std::min(text.size(), part.size() + 1));
    }
    return false;
}

/// `f2MMMi1hDJK4`, `hG7sK2`, not `oauth2Client`.
bool isMixed(std::string_view part)
{
    constexpr std::size_t kShortest = 5;
    return part.size() >= kShortest && std::ranges::any_of(part, isAsciiDigit)
        && 2 * kindChanges(part) >= part.size();
}

/// `8f14e45fceea167a`: too long for a pod's random part.
bool isLongAndMixed(std::string_view part)
{
    constexpr std::size_t kLongestOfPod = 10;
    return part.size() > kLongestOfPod && hasDigitsTwice(part);
}

bool isRandom(std::string_view text)
{
    constexpr std::size_t kShortestHex = 8;
    if (hasPart(text, isLongAndMixed))
        return true;
    // JavaScript's Math.random().toString(36)
    if (text.starts_with("0.") && text.size() >= kShortestHex
        && std::ranges::all_of(text.substr(2), isAsciiAlphanumeric))
        return true;
    if (hasPart(text, isMixed) && (!beginsAsPod(text) || std::ranges::any_of(text, isAsciiUpper)))
        return true;
    constexpr std::size_t kShortest = 16;
    constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF-";
    if (text.size() >= kShortestHex && text.find_first_not_of(kHexDigits) == std::string_view::npos)
        return true;
    if (text.size() < kShortest || beginsAsPod(text))
        return false;
    if (text.find_first_of("-_.") == std::string_view::npos && hasDigitsTwice(text))
        return true;
    // Random text changes at every third character; words do less often.
    constexpr std::size_t kCharactersPerChange = 4;
    return kindChanges(text) * kCharactersPerChange >= text.size();
}

/// Linux' limit.
constexpr std::int64_t kMostPid = 4'194'304;

/// `user-7:42` is no process.
constexpr std::array kThings{"account"sv, "customer"sv, "item"sv, "job"sv, "order"sv, "room"sv,
    "session"sv, "shard"sv, "task"sv, "tenant"sv, "thread"sv, "user"sv, "v"sv};

/// A port rather than a pid.
bool isPort(std::int64_t number)
{
    constexpr std::array<std::int64_t, 19> kPorts{80, 443, 1433, 1521, 2181, 3000, 3306, 4000, 5000,
        5432, 5672, 6379, 6380, 7000, 7001, 8443, 8888, 9200, 27017};
    const auto range = number / 100 * 100;
    return range == 8000 || range == 9000 || std::ranges::find(kPorts, number) != kPorts.end();
}

bool isNumbered(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [text](std::string_view word) {
        if (!text.starts_with(word))
            return false;
        std::string_view number = text.substr(word.size());
        number.remove_prefix(std::min(number.find_first_not_of("-_:# "), number.size()));
        return std::ranges::all_of(number, isAsciiDigit);
    });
}

bool isThing(std::string_view host)
{
    const auto end = host.find_first_of("0123456789-_");
    return std::ranges::find(kThings, toAsciiLower(host.substr(0, end))) != kThings.end();
}

bool isRegion(std::string_view host)
{
    constexpr std::array kDirections{"central"sv, "east"sv, "north"sv, "south"sv, "west"sv};
    const auto dash = host.find('-');
    return dash != std::string_view::npos
        && std::ranges::any_of(kDirections,
            [rest = host.substr(dash + 1)](std::string_view one) { return rest.starts_with(one); });
}

constexpr std::string_view kPartEnds = ":|/#";

struct TwoParts {
    Holder holder;
    bool isAll = false;
};

std::optional<TwoParts> twoParts(std::string_view text)
{
    const auto end = text.find_first_of(kPartEnds);
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto digitsEnd = std::min(text.find_first_of(kPartEnds, end + 1), text.size());
    auto holder = parseHostAndPid(text.substr(0, digitsEnd), text[end]);
    if (!holder || !isName(*holder->host) || holder->pid > kMostPid)
        return std::nullopt;
    return TwoParts{std::move(*holder), digitsEnd == text.size()};
}

std::string_view labelled(std::string_view text, std::string_view label)
{
    for (auto at = text.find(label); at != std::string_view::npos; at = text.find(label, at + 1)) {
        if (at > 0 && isAsciiAlphanumeric(text[at - 1]))
            continue;
        const auto begin = at + label.size();
        return text.substr(begin, text.find_first_of(":;,& |", begin) - begin);
    }
    return {};
}

std::optional<Holder> labelledHolder(std::string_view text)
{
    const auto host = labelled(text, "host=");
    const auto pid = positiveNumber(labelled(text, "pid="));
    if (!isName(host) || !pid || *pid > kMostPid)
        return std::nullopt;
    Holder holder;
    holder.host = std::string(host);
    holder.pid = pid;
    return holder;
}

/// Ends of names, in lower case without `_` and `-`.
constexpr std::array kSecretNames{"accesskey"sv, "apikey"sv, "credential"sv, "credentials"sv,
    "pass"sv, "passwd"sv, "password"sv, "privatekey"sv, "pwd"sv, "secret"sv, "secretkey"sv,
    "token"sv};

constexpr auto kNowhere = std::string_view::npos;

/// Where the name of `DB_PASSWORD=hunter2` begins.
std::size_t secretMemberAt(std::string_view word)
{
    for (auto at = word.find_first_of("=:"); at != kNowhere;
         at = word.find_first_of("=:", at + 1)) {
        auto before = word.substr(0, at);
        before = before.substr(0, before.find_last_not_of("\"'") + 1);
        std::size_t begin = before.size();
        while (begin > 0 && isNameCharacter(before[begin - 1]))
            --begin;
        std::string name = toAsciiLower(before.substr(begin));
        std::erase_if(name, [](char c) { return c == '_' || c == '-'; });
        if (std::ranges::any_of(
                kSecretNames, [&](std::string_view end) { return name.ends_with(end); }))
            return begin;
    }
    return kNowhere;
}

/// A program's role, before its name: `worker:import`.
constexpr std::array kRoles{"agent"sv, "consumer"sv, "cron"sv, "daemon"sv, "handler"sv, "host"sv,
    "instance"sv, "job"sv, "listener"sv, "node"sv, "pod"sv, "process"sv, "processor"sv,
    "producer"sv, "queue"sv, "replica"sv, "runner"sv, "scheduler"sv, "server"sv, "service"sv,
    "task"sv, "worker"sv};

bool isRole(std::string_view part)
{
    const std::string small = toAsciiLower(part.substr(0, part.find_last_not_of("0123456789") + 1));
    return std::ranges::find(kRoles, small) != kRoles.end();
}

/// Where the password in `alice:hunter2` begins, with its colon.
std::size_t passwordAfterNameAt(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == kNowhere || text.find_first_not_of("0123456789abcdefABCDEF:.%[]") == kNowhere)
        return kNowhere; // perhaps an IPv6 address
    const auto at = text.find('@');
    if (at != kNowhere)
        return at > colon ? colon : kNowhere; // `4711@web-3:main`
    const auto next = text.substr(colon + 1, text.find(':', colon + 1) - colon - 1);
    const bool isRoleOfName = hasPart(text.substr(0, colon), isRole)
        && std::ranges::all_of(next, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    const bool isOther = next.empty() || next.starts_with("//") || isUuid(next) || isRoleOfName
        || std::ranges::all_of(next, isAsciiDigit)
        || toAsciiLower(text).find("thread") != std::string::npos;
    return isOther ? kNowhere : colon;
}

std::size_t secretInWordAt(std::string_view word)
{
    const bool isOption = word.size() > 1 && word.starts_with('-') && !isAsciiDigit(word[1]);
    const auto scheme = word.find("://");
    const bool hasLogin = scheme != kNowhere && word.find('@', scheme) != kNowhere;
    return isOption || hasLogin || beginsAsCredential(word) ? 0 : secretMemberAt(word);
}

std::string_view withoutSecret(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const bool isOneWord = text.find_first_of(kBlanks) == kNowhere;
    std::size_t end = kNowhere;
    for (std::size_t begin = 0; begin < text.size() && end == kNowhere;) {
        const auto word = text.substr(begin, text.find_first_of(kBlanks, begin) - begin);
        if (const auto at = secretInWordAt(word); at != kNowhere)
            end = begin + at;
        begin += word.size() + 1;
    }
    if (end == kNowhere && isOneWord)
        end = passwordAfterNameAt(text);
    text = text.substr(0, end);
    return end == kNowhere ? text : text.substr(0, text.find_last_not_of(" \t\r\n,;&?") + 1);
}

} // namespace

void hideSecrets(Holder& holder)
{
    for (std::optional<std::string>* const text :
        {&holder.host, &holder.thread, &holder.app, &holder.detail}) {
        if (!*text)
            continue;
        const auto kept = withoutSecret(**text);
        if (kept.empty() && !(*text)->empty())
            text->reset();
        else
            (*text)->resize(kept.size());
    }
}

Holder holderOfOwner(lock::Owner owner)
{
    const auto unlessEmpty = [](std::string text) {
        return text.empty() ? std::nullopt : std::optional(std::move(text));
    };
    Holder holder;
    holder.host = unlessEmpty(std::move(owner.host));
    holder.pid = owner.pid;
    holder.app = unlessEmpty(std::move(owner.app));
    holder.process = unlessEmpty(std::move(owner.process));
    holder.mayOutliveProcess = owner.mayOutliveProcess;
    holder.hearsAsks = owner.hearsAsks;
    return holder;
}

bool isNameCharacter(char c)
{
    return isAsciiAlphanumeric(c) || c == '-' || c == '_' || c == '.';
}

bool isName(std::string_view text)
{
    constexpr std::size_t kShortest = 2;
    return text.size() >= kShortest && std::ranges::all_of(text, isNameCharacter)
        && std::ranges::any_of(text, isAsciiLetter) && !isRandom(text) && !beginsAsCredential(text);
}

bool isThreadName(std::string_view text)
{
    const std::string small = toAsciiLower(text);
    if (isNumbered(small, {"thread", "mainthread", "main-thread"}))
        return true;
    for (const std::string_view mark : {"-thread-", "-exec-"}) {
        const std::size_t at = small.rfind(mark);
        if (at != std::string::npos
            && std::ranges::all_of(small.substr(at + mark.size()), isAsciiDigit))
            return true;
    }
    return false;
}

bool isJobName(std::string_view text)
{
    return isNumbered(toAsciiLower(text), {"job", "task", "job_id", "jobid", "task_id", "taskid"});
}

bool isTellingHost(std::string_view host)
{
    return host.find_first_of("0123456789.-") != std::string_view::npos && !isRegion(host)
        && !isThing(host) && !isThreadName(host);
}

bool isIpAddress(std::string_view text)
{
    constexpr std::size_t kLongest = 15;
    return std::ranges::count(text, '.') == 3 && text.size() <= kLongest
        && isAsciiDigit(text.front()) && isAsciiDigit(text.back())
        && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool isCredential(std::string_view text)
{
    constexpr std::size_t kShortest = 16;
    return beginsAsCredential(text)
        || (text.size() >= kShortest && std::ranges::any_of(text, isAsciiUpper)
            && std::ranges::any_of(text, isAsciiLower) && isRandom(text));
}

std::optional<Holder> hostAndPid(std::string_view text)
{
    if (auto found = labelledHolder(text))
        return found;
    const auto at = text.find('@');
    if (at != std::string_view::npos) {
        auto pid = positiveNumber(text.substr(0, at));
        auto host = text.substr(at + 1, text.find(':', at) - at - 1);
        if (!pid) {
            pid = positiveNumber(host);
            host = text.substr(0, at);
        }
        if (!pid || *pid > kMostPid || !(isName(host) || isIpAddress(host)))
            return std::nullopt;
        Holder holder;
        holder.host = std::string(host);
        holder.pid = pid;
        return holder;
    }
    auto found = twoParts(text);
    if (!found || isThing(*found->holder.host)
        || (found->isAll && !isTellingHost(*found->holder.host)))
        return std::nullopt;
    Holder holder = std::move(found->holder);
    if (isPort(*holder.pid))
        holder.pid.reset();
    return holder;
}

bool namesThingWithNumber(std::string_view text)
{
    const auto found = twoParts(text);
    return found && found->isAll;
}

} // namespace lockkeeper::observe
