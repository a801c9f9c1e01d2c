// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper_deeds.h"

#include "core/config/ensemble.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/text/display_safe.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"
#include "core/zookeeper/client.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::release {
namespace {

using zookeeper::Client;
using zookeeper::NodeData;
using zookeeper::NodeId;
using zookeeper::Stat;

constexpr int kAnyVersion = -1;

bool isUnique(const NodeId& node)
{
    return observe::isUniqueName(observe::lastNameOf(node.path));
}

/// What a right of the ACL of a node allows: one of the letters of zkCli.sh.
struct Right {
    const char* letter;
    std::string node;
};

std::string parentPath(const std::string& path)
{
    const std::string_view parent = observe::parentOf(path);
    return parent.empty() ? "/" : std::string(parent);
}

class ZooKeeperDeeds final : public StoreDeeds {
public:
    ZooKeeperDeeds(
        EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession)
        : m_loop(loop)
        , m_voter(deployment.masters.front().id)
    {
        zookeeper::ClientOptions options{
            .servers = config::serversOf(deployment.masters.front()),
            .master = m_voter,
            .access = redis::Access::Full,
            .connectTimeout = deployment.timeout,
            .timeout = deployment.timeout,
            .isReadOnlyAllowed = false,
            .onSession = std::move(onSession),
        };
        m_client = m_loop.call(
            [&] { return std::make_unique<Client>(m_loop, std::move(options)); });
    }
    ~ZooKeeperDeeds() override
    {
        m_loop.call([this] { m_client.reset(); });
    }
    ZooKeeperDeeds(const ZooKeeperDeeds&) = delete;
    ZooKeeperDeeds& operator=(const ZooKeeperDeeds&) = delete;

    MasterOutcome lookAgain(const Plan& plan) override;
    MasterOutcome carryOut(const Plan& plan) override;

private:
    /// What `start(client, handler)` comes to.
    template <class T, class Start> Result<T> ask(Start start)
    {
        return m_loop.await<Result<T>>(
            [&](auto handler) { start(*m_client, Client::Handler<T>(std::move(handler))); });
    }
    [[nodiscard]] Result<void> reach(const NodeId& node);
    [[nodiscard]] Result<std::optional<Stat>> statOf(const NodeId& node);
    [[nodiscard]] MasterOutcome compareAndDelete(const NodeId& node);
    [[nodiscard]] MasterOutcome deleteBehind(const NodeId& node, const std::string& other);
    [[nodiscard]] MasterOutcome deleteByName(const NodeId& node);
    [[nodiscard]] MasterOutcome askHolder(const NodeId& node);
    [[nodiscard]] MasterOutcome outcome(MasterResult result) const { return {m_voter, result}; }
    [[nodiscard]] MasterOutcome refused(Error error, const Right& right) const;
    [[nodiscard]] MasterOutcome notSent(Error error, const Right& right) const;

