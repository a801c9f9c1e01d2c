// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/node_reader.h"

#include "core/observe/zookeeper/recipes.h"
#include "core/text/tr_noop.h"

#include <absl/hash/hash.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMostSent = 512;
constexpr std::string_view kSystem = "/zookeeper";
/// No lock lies deeper; walking the tree recurses.
constexpr std::ptrdiff_t kDeepest = 100;
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostAgain = 1000;

std::string serverPath(const std::string& path)
{
    return path.empty() ? "/" : path;
}

/// Servers refuse other names.
bool isNodeName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".."
        && name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
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
    // The first requests are due at once.
    m_budget.earn(clock.now() - std::chrono::seconds(1));
}

void NodeReader::clear()
{
    ++m_epoch;
    dropTasks();
    m_refused.clear();
    m_again.clear();
    m_refusal.reset();
    m_failure.reset();
    m_sent.clear();
    m_asked = 0;
    m_nodesRead = 0;
    m_hasTooMany = false;
}

void NodeReader::dropTasks()
{
    m_order.clear();
    m_tasks.clear();
    m_pathBytes = 0;
}

void NodeReader::stop(Error why)
{
    m_failure = std::move(why);
    dropTasks();
}

void NodeReader::readNew(const std::string& path)
{
    if (isStopped() || path == kSystem || path.starts_with(std::string(kSystem) + "/"))
        return;
    if (std::ranges::count(path, '/') > kDeepest || path.size() > kLongestPath)
        return noteFailed({path, Task::Kind::Children},
            {ErrorClass::TooManyKeys,
                trNoop("nodes below a hundred others, or with paths above 4096 bytes, are not read",
                    "data")});
    m_tree.add(path);
    if (isNameOfPlace(lastNameOf(path)))
        readData(path);
    else
        readBelow(path);
}

bool NodeReader::noteDeleted(const std::string& path)
{
    for (const auto kind : {Task::Kind::Children, Task::Kind::Data, Task::Kind::Stat}) {
        if (m_tasks.empty())
            break;
        const auto found = m_tasks.find(Task{path, kind});
        if (found == m_tasks.end())
            continue;
        m_order.erase(found->second);
        m_tasks.erase(found);
        m_pathBytes -= path.size();
    }
    m_refused.erase(absl::HashOf(path));
    return m_tree.remove(path);
}

void NodeReader::ask(const std::string& path, Task::Kind kind)
{
    if (isStopped())
        return;
    const auto [task, isNew] = m_tasks.try_emplace(Task{path, kind}, m_asked + 1);
    if (!isNew)
        return;
    ++m_asked;
    m_order.emplace(task->second, &task->first);
    m_pathBytes += path.size();
    tick();
}

void NodeReader::tick()
{
    if (m_budget.isLimited())
        m_budget.earn(m_clock.now());
    while (!m_tasks.empty()) {
        if (m_tree.size() > m_limits.nodes || m_tree.bytes() + m_pathBytes > m_limits.bytes) {
            m_hasTooMany = true;
            return dropTasks();
        }
        if (m_sent.size() >= kMostSent || (m_budget.isLimited() && !m_budget.trySpend(1)))
            return;
        const auto first = m_order.begin();
        const Number number = first->first;
        const Task task = std::move(m_tasks.extract(*first->second).key());
        m_order.erase(first);
        m_pathBytes -= task.path.size();
        send(task, number);
    }
}

template <class T, class Take>
auto NodeReader::handlerOf(const Task& task, Number number, Take take)
{
    return [this, task, number, take, epoch = m_epoch](Result<std::optional<T>> reply) {
        if (epoch != m_epoch)
            return;
        m_sent.erase(number);
        if (!reply)
            noteFailed(task, reply.error());
        else if (!*reply)
            noteMissing(task.path);
        else
            take(**reply);
        tick();
    };
}

void NodeReader::send(const Task& task, Number number)
{
    m_sent.insert(number);
    const std::string path = serverPath(task.path);
    switch (task.kind) {
    case Task::Kind::Children:
        return m_client.getChildren(path,
            handlerOf<zookeeper::NodeChildren>(
                task, number, [this, path = task.path](const zookeeper::NodeChildren& children) {
                    takeChildren(path, children);
                }));
    case Task::Kind::Data:
        return m_client.getData(path,
            handlerOf<zookeeper::NodeData>(
                task, number, [this, path = task.path](const zookeeper::NodeData& data) {
                    noteAllowed(path);
                    takeData(path, data);
                }));
    case Task::Kind::Stat:
        return m_client.exists(path,
            handlerOf<zookeeper::Stat>(
                task, number, [this, path = task.path](const zookeeper::Stat& stat) {
                    takeData(path, {{}, stat});
                }));
    }
}

void NodeReader::takeChildren(const std::string& path, const zookeeper::NodeChildren& children)
{
    noteAllowed(path);
    Node& node = m_tree.add(path);
    node.isPartial = false;
    const std::set<std::string_view> names(children.names.begin(), children.names.end());
    std::vector<std::string> gone;
    for (const auto& [name, child] : node.children) {
        if (!names.contains(name))
            gone.push_back(path + "/" + name);
    }
    for (const std::string& missing : gone)
        noteMissing(missing);
    for (const std::string& name : children.names) {
        if (isNodeName(name))
            readNew(path + "/" + name);
    }
    node.stat = children.stat;
    // For ephemeral nodes, semaphores, and locks with an end time.
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
    m_tree.setData(node, data.data);
    node.isRead = true;
    ++m_nodesRead;
    m_onRead(path);
    if (isNew && node.children.empty() && data.stat.numChildren > 0)
        readBelow(path);
}

void NodeReader::noteMissing(const std::string& path)
{
    (void)m_tree.remove(path);
    m_refused.erase(absl::HashOf(path));
    m_onRead(path);
}

void NodeReader::retryRefused()
{
    for (const Task& task : std::exchange(m_again, {})) {
        if (m_tree.find(task.path) != nullptr)
            ask(task.path, task.kind);
    }
}

void NodeReader::noteAllowed(const std::string& path)
{
    if (m_refused.erase(absl::HashOf(path)) != 0 && m_refused.empty())
        m_refusal.reset();
}

/// An ACL may hide a node's data, not its owner.
void NodeReader::noteFailed(const Task& task, const Error& error)
{
    if (error.kind != ErrorClass::NoPermission && error.kind != ErrorClass::TooManyKeys)
        return stop(error);
    if (m_refused.size() < m_limits.nodes && m_refused.insert(absl::HashOf(task.path)).second
        && !m_refusal) {
        m_refusal = error;
        m_refusal->kind = ErrorClass::ServerError; // others come with advice for Redis
    }
    const bool isKnown = m_tree.find(task.path) != nullptr;
    if (isKnown && m_again.size() < kMostAgain)
        m_again.insert(task);
    if (task.kind == Task::Kind::Data)
        ask(task.path, Task::Kind::Stat);
    if (task.kind != Task::Kind::Children || !isKnown)
        return;
    m_tree.add(task.path).isPartial = true;
    m_onRead(task.path);
}

} // namespace lockkeeper::observe
