// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/cluster/cluster_transport.h"

#include "core/loop/event_loop.h"
#include "core/redis/cluster/key_slot.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <limits>

namespace lockkeeper::redis {

ClusterNodes::ClusterNodes(EventLoop& loop, const ClusterOptions& options)
    : m_loop(loop)
    , m_options(options)
{ }

void ClusterNodes::close()
{
    m_lifetime.end();
    m_nodes.clear();
}

Url ClusterNodes::urlOf(const NodeAddress& address) const
{
    Url url = m_options.seeds.front();
    url.host = address.host;
    url.port = address.port;
    return url;
}

LinkStatus ClusterNodes::statusOf(const NodeAddress& address) const
{
    const auto node = m_nodes.find(address);
    return node == m_nodes.end() ? LinkStatus{} : node->second.connection->status();
}

bool ClusterNodes::isOut(const NodeAddress& address) const
{
    return m_options.toleratesMissingShards && statusOf(address).isDown();
}

std::optional<NodeAddress> ClusterNodes::nextShard(const NodeAddress& last) const
{
    const auto nodes = m_map->nodes();
    const auto next = std::find_if(nodes.upper_bound(last), nodes.end(),
        [this](const NodeAddress& node) { return !isOut(node); });
    return next == nodes.end() ? std::nullopt : std::optional(*next);
}

std::optional<NodeAddress> ClusterNodes::shardBehind(const NodeAddress& last) const
{
    const auto nodes = m_map->nodes();
    const auto next = nodes.upper_bound(last);
    return next == nodes.end() ? std::nullopt : std::optional(*next);
}

ClusterNodes::Node& ClusterNodes::nodeAt(const NodeAddress& address)
{
    Node& node = m_nodes[address];
    if (node.connection)
        return node;
    ConnectionOptions options = m_options.connection;
    options.mustBeMaster = false; // a seed may be a replica; it answers with MOVED
    node.connection
        = std::make_unique<Connection>(m_loop, m_options.id, urlOf(address), std::move(options));
    return node;
}

Connection& ClusterNodes::use(const NodeAddress& address)
{
    Node& node = nodeAt(address);
    ++node.uses;
    return *node.connection;
}

void ClusterNodes::release(const NodeAddress& address)
{
    --m_nodes.at(address).uses;
}

void ClusterNodes::follow(const Redirection& moved)
{
    m_map->assign(moved.slot, moved.node);
    readMap({}, moved.node);
}

std::vector<NodeAddress> ClusterNodes::mapSources() const
{
    for (const auto& [address, node] : m_nodes) {
        if (node.connection->status().isUp())
            return {address};
    }
    std::set<NodeAddress> seeds;
    for (const Url& seed : m_options.seeds)
        seeds.insert({seed.host, seed.port});
    return {seeds.begin(), seeds.end()};
}

void ClusterNodes::readMap(std::function<void()> done, const std::optional<NodeAddress>& from)
{
    if (done)
        m_mapWaiters.push_back(std::move(done));
    if (m_mapQuestions != 0)
        return;
    const auto sources = from ? std::vector<NodeAddress>{*from} : mapSources();
    m_mapQuestions = sources.size();
    m_isMapAnswered = false;
    for (const NodeAddress& address : sources) {
        use(address).send({"CLUSTER", "SLOTS"}, m_options.connection.connectTimeout,
            [this, address](const Result<Reply>& reply) { onMap(address, reply); });
    }
}

void ClusterNodes::onMap(const NodeAddress& asked, const Result<Reply>& reply)
{
    release(asked);
    --m_mapQuestions;
    if (m_isMapAnswered)
        return;
    auto map = reply ? ClusterMap::parse(*reply, asked)
                     : Result<ClusterMap>(tl::make_unexpected(reply.error()));
    if (map) {
        m_isMapAnswered = true;
        m_map = std::move(*map);
        m_error.reset();
        for (const NodeAddress& address : m_map->nodes())
            (void)nodeAt(address);
        retireNodes();
    } else if (!m_map) {
        m_error = Error{map.error().kind,
            absl::Substitute(trNoop("seed $0: $1", "data"), asked.text(), map.error().text),
            m_options.id};
    }
    if (!map && m_mapQuestions != 0)
        return;
    const auto waiters = std::exchange(m_mapWaiters, {});
    for (const auto& waiter : waiters)
        waiter();
}

/// Later: a handler of such a node may be the caller.
void ClusterNodes::retireNodes()
{
    m_loop.post(m_lifetime.guard([this] {
        if (!m_map)
            return;
        const auto nodes = m_map->nodes();
        std::erase_if(m_nodes, [&](const auto& entry) {
            return entry.second.uses == 0 && !nodes.contains(entry.first);
        });
    }));
}

namespace {

using std::chrono::milliseconds;

constexpr int kMostRedirections = 5;
constexpr char kCursorMark = '@';
constexpr char kPartialMark = '!';

milliseconds timeLeft(SteadyTime deadline)
{
    return std::chrono::ceil<milliseconds>(deadline - BootClock::now());
}

Error errorOf(const NodeAddress& shard, Error error)
{
    error.text = absl::Substitute(trNoop("shard $0: $1", "data"), shard.text(), error.text);
    return error;
}

std::int64_t addUpTo(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

bool isOfTheLink(ErrorClass kind)
{
    return kind == ErrorClass::Unreachable || kind == ErrorClass::ConnectionLost
        || kind == ErrorClass::Timeout;
}

/// Another node may serve the slots.
bool mayBeTheNode(ErrorClass kind)
{
    return isOfTheLink(kind) || kind == ErrorClass::ReadOnly;
}

} // namespace

ClusterTransport::ClusterTransport(EventLoop& loop, ClusterOptions options)
    : m_loop(loop)
    , m_options(std::move(options))
    , m_nodes(loop, m_options)
{
    m_loop.post(m_lifetime.guard([this] { m_nodes.readMap(); }));
}

ClusterTransport::~ClusterTransport()
{
    m_loop.call([this] {
        m_lifetime.end();
        m_nodes.close();
    });
}

std::vector<Url> ClusterTransport::shards() const
{
    std::vector<Url> urls;
    const ClusterMap* map = m_nodes.map();
    for (const NodeAddress& address : map ? map->nodes() : std::set<NodeAddress>{})
        urls.push_back(m_nodes.urlOf(address));
    return urls;
}

std::optional<NodeAddress> ClusterTransport::shardAt(std::uint16_t slot) const
{
    return m_nodes.map() ? m_nodes.map()->nodeOf(slot) : std::nullopt;
}

std::optional<Url> ClusterTransport::shardOf(std::string_view key) const
{
    const auto node = shardAt(slotOf(key));
    return node ? std::optional(m_nodes.urlOf(*node)) : std::nullopt;
}

LinkStatus ClusterTransport::status() const
{
    LinkStatus whole;
    if (!m_nodes.map()) {
        whole.state = m_nodes.error() ? LinkState::Down : LinkState::Connecting;
        whole.error = m_nodes.error();
        return whole;
    }
    std::size_t up = 0;
    std::vector<LinkStatus> others;
    for (const NodeAddress& address : m_nodes.map()->nodes()) {
        LinkStatus shard = m_nodes.statusOf(address);
        whole.latency = std::max(whole.latency, shard.latency);
        whole.lastReply = std::max(whole.lastReply, shard.lastReply);
        whole.commands += shard.commands;
        whole.unanswered += shard.unanswered;
        whole.loggedInAt = std::max(whole.loggedInAt, shard.loggedInAt);
        up += shard.isUp() ? 1 : 0;
        if (shard.error)
            shard.error = errorOf(address, *shard.error);
        if (!shard.isUp())
            others.push_back(std::move(shard));
    }
    whole.role = "master";
    whole.state = others.empty() ? LinkState::Up : others.front().state;
    whole.error = others.empty() ? std::nullopt : others.front().error;
    if (!m_options.toleratesMissingShards || others.empty())
        return whole;
    if (std::ranges::find(others, LinkState::Connecting, &LinkStatus::state) != others.end()) {
        whole.state = LinkState::Connecting;
    } else if (up != 0) {
        whole.state = LinkState::Up;
        whole.outage = std::exchange(whole.error, {});
        if (whole.outage && others.size() > 1)
            whole.outage->text = absl::Substitute(
                trNoop("$0 ($1 more)", "data"), whole.outage->text, others.size() - 1);
    }
    return whole;
}

std::optional<Error> ClusterTransport::outageOf(std::string_view key) const
{
    const auto node = shardAt(slotOf(key));
    if (!node || !m_nodes.isOut(*node))
        return std::nullopt;
    return errorOf(*node,
        m_nodes.statusOf(*node).error.value_or(
            Error{ErrorClass::Unreachable, trNoop("not connected", "data"), m_options.id}));
}

void ClusterTransport::send(const Command& command, milliseconds timeout, Handler handler)
{
    begin(command, timeout, std::move(handler), false);
}

void ClusterTransport::sendAll(
    const Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
{
    /// Shards answer in any order; handlers run in the commands' order.
    struct Answers {
        std::vector<std::optional<Result<Reply>>> replies;
        std::size_t next = 0;
    };
    const std::vector<Command> each = commands.commands();
    const auto answers = std::make_shared<Answers>();
    answers->replies.resize(each.size());
    for (std::size_t i = 0; i < each.size(); ++i) {
        send(each[i], timeout, [answers, i, handler](Result<Reply> reply) {
            auto& [replies, next] = *answers;
            replies[i] = std::move(reply);
            while (next < replies.size() && replies[next])
                handler(std::move(*replies[next++]));
        });
    }
}

void ClusterTransport::sendUndo(const Command& command, milliseconds timeout, Handler handler)
{
    begin(command, timeout, std::move(handler), true);
}

void ClusterTransport::begin(
    const Command& command, milliseconds timeout, Handler handler, bool isUndo)
{
    const auto deadline = deadlineAfter(BootClock::now(), timeout);
    const auto request
        = std::make_shared<Request>(Request{command, deadline, std::move(handler), isUndo});
    if (m_nodes.map())
        return route(request);
    const auto timer = m_loop.schedule(deadline, m_lifetime.guard([request, id = m_options.id] {
        if (const auto unsent = std::exchange(request->handler, nullptr))
            unsent(fail(ErrorClass::Unreachable,
                trNoop("the Cluster's shards are not known yet", "data"), id));
    }));
    m_nodes.readMap([this, request, timer] {
        if (!request->handler)
            return;
        m_loop.cancel(timer);
        if (m_nodes.map())
            return route(request);
        Error error = *m_nodes.error();
        if (!isDefinite(error.kind))
            error.kind = ErrorClass::Unreachable; // nothing was sent
        failLater(request, std::move(error));
    });
}

void ClusterTransport::route(const RequestPtr& request)
{
    const auto key = routingKey(request->command);
    if (key) {
        const std::uint16_t slot = slotOf(*key);
        if (const auto node = shardAt(slot))
            return sendTo(*node, request, false);
        m_nodes.readMap();
        return failLater(request,
            {ErrorClass::ServerError,
                absl::Substitute(trNoop("CLUSTERDOWN no shard serves slot $0", "data"), slot),
                m_options.id});
    }
    const auto arguments = request->command.arguments();
    if (arguments[0] == "PING" || arguments[0] == "DBSIZE")
        return askAllShards(request);
    if (arguments[0] == "SCAN" && arguments.size() > 1)
        return scan(request, arguments);
    failLater(request,
        {ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0 can't be asked of a whole Cluster", "data"), arguments[0]),
            m_options.id});
}

void ClusterTransport::failLater(const RequestPtr& request, Error error)
{
    m_loop.post(m_lifetime.guard(
        [request, error = std::move(error)] { request->handler(tl::make_unexpected(error)); }));
}

void ClusterTransport::sendTo(const NodeAddress& address, const RequestPtr& request, bool isAsking)
{
    const milliseconds left = timeLeft(request->deadline);
    if (left <= milliseconds(0))
        return failLater(request,
            {ErrorClass::Unreachable, trNoop("no time was left to follow a redirection", "data"),
                m_options.id});
    Connection& connection = m_nodes.use(address);
    const auto write = [&](const Command& command, Handler handler) {
        if (request->isUndo)
            connection.sendUndo(command, left, std::move(handler));
        else
            connection.send(command, left, std::move(handler));
    };
    if (isAsking)
        write({"ASKING"}, [](const Result<Reply>&) {});
    write(request->command, [this, address, request](Result<Reply> reply) {
        onReply(address, request, std::move(reply));
    });
}

void ClusterTransport::onReply(
    const NodeAddress& address, const RequestPtr& request, Result<Reply> reply)
{
    m_nodes.release(address);
    if (!reply) {
        if (const auto redirection = redirectionIn(reply.error().text, address))
            return follow(*redirection, request);
        if (mayBeTheNode(reply.error().kind))
            m_nodes.readMap();
        if (isOfTheLink(reply.error().kind))
            return request->handler(tl::make_unexpected(errorOf(address, reply.error())));
    }
    request->handler(std::move(reply));
}

void ClusterTransport::follow(const Redirection& redirection, const RequestPtr& request)
{
    if (++request->redirections > kMostRedirections)
        return failLater(request,
            {ErrorClass::ServerError,
                absl::Substitute(
                    trNoop("redirected more than five times: the nodes disagree on who "
                           "serves slot $0",
                        "data"),
                    redirection.slot),
                m_options.id});
    if (!redirection.isAsk)
        m_nodes.follow(redirection);
    sendTo(redirection.node, request, redirection.isAsk);
}

void ClusterTransport::askAllShards(const RequestPtr& request)
{
    struct Sum {
        std::size_t missing;
        Result<Reply> result;
    };
    auto nodes = m_nodes.map()->nodes();
    const bool mayLeaveOut = request->command.arguments()[0] == "DBSIZE" && m_nodes.nextShard({});
    std::erase_if(
        nodes, [&](const NodeAddress& node) { return mayLeaveOut && m_nodes.isOut(node); });
    const auto sum = std::make_shared<Sum>(Sum{nodes.size(), Reply::nil()});
    for (const NodeAddress& address : nodes) {
        auto part = std::make_shared<Request>(*request);
        part->handler = [request, sum](Result<Reply> reply) {
            if (!reply || !sum->result)
                sum->result = sum->result ? std::move(reply) : std::move(sum->result);
            else {
                reply->integer = addUpTo(reply->integer, sum->result->integer);
                sum->result = std::move(reply);
            }
            if (--sum->missing == 0)
                request->handler(std::move(sum->result));
        };
        sendTo(address, part, false);
    }
}

/// The cursor is "0", "CURSOR@HOST:PORT" or "CURSOR@HOST:PORT!". Shards are scanned by address: the
/// next one is known even if the map changes.
void ClusterTransport::scan(const RequestPtr& request, const std::vector<std::string>& arguments)
{
    const std::string& cursor = arguments[1];
    const std::size_t mark = cursor.find(kCursorMark);
    if (mark == std::string::npos)
        return m_nodes.readMap([this, request] {
            const NodeAddress first = *m_nodes.map()->nodes().begin();
            const NodeAddress next = m_nodes.nextShard({}).value_or(first);
            scanNode({"0", next, next != first}, request);
        });
    const bool isPartial = cursor.back() == kPartialMark;
    std::string shard = cursor.substr(mark + 1);
    if (isPartial)
        shard.pop_back();
    for (const NodeAddress& address : m_nodes.map()->nodes()) {
        if (address.text() != shard)
            continue;
        if (!m_nodes.isOut(address))
            return scanNode({cursor.substr(0, mark), address, isPartial}, request);
        if (const auto next = m_nodes.nextShard(address))
            return scanNode({"0", *next, true}, request);
        return m_loop.post(m_lifetime.guard([this, request] {
            request->handler(endOfScan(Reply::array({Reply::string("0"), Reply::array({})})));
        }));
    }
    failLater(request,
        {ErrorClass::Unreachable,
            trNoop("the Cluster's shards changed during a SCAN; begin again", "data"),
            m_options.id});
}

/// If the skipped shard is up again, only an error shows that its keys are missing.
Result<Reply> ClusterTransport::endOfScan(Reply last) const
{
    if (status().outage)
        return last;
    return fail(ErrorClass::Unreachable,
        trNoop("a shard of the Cluster did not answer during a SCAN; begin again", "data"),
        m_options.id);
}

void ClusterTransport::scanNode(const ScanPlace& place, const RequestPtr& request)
{
    auto arguments = request->command.arguments();
    arguments[1] = place.cursor;
    auto part = std::make_shared<Request>(*request);
    part->command = Command(arguments);
    part->handler = [this, request, place](Result<Reply> reply) {
        if (reply && reply->elements.size() == 2) {
            std::string& cursor = reply->elements[0].text;
            ScanPlace next = place;
            if (cursor == "0") {
                const auto shard = m_nodes.nextShard(place.shard);
                next.isPartial = place.isPartial || shard != m_nodes.shardBehind(place.shard);
                if (!shard)
                    return request->handler(
                        next.isPartial ? endOfScan(std::move(*reply)) : std::move(reply));
                next.shard = *shard;
            }
            cursor.append(1, kCursorMark).append(next.shard.text());
            if (next.isPartial)
                cursor += kPartialMark;
        }
        request->handler(std::move(reply));
    };
    sendTo(place.shard, part, false);
}

} // namespace lockkeeper::redis