    EventLoop& m_loop;
    const MasterId m_voter;
    std::unique_ptr<Client> m_client;
};

/// Of a request that changes the lock.
MasterOutcome ZooKeeperDeeds::refused(Error error, const Right& right) const
{
    if (!isDefinite(error.kind))
        return {m_voter, MasterResult::Unknown, std::move(error)};
    if (error.kind == ErrorClass::Unreachable)
        return {m_voter, MasterResult::Unreachable, std::move(error)};
    if (error.kind == ErrorClass::NoPermission) {
        error.kind = ErrorClass::ServerError; // others get advice that is for Redis
        error.text = absl::Substitute(
            trNoop("this user lacks the right $0 on $1: log in as one who has it, by "
                   "zk://USER:PASSWORD@...",
                "data"),
            right.letter, displaySafe(right.node));
    }
    return {m_voter, MasterResult::Refused, std::move(error)};
}

/// Of a request before that: without an answer, nothing is changed.
MasterOutcome ZooKeeperDeeds::notSent(Error error, const Right& right) const
{
    if (!isDefinite(error.kind))
        return {m_voter, MasterResult::Unreachable, std::move(error)};
    return refused(std::move(error), right);
}

/// Waits for a session, and for the server to know all that its leader knows.
Result<void> ZooKeeperDeeds::reach(const NodeId& node)
{
    const auto ready = ask<void>(
        [](Client& client, auto handler) { client.whenReady(std::move(handler)); });
    if (!ready)
        return ready;
    return ask<void>(
        [&](Client& client, auto handler) { client.sync(node.path, std::move(handler)); });
}

/// Nobody needs a right for it.
Result<std::optional<Stat>> ZooKeeperDeeds::statOf(const NodeId& node)
{
    if (auto reached = reach(node); !reached)
        return tl::make_unexpected(reached.error());
    return ask<std::optional<Stat>>(
        [&](Client& client, auto handler) { client.exists(node.path, std::move(handler)); });
}

MasterOutcome ZooKeeperDeeds::lookAgain(const Plan& plan)
{
    const NodeId& node = plan.node->id;
    auto stat = statOf(node);
    if (!stat)
        return notSent(std::move(stat.error()), {"r", node.path});
    if (!*stat)
        return outcome(MasterResult::AlreadyGone);
    return outcome(
        (*stat)->czxid == node.czxid ? MasterResult::NotSent : MasterResult::AnotherHolder);
}

MasterOutcome ZooKeeperDeeds::carryOut(const Plan& plan)
{
    const MasterOutcome present = lookAgain(plan);
    if (present.result != MasterResult::NotSent)
        return present;
    const PlannedNode& node = *plan.node;
    if (plan.action == Action::Ask)
        return askHolder(node.id);
    if (!node.behind.empty())
        return deleteBehind(node.id, node.behind);
    return isUnique(node.id) ? deleteByName(node.id) : compareAndDelete(node.id);
}

MasterOutcome ZooKeeperDeeds::deleteByName(const NodeId& node)
{
    auto removed = ask<bool>([&](Client& client, auto handler) {
        client.remove(node.path, kAnyVersion, std::move(handler));
    });
    if (!removed)
        return refused(std::move(removed.error()), {"d", parentPath(node.path)});
    return outcome(*removed ? MasterResult::Released : MasterResult::AlreadyGone);
}

MasterOutcome ZooKeeperDeeds::deleteBehind(const NodeId& node, const std::string& other)
{
    auto removed = ask<zookeeper::BesideReply>([&](Client& client, auto handler) {
        client.removeBeside(node.path, other, std::move(handler));
    });
    if (!removed)
        return refused(std::move(removed.error()), {"d", parentPath(node.path)});
    switch (*removed) {
    case zookeeper::BesideReply::Deleted:
        return outcome(MasterResult::Released);
    case zookeeper::BesideReply::Missing:
        return outcome(MasterResult::AlreadyGone);
    case zookeeper::BesideReply::OtherMissing:
        break;
    }
    return {m_voter, MasterResult::AnotherHolder,
        Error{ErrorClass::HolderChanged,
            trNoop("the node that it waited behind is gone: it may have the lock by now; look "
                   "again",
                "data"),
            m_voter}};
}

MasterOutcome ZooKeeperDeeds::compareAndDelete(const NodeId& node)
{
    constexpr int kTries = 5;
    for (int tries = 0; tries < kTries; ++tries) {
        auto read = ask<std::optional<NodeData>>([&](Client& client, auto handler) {
            client.getData(node.path, std::move(handler));
        });
        if (!read)
            return notSent(std::move(read.error()), {"r", node.path});
        if (!*read)
            return outcome(MasterResult::AlreadyGone);
        if ((*read)->stat.czxid != node.czxid)
            return outcome(MasterResult::AnotherHolder);
        auto written = ask<std::optional<Stat>>([&](Client& client, auto handler) {
            client.setData(
                node.path, (*read)->data, (*read)->stat.version, std::move(handler));
        });
        if (!written && written.error().kind == ErrorClass::HolderChanged)
            continue; // its data have changed: whose they are, the next look tells
        if (!written)
            return notSent(std::move(written.error()), {"w", node.path});
        if (!*written)
            return outcome(MasterResult::AlreadyGone);
        if ((*written)->czxid != node.czxid)
            return {m_voter, MasterResult::AnotherHolder,
                Error{ErrorClass::HolderChanged,
                    trNoop("it changed hands in that very moment: the node of the next holder was "
                           "left, but has the data of the former one now",
                        "data"),
                    m_voter}};
        auto removed = ask<bool>([&](Client& client, auto handler) {
            client.remove(node.path, (*written)->version, std::move(handler));
        });
        if (!removed && removed.error().kind == ErrorClass::HolderChanged)
            continue;
        if (!removed)
            return refused(std::move(removed.error()), {"d", parentPath(node.path)});
        return outcome(*removed ? MasterResult::Released : MasterResult::AlreadyGone);
    }
    return {m_voter, MasterResult::Refused,
        Error{ErrorClass::Busy, trNoop("its data change all the time", "data"), m_voter}};
}

/// By the data that Curator's revocable locks listen for.
MasterOutcome ZooKeeperDeeds::askHolder(const NodeId& node)
{
    auto read = ask<std::optional<NodeData>>(
        [&](Client& client, auto handler) { client.getData(node.path, std::move(handler)); });
    if (!read)
        return notSent(std::move(read.error()), {"r", node.path});
    if (!*read)
        return outcome(MasterResult::AlreadyGone);
    if ((*read)->data == observe::kCuratorAsk)
        return outcome(MasterResult::AskedAlready);
    if (!(*read)->data.empty())
        return {m_voter, MasterResult::Refused,
            Error{ErrorClass::Unsupported,
                trNoop("its node has data: it is no lock that can be asked for", "data"), m_voter}};
    auto written = ask<std::optional<Stat>>([&](Client& client, auto handler) {
        client.setData(node.path, std::string(observe::kCuratorAsk), (*read)->stat.version,
            std::move(handler));
    });
    if (!written)
        return refused(std::move(written.error()), {"w", node.path});
    return outcome(*written ? MasterResult::Asked : MasterResult::AlreadyGone);
}

} // namespace

