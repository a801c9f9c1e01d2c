// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper_deeds.h"

#include "core/config/ensemble.h"
#include "core/lock/node_names.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/text/display_safe.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"
#include "core/zookeeper/client.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

using zookeeper::Client;
using zookeeper::NodeData;
using zookeeper::NodeId;
using zookeeper::Opcode;
using zookeeper::Stat;

constexpr int kAnyVersion = -1;
constexpr const char* kMark = "lockkeeper-";

bool isUnique(const NodeId& node)
{
    return observe::isUniqueName(observe::lastNameOf(node.path));
}

struct Right {
    const char* names;
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
        m_client
            = m_loop.call([&] { return std::make_unique<Client>(m_loop, std::move(options)); });
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
    template <class T, class Start> Result<T> ask(Start start)
    {
        return m_loop.await<Result<T>>(
            [&](auto handler) { start(*m_client, Client::Handler<T>(std::move(handler))); });
    }
    [[nodiscard]] Result<void> reach(const NodeId& node);
    [[nodiscard]] Result<std::optional<Stat>> statOf(const NodeId& node);
    using Failed = std::optional<std::pair<std::size_t, std::int32_t>>;
    [[nodiscard]] Result<Failed> transact(std::vector<zookeeper::Operation> operations);
    [[nodiscard]] MasterOutcome deleteUnlessCreatedAnew(const NodeId& node);
    [[nodiscard]] MasterOutcome deleteBehind(const NodeId& node, const std::string& other);
    [[nodiscard]] MasterOutcome writePast(const NodeId& node);
    [[nodiscard]] MasterOutcome deleteByName(const NodeId& node);
    [[nodiscard]] MasterOutcome askHolder(const NodeId& node);
    [[nodiscard]] MasterOutcome outcome(MasterResult result) const { return {m_voter, result}; }
    [[nodiscard]] MasterOutcome refused(Error error, const Right& right) const;
    [[nodiscard]] MasterOutcome notSent(Error error, const Right& right) const;

    EventLoop& m_loop;
    const MasterId m_voter;
    std::unique_ptr<Client> m_client;
};

/// A request that changes the lock failed.
MasterOutcome ZooKeeperDeeds::refused(Error error, const Right& right) const
{
    if (!isDefinite(error.kind))
        return {m_voter, MasterResult::Unknown, std::move(error)};
    if (error.kind == ErrorClass::Unreachable)
        return {m_voter, MasterResult::Unreachable, std::move(error)};
    if (error.kind == ErrorClass::NoPermission) {
        error = zookeeper::withRight(std::move(error), right.names, right.node);
        error.kind = ErrorClass::ServerError; // others' advice is for Redis
    }
    return {m_voter, MasterResult::Refused, std::move(error)};
}

/// A read failed: nothing is changed.
MasterOutcome ZooKeeperDeeds::notSent(Error error, const Right& right) const
{
    if (!isDefinite(error.kind))
        return {m_voter, MasterResult::Unreachable, std::move(error)};
    return refused(std::move(error), right);
}

Result<void> ZooKeeperDeeds::reach(const NodeId& node)
{
    const auto ready
        = ask<void>([](Client& client, auto handler) { client.whenReady(std::move(handler)); });
    if (!ready)
        return ready;
    return ask<void>(
        [&](Client& client, auto handler) { client.sync(node.path, std::move(handler)); });
}

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
        return notSent(std::move(stat.error()), {"READ", node.path});
    if (!*stat)
        return outcome(MasterResult::AlreadyGone);
    const bool isSame = (*stat)->czxid == node.czxid
        && (!observe::isKept(node.path) || (*stat)->version == node.version);
    return outcome(isSame ? MasterResult::NotSent : MasterResult::AnotherHolder);
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
    if (observe::isKept(node.id.path))
        return writePast(node.id);
    return isUnique(node.id) ? deleteByName(node.id) : deleteUnlessCreatedAnew(node.id);
}

/// Whoever takes the lock also writes the data: the version shows it.
MasterOutcome ZooKeeperDeeds::writePast(const NodeId& node)
{
    auto written = ask<std::optional<Stat>>([&](Client& client, auto handler) {
        client.setData(node.path, std::string(observe::kPast), node.version, std::move(handler));
    });
    if (!written && written.error().kind == ErrorClass::HolderChanged)
        return outcome(MasterResult::AnotherHolder);
    if (!written)
        return refused(std::move(written.error()), {"WRITE", node.path});
    return outcome(*written ? MasterResult::Released : MasterResult::AlreadyGone);
}

MasterOutcome ZooKeeperDeeds::deleteByName(const NodeId& node)
{
    auto removed = ask<bool>([&](Client& client, auto handler) {
        client.remove(node.path, kAnyVersion, std::move(handler));
    });
    if (!removed)
        return refused(std::move(removed.error()), {"DELETE", parentPath(node.path)});
    return outcome(*removed ? MasterResult::Released : MasterResult::AlreadyGone);
}

/// The failed operation's index and code; nullopt: all done.
Result<ZooKeeperDeeds::Failed> ZooKeeperDeeds::transact(
    std::vector<zookeeper::Operation> operations)
{
    const auto codes = ask<std::vector<std::int32_t>>(
        [&](Client& client, auto handler) { client.multi(operations, std::move(handler)); });
    if (!codes)
        return tl::make_unexpected(codes.error());
    const auto failed = std::ranges::find_if(*codes, [](std::int32_t code) { return code != 0; });
    if (failed == codes->end())
        return Failed();
    return Failed(std::pair(static_cast<std::size_t>(failed - codes->begin()), *failed));
}

