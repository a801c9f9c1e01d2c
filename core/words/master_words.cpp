// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/master_words.h"

#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"
#include "core/zookeeper/protocol.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <map>

namespace lockkeeper::words {
namespace {

struct Counted {
    std::string_view noun;
    const char* one;
    const char* many;
};
constexpr std::array kCounted{
    Counted{"client", trNoop("$0 client"), trNoop("$0 clients")},
    Counted{"command", trNoop("$0 command"), trNoop("$0 commands")},
    Counted{"deadlock", trNoop("$0 deadlock"), trNoop("$0 deadlocks")},
    Counted{"deployment", trNoop("$0 deployment"), trNoop("$0 deployments")},
    Counted{"failover", trNoop("$0 failover"), trNoop("$0 failovers")},
    Counted{"key", trNoop("$0 key"), trNoop("$0 keys")},
    Counted{"kind", trNoop("$0 kind"), trNoop("$0 kinds")},
    Counted{"line", trNoop("$0 line"), trNoop("$0 lines")},
    Counted{"lock", trNoop("$0 lock"), trNoop("$0 locks")},
    Counted{"master", trNoop("$0 master"), trNoop("$0 masters")},
    Counted{"more key", trNoop("$0 more key"), trNoop("$0 more keys")},
    Counted{"more kind", trNoop("$0 more kind"), trNoop("$0 more kinds")},
    Counted{"other key", trNoop("$0 other key"), trNoop("$0 other keys")},
    Counted{"thread", trNoop("$0 thread"), trNoop("$0 threads")},
    Counted{"time", trNoop("$0 time"), trNoop("$0 times")},
};

} // namespace

std::string latencyText(std::chrono::microseconds latency)
{
    const auto whole = std::chrono::round<std::chrono::milliseconds>(latency).count();
    return whole < 1 ? tr("< 1 ms") : absl::Substitute(tr("$0 ms"), whole);
}

std::string productText(const observe::MasterStatus& master)
{
    constexpr std::size_t kLongest = 40;
    if (!master.facts || !master.facts->product)
        return {};
    const observe::ServerProduct& product = *master.facts->product;
    return displaySafe(product.name + " " + product.version, kLongest);
}

const char* linkStateWord(redis::LinkState state) noexcept
{
    switch (state) {
    case redis::LinkState::Connecting:
        return tr("connecting", "connection");
    case redis::LinkState::Up:
        return tr("up", "connection");
    case redis::LinkState::Silent:
        return tr("silent", "connection");
    case redis::LinkState::Refused:
        return tr("refused", "connection");
    case redis::LinkState::Down:
        break;
    }
    return tr("down", "connection");
}

std::string shortLinkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    if (link.state != redis::LinkState::Silent)
        return linkStateWord(link.state);
    if (!link.lastReply)
        return tr("no answer");
    return absl::Substitute(tr("no answer for $0"),
        durationText(std::chrono::duration_cast<std::chrono::milliseconds>(now - *link.lastReply)));
}

std::string linkStateText(const redis::LinkStatus& link, SteadyTime now)
{
    std::string text = shortLinkStateText(link, now);
    if (link.isUp() && link.latency)
        text.append(" ").append(latencyText(*link.latency));
    const bool isUnusable
        = link.state == redis::LinkState::Down || link.state == redis::LinkState::Refused;
    return isUnusable && link.error
        ? absl::Substitute(tr("$0: $1"), text, errorText({link.error->kind, link.error->text, {}}))
        : text;
}

std::string roleText(const std::optional<std::string>& role)
{
    if (!role)
        return tr("not known");
    if (*role == "slave" || *role == "replica")
        return tr("replica", "role");
    if (*role == zookeeper::kEnsembleRole)
        return tr("ensemble", "role");
    return *role == "master" ? tr("master", "role") : displaySafe(*role);
}

std::string quorumText(const observe::QuorumState& state)
{
    const auto [masters, quorum, up, readable, voting] = state;
    if (up < quorum)
        return absl::Substitute(tr("quorum lost: $0 of $1 answer"), up, masters);
    if (readable < quorum)
        return absl::Substitute(tr("only $0 of $1 can be read"), readable, masters);
    if (voting < quorum)
        return absl::Substitute(tr("no lock can be taken: $0 of $1 have a vote"), voting, masters);
    if (voting < up)
        return absl::Substitute(tr("quorum $0/$1 ok, $2 have a vote"), quorum, masters, voting);
    return up < masters ? absl::Substitute(tr("quorum $0/$1 ok, $2 answer"), quorum, masters, up)
                        : absl::Substitute(tr("quorum $0/$1 ok"), quorum, masters);
}