std::unique_ptr<StoreDeeds> openZooKeeper(
    EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession)
{
    return std::make_unique<ZooKeeperDeeds>(loop, deployment, std::move(onSession));
}

std::string zkCliOf(const config::MasterConfig& voter)
{
    std::string servers;
    for (const config::Ensemble::Server& server : voter.ensemble->servers) {
        const bool isIpv6 = server.host.find(':') != std::string::npos;
        servers.append(servers.empty() ? "" : ",")
            .append(isIpv6 ? "[" + server.host + "]" : server.host)
            .append(":" + std::to_string(server.port));
    }
    return "zkCli.sh -server " + shellWord(servers);
}

std::string zkRequestText(const Plan& plan)
{
    const PlannedNode& node = *plan.node;
    if (plan.action == Action::Ask)
        return absl::Substitute("set $0 $1", node.id.path, std::string(observe::kCuratorAsk));
    if (!node.behind.empty())
        return absl::Substitute("multi: check $0, delete $1", node.behind, node.id.path);
    if (isUnique(node.id))
        return "delete " + node.id.path;
    return absl::Substitute("set -s -v $1 $0 (its own data); if cZxid is $2: delete -v $3 $0",
        node.id.path, node.id.version, zookeeper::hexText(node.id.czxid), node.id.version + 1);
}

std::string zkCliLine(const Plan& plan, const PlannedMaster& voter)
{
    const PlannedNode& node = *plan.node;
    const std::string path = shellWord(displaySafe(node.id.path, 4096));
    const std::string cli = voter.cli + " ";
    if (plan.action == Action::Ask)
        return cli + "set " + path + " " + std::string(observe::kCuratorAsk);
    if (isUnique(node.id))
        return cli + "delete " + path;
    // zkCli.sh has no command that compares who created a node: a person does.
    return absl::Substitute("$0stat $1 | grep -qx 'cZxid = $2' && $0delete -v $3 $1", cli, path,
        zookeeper::hexText(node.id.czxid), node.id.version);
}

} // namespace lockkeeper::release