MasterOutcome ZooKeeperDeeds::deleteBehind(const NodeId& node, const std::string& other)
{
    const auto failed = transact({{Opcode::Check, other}, {Opcode::Delete, node.path}});
    if (!failed)
        return refused(failed.error(), {"DELETE", parentPath(node.path)});
    if (!*failed)
        return outcome(MasterResult::Released);
    const auto [index, code] = **failed;
    if (code != zookeeper::kNoNode)
        return refused(zookeeper::errorOf(code), {"DELETE", parentPath(node.path)});
    if (index == 1)
        return outcome(MasterResult::AlreadyGone);
    return {m_voter, MasterResult::AnotherHolder,
        Error{ErrorClass::HolderChanged,
            trNoop("the node that it waited behind is gone: it may have the lock by now; look "
                   "again",
                "data"),
            m_voter}};
}

MasterOutcome ZooKeeperDeeds::deleteUnlessCreatedAnew(const NodeId& node)
{
    constexpr int kTries = 20;
    const std::string parent = parentPath(node.path);
    for (int tries = 0; tries < kTries; ++tries) {
        // The parent first: it counts whatever comes after.
        const auto counted = ask<std::optional<Stat>>(
            [&](Client& client, auto handler) { client.exists(parent, std::move(handler)); });
        if (!counted)
            return notSent(counted.error(), {"READ", parent});
        const auto seen = ask<std::optional<Stat>>(
            [&](Client& client, auto handler) { client.exists(node.path, std::move(handler)); });
        if (!seen)
            return notSent(seen.error(), {"READ", node.path});
        if (!*seen || !*counted)
            return outcome(MasterResult::AlreadyGone);
        if ((*seen)->czxid != node.czxid)
            return outcome(MasterResult::AnotherHolder);
        const std::string mark = (parent == "/" ? parent : parent + "/") + kMark;
        const auto failed = transact({{Opcode::Create, mark},
            {Opcode::Delete,
                absl::StrCat(mark, absl::Dec((*counted)->creations(), absl::kZeroPad10))},
            {Opcode::Delete, node.path}});
        if (!failed)
            return refused(failed.error(), {"CREATE and DELETE", parent});
        if (!*failed)
            return outcome(MasterResult::Released);
        const auto [index, code] = **failed;
        if (code != zookeeper::kNoNode)
            return refused(zookeeper::errorOf(code), {"CREATE and DELETE", parent});
    }
    return {m_voter, MasterResult::Refused,
        Error{ErrorClass::Busy,
            trNoop("nodes are created beside it all the time: try again", "data"), m_voter}};
}

/// Curator's revocable locks listen for this.
MasterOutcome ZooKeeperDeeds::askHolder(const NodeId& node)
{
    auto read = ask<std::optional<NodeData>>(
        [&](Client& client, auto handler) { client.getData(node.path, std::move(handler)); });
    if (!read)
        return notSent(std::move(read.error()), {"READ", node.path});
    if (!*read)
        return outcome(MasterResult::AlreadyGone);
    const std::string& data = (*read)->data;
    if (data.starts_with(zookeeper::kCuratorAsk))
        return outcome(MasterResult::AskedAlready);
    if (!data.empty() && !lock::readPlaceText(data))
        return {m_voter, MasterResult::Refused,
            Error{ErrorClass::Unsupported,
                trNoop("its node has data: it is no lock that can be asked for", "data"), m_voter}};
    auto written = ask<std::optional<Stat>>([&](Client& client, auto handler) {
        client.setData(node.path, absl::StrCat(std::string(zookeeper::kCuratorAsk), data),
            (*read)->stat.version, std::move(handler));
    });
    if (!written)
        return refused(std::move(written.error()), {"WRITE", node.path});
    return outcome(*written ? MasterResult::Asked : MasterResult::AlreadyGone);
}

/// Text unfit for a shell is written as displayed.
std::string shellPath(const std::string& path)
{
    return shellWord(isShellWord(path) ? path : displaySafe(path, 4096));
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
        return absl::Substitute("set $0 $1", node.id.path, std::string(zookeeper::kCuratorAsk));
    if (!node.behind.empty())
        return absl::Substitute("multi: check $0, delete $1", node.behind, node.id.path);
    if (observe::isKept(node.id.path))
        return absl::Substitute(
            "set -v $0 $1 $2", node.id.version, node.id.path, std::string(observe::kPast));
    if (isUnique(node.id))
        return "delete " + node.id.path;
    return absl::Substitute("if cZxid of $0 is $1, and nothing is created beside it: delete $0",
        node.id.path, zookeeper::hexText(node.id.czxid));
}

std::string zkCliLine(const Plan& plan, const PlannedMaster& voter)
{
    const PlannedNode& node = *plan.node;
    const std::string path = shellPath(node.id.path);
    const std::string cli = voter.cli + " ";
    if (plan.action == Action::Ask)
        return absl::Substitute("$0set $1 \"$2$$($0get $1 | grep '^lk1:')\"", cli, path,
            std::string(zookeeper::kCuratorAsk));
    if (observe::isKept(node.id.path))
        return absl::Substitute(
            "$0set -v $1 $2 $3", cli, node.id.version, path, std::string(observe::kPast));
    // zkCli.sh can't compare in the same request: it compares before.
    if (!node.behind.empty())
        return absl::Substitute(
            "$0stat $1 | grep -q '^cZxid' && $0delete $2", cli, shellPath(node.behind), path);
    if (isUnique(node.id))
        return cli + "delete " + path;
    return absl::Substitute("$0stat $1 | grep -qx 'cZxid = $2' && $0delete -v $3 $1", cli, path,
        zookeeper::hexText(node.id.czxid), node.id.version);
}

std::string zkReadLine(const Resource& lock, const PlannedMaster& voter)
{
    return voter.cli + " ls -s " + shellPath(lock.value());
}

} // namespace lockkeeper::release