Error unreadKeysError(const observe::MasterStatus& master)
{
    Error error = master.readError.value_or(Error{});
    error.text = master.unreadKeys == 1
        ? absl::Substitute(trNoop("1 key could not be read: $0", "data"), error.text)
        : absl::Substitute(trNoop("$0 keys could not be read; the first: $1", "data"),
            master.unreadKeys, error.text);
    error.master = {};
    return error;
}

std::vector<Error> unreadMasterErrors(const observe::BoardUpdate& board)
{
    std::vector<Error> errors;
    for (const observe::MasterStatus& master : board.masters) {
        if (master.isSweepComplete && !master.isUnreadable)
            continue;
        Error error = master.isSweepComplete ? unreadKeysError(master)
            : master.trouble()
            ? *master.trouble()
            : Error{ErrorClass::Unreachable, trNoop("its keys could not all be read", "data"), {}};
        error.master = master.id;
        errors.push_back(std::move(error));
    }
    return errors;
}

std::string failoverText(const observe::Failover& failover)
{
    return absl::Substitute(tr("failover of group '$0' $1: now $2, was $3"),
        displaySafe(failover.group), agoText(failover.age), displaySafe(failover.to),
        displaySafe(failover.from));
}

std::string restartText(std::chrono::milliseconds age)
{
    return absl::Substitute(
        tr("restarted $0: locks that it had not saved are gone there"), agoText(age));
}

std::string quarantineText(std::chrono::milliseconds left)
{
    return absl::Substitute(
        tr("it may have forgotten locks: no vote on who gets one for another $0"),
        durationText(left));
}

const char* lossCauseText(observe::LossCause cause) noexcept
{
    switch (cause) {
    case observe::LossCause::Flush:
        return tr("a flush");
    case observe::LossCause::Restart:
        return tr("a restart without data");
    case observe::LossCause::Failover:
        return tr("a failover");
    case observe::LossCause::Unknown:
        break;
    }
    return tr("SWAPDB or the like: no command was reported");
}

std::string lossText(const observe::Loss& loss, SteadyTime now)
{
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - loss.at);
    return loss.locks == 1
        ? absl::Substitute(
            tr("1 lock vanished $0, before its TTL: $1"), agoText(age), lossCauseText(loss.cause))
        : absl::Substitute(tr("$0 locks vanished together $1, before their TTL: $2"), loss.locks,
            agoText(age), lossCauseText(loss.cause));
}

std::string otherDatabasesText(const std::vector<observe::MasterStatus>& masters)
{
    constexpr std::size_t kMost = 4;
    std::optional<std::uint32_t> looked;
    std::map<std::uint32_t, std::uint64_t> others;
    bool isSocket = false;
    for (const observe::MasterStatus& master : masters) {
        if (!master.facts || (looked && *looked != master.facts->database))
            continue;
        looked = master.facts->database;
        isSocket = isSocket || master.url.starts_with("unix:");
        for (const auto& [database, keys] : master.facts->databases) {
            if (database != *looked)
                others[database] = std::max(others[database], keys);
        }
    }
    std::vector<std::string> found;
    for (const auto& [database, keys] : others) {
        if (found.size() < kMost)
            found.push_back(absl::Substitute(tr("$0 ($1)"), database, countText(keys, "key")));
    }
    if (found.empty())
        return {};
    if (others.size() > found.size())
        found.push_back(absl::Substitute(tr("$0 more"), others.size() - found.size()));
    return absl::Substitute(tr("only database $0 is looked at; keys are in $1: name one at the end "
                               "of the URL, as $2"),
        *looked, listText(found), absl::StrCat(isSocket ? "?db=" : "/", others.begin()->first));
}

std::string countText(std::size_t count, const std::string& noun)
{
    for (const Counted& known : kCounted) {
        if (known.noun == noun)
            return absl::Substitute(tr(count == 1 ? known.one : known.many), count);
    }
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

DeploymentLook lookOf(const config::Deployment& deployment) noexcept
{
    if (deployment.isSandbox)
        return {tr("SANDBOX"), Tone::Good};
    switch (deployment.deploymentClass) {
    case config::DeploymentClass::Production:
        return {tr("PRODUCTION"), Tone::Bad};
    case config::DeploymentClass::Staging:
        return {tr("STAGING"), Tone::Notice};
    case config::DeploymentClass::Development:
        return {tr("DEVELOPMENT"), Tone::Good};
    case config::DeploymentClass::Unclassified:
        break;
    }
    return {tr("UNCLASSIFIED"), Tone::Unknown};
}

} // namespace lockkeeper::words
