// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/node_look.h"

#include "core/config/ensemble.h"
#include "core/lab/experiment.h"
#include "core/lock/node_names.h"

#include <algorithm>

namespace lockkeeper::lab {
namespace {

zookeeper::ClientOptions optionsFor(const std::string& url)
{
    return {
        .servers = config::serversOf(config::voterFromUrl(url).value()), .master = MasterId("a")};
}

} // namespace

NodeLook::NodeLook(EventLoop& loop, const std::string& url, int locks, Handler onQueue)
    : m_locks(locks)
    , m_onQueue(std::move(onQueue))
    , m_client(loop, [&] {
        zookeeper::ClientOptions options = optionsFor(url);
        options.onSession = [this] {
            m_client.addWatch("/", [](const Result<void>&) {});
            for (int lock = 1; lock <= m_locks; ++lock)
                list(lock);
        };
        options.onEvent = [this](const zookeeper::Event& event) {
            for (int lock = 1; lock <= m_locks; ++lock) {
                if (event.path.starts_with(m_queues[static_cast<std::size_t>(lock - 1)].path))
                    list(lock);
            }
        };
        return options;
    }())
{
    for (int lock = 1; lock <= locks; ++lock)
        m_queues.push_back({.path = "/" + resourceOf(lock)});
}

void NodeLook::list(int lock)
{
    Queue& queue = m_queues[static_cast<std::size_t>(lock - 1)];
    m_client.getChildren(queue.path,
        [this, lock, &queue, look = ++queue.looks](
            const Result<std::optional<zookeeper::NodeChildren>>& children) {
            if (!children || look != queue.looks)
                return;
            queue.names
                = lock::placesIn(*children ? (*children)->names : std::vector<std::string>());
            std::erase_if(queue.pids, [&](const auto& known) {
                return std::ranges::find(queue.names, known.first) == queue.names.end();
            });
            for (const std::string& name : queue.names) {
                if (queue.pids.contains(name))
                    continue;
                m_client.getData(queue.path + "/" + name,
                    [this, lock, &queue, name](
                        const Result<std::optional<zookeeper::NodeData>>& data) {
                        if (!data || !*data)
                            return;
                        const auto owner = lock::readPlaceText((*data)->data);
                        queue.pids[name] = owner ? owner->owner.pid : 0;
                        tell(lock);
                    });
            }
            tell(lock);
        });
}

void NodeLook::tell(int lock)
{
    const Queue& queue = m_queues[static_cast<std::size_t>(lock - 1)];
    std::vector<Place> places;
    for (const std::string& name : queue.names) {
        const auto pid = queue.pids.find(name);
        if (pid == queue.pids.end())
            return;
        places.push_back({name, pid->second});
    }
    m_onQueue(lock, places);
}

} // namespace lockkeeper::lab
