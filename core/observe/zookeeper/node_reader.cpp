// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/node_reader.h"

#include "core/observe/zookeeper/recipes.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMostSent = 512;
constexpr std::string_view kSystem = "/zookeeper";
/// No lock lies deeper; walking the tree recurses.
constexpr std::ptrdiff_t kDeepest = 100;

std::string serverPath(const std::string& path)
{
    return path.empty() ? "/" : path;
}

} // namespace

NodeReader::NodeReader(zookeeper::Client& client, NodeTree& tree, const Clock& clock, Limits limits,
    std::function<void(const std::string& path)> onRead)
    : m_client(client)
    , m_tree(tree)
    , m_clock(clock)
    , m_limits(limits)
    , m_onRead(std::move(onRead))
    , m_budget(limits.requestsPerSecond, std::max(limits.requestsPerSecond / 10.0, 1.0))
{
    // don't delay the first requests
    m_budget.earn(clock.now() - std::chrono::seconds(1));
}

void NodeReader::clear()
{
    ++m_epoch;
    m_tasks.clear();
    m_refused.clear();
    m_refusal.reset();
    m_failure.reset();
    m_sent = 0;
    m_asked = 0;
    m_nodesRead = 0;
    m_hasTooMany = false;
}

void NodeReader::readNew(const std::string& path)
{
    if (path == kSystem || path.starts_with(std::string(kSystem) + "/"))
        return;
    if (std::ranges::count(path, '/') > kDeepest)
        return noteFailed({path, Task::Kind::Children},
            {ErrorClass::TooManyKeys, trNoop("nodes below a hundred others are not read", "data")});
    m_tree.add(path);
    if (isNameOfPlace(lastNameOf(path)))
        readData(path);
    else
        readBelow(path);
}

void NodeReader::ask(const std::string& path, Task::Kind kind)
{
    ++m_asked;
    m_tasks.push_back({path, kind});
    tick();
}

void NodeReader::tick()
{
    if (m_budget.isLimited())
        m_budget.earn(m_clock.now());
    while (!m_tasks.empty() && m_sent < kMostSent) {
        if (m_tree.size() > m_limits.nodes) {
            m_hasTooMany = true;
            m_tasks.clear();
            return;
        }
        if (m_budget.isLimited() && !m_budget.trySpend(1))
            return;
        const Task task = std::move(m_tasks.front());
        m_tasks.pop_front();
        send(task);
    }
}

/// `take(value)` gets a node that exists.
template <class T, class Take> auto NodeReader::handlerOf(const Task& task, Take take)
{
    return [this, task, take, epoch = m_epoch](Result<std::optional<T>> reply) {
        if (epoch != m_epoch)
            return;
        --m_sent;
        if (!reply)
            noteFailed(task, reply.error());
        else if (!*reply)
            noteMissing(task.path);
        else
            take(**reply);
        tick();
    };
}

void NodeReader::send(const Task& task)
{
    ++m_sent;
    const std::string path = serverPath(task.path);
    switch (task.kind) {
    case Task::Kind::Children:
        return m_client.getChildren(path,
            handlerOf<zookeeper::NodeChildren>(
                task, [this, path = task.path](const zookeeper::NodeChildren& children) {
                    takeChildren(path, children);
                }));
    case Task::Kind::Data:
        return m_client.getData(path,
            handlerOf<zookeeper::NodeData>(
                task, [this, path = task.path](const zookeeper::NodeData& data) {
                    takeData(path, data);
                }));
    case Task::Kind::Stat:
        return m_client.exists(path,
            handlerOf<zookeeper::Stat>(task, [this, path = task.path](const zookeeper::Stat& stat) {
                takeData(path, {{}, stat});
            }));
    }
}

void NodeReader::takeChildren(const std::string& path, const zookeeper::NodeChildren& children)
{
    Node& node = m_tree.add(path);
    const std::set<std::string_view> names(children.names.begin(), children.names.end());
    std::vector<std::string> gone;
    for (const auto& [name, child] : node.children) {
        if (!names.contains(name))
            gone.push_back(path + "/" + name);
    }
    for (const std::string& missing : gone)
        noteMissing(missing);
    for (const std::string& name : children.names) {
        // no server sends such names
        if (!name.empty() && name.find('/') == std::string::npos)
            readNew(path + "/" + name);
    }
    node.stat = children.stat;
    // Needed for ephemeral nodes, semaphores, and locks with an end time.
    const bool hasData = children.stat.dataLength > 0
        && children.stat.dataLength <= static_cast<std::int32_t>(Node::kMostData);
    if (hasData && (node.isEphemeral() || !children.names.empty() || mayBeDated(path)))
        return readData(path);
    ++m_nodesRead;
    node.isRead = true;
    m_onRead(path);
}

void NodeReader::takeData(const std::string& path, const zookeeper::NodeData& data)
{
    Node& node = m_tree.add(path);
    const bool isNew = !node.isRead;
    node.stat = data.stat;
    node.data = data.data.substr(0, Node::kMostData);
    node.isRead = true;
    ++m_nodesRead;
    m_onRead(path);
    if (isNew && node.children.empty() && data.stat.numChildren > 0)
        readBelow(path);
}

void NodeReader::noteMissing(const std::string& path)
{
    m_tree.remove(path);
    m_refused.erase(path);
    m_onRead(path);
}

/// An ACL may hide a node's data, not its owner.
void NodeReader::noteFailed(const Task& task, const Error& error)
{
    if (error.kind != ErrorClass::NoPermission && error.kind != ErrorClass::TooManyKeys) {
        m_failure = error;
        m_tasks.clear();
        return;
    }
    if (m_refused.insert(task.path).second && !m_refusal) {
        m_refusal = error;
        m_refusal->kind = ErrorClass::ServerError; // other classes come with advice for Redis
    }
    if (task.kind == Task::Kind::Data)
        ask(task.path, Task::Kind::Stat);
}

} // namespace lockkeeper::observe
