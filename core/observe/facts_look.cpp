// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/facts_look.h"

#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/board/failover.h"
#include "core/observe/facts/facts_watch.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

class FactsLook {
public:
    FactsLook(const config::Deployment& deployment, const Clock& clock)
        : m_deployment(deployment)
        , m_clock(clock)
    { }
    ~FactsLook() { m_loop.stop(); }
    FactsLook(const FactsLook&) = delete;
    FactsLook& operator=(const FactsLook&) = delete;

    std::vector<MasterStatus> run()
    {
        return m_loop.await<std::vector<MasterStatus>>(
            [this](auto done) { m_loop.post([this, done = std::move(done)] { start(done); }); });
    }

private:
    using Done = std::function<void(std::vector<MasterStatus>)>;

    void start(Done done)
    {
        m_done = std::move(done);
        // Clusters and Sentinel groups need several replies to connect.
        m_end = m_clock.now() + 4 * m_deployment.timeout;
        m_masters.emplace(m_loop, m_deployment,
            lock::Owner::thisProcess("lockkeeper").connectionName(), masters::MastersUse::Watch,
            [this] { tickSoon(); });
        for (std::size_t i = 0; i < m_deployment.masters.size(); ++i)
            m_watches.push_back(std::make_unique<FactsWatch>(*m_masters->transports()[i], m_clock,
                FactsWatch::Options{.user = m_deployment.masters[i].url.user,
                    .database = static_cast<std::uint32_t>(m_deployment.masters[i].url.database),
                    .timeout = m_deployment.timeout,
                    .onRead = [this] { tickSoon(); }}));
        tick();
    }

    void tickSoon()
    {
        m_loop.post([this] { tick(); });
    }

    void tick()
    {
        constexpr std::chrono::milliseconds kTick{50};
        if (!m_done)
            return;
        m_loop.cancel(m_timer);
        m_timer = m_loop.schedule(m_clock.now() + kTick, [this] { tick(); });
        bool isOver = true;
        for (std::size_t i = 0; i < m_watches.size(); ++i) {
            m_watches[i]->tick();
            const bool isConnecting
                = m_masters->transports()[i]->status().state == redis::LinkState::Connecting;
            isOver = isOver && !isConnecting && m_watches[i]->isSettled();
        }
        if (!isOver && m_clock.now() < m_end)
            return;
        std::exchange(m_done, {})(statuses());
        m_loop.cancel(m_timer);
    }

    [[nodiscard]] std::vector<MasterStatus> statuses() const
    {
        std::vector<MasterStatus> statuses;
        for (std::size_t i = 0; i < m_watches.size(); ++i) {
            const config::MasterConfig& master = m_deployment.masters[i];
            MasterStatus status;
            status.id = master.id;
            status.url = master.label();
            status.link = m_masters->transports()[i]->status();
            status.facts = m_watches[i]->facts();
            if (master.sentinel)
                status.group = master.sentinel->name;
            statuses.push_back(std::move(status));
        }
        setQuarantines(statuses, m_deployment, m_clock.now());
        return statuses;
    }

    EventLoop m_loop;
    const config::Deployment& m_deployment;
    const Clock& m_clock;
    SteadyTime m_end{};
    Done m_done;
    std::optional<masters::Masters> m_masters;
    std::vector<std::unique_ptr<FactsWatch>> m_watches;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace

std::vector<MasterStatus> lookAtMasters(const config::Deployment& deployment, const Clock& clock)
{
    return FactsLook(deployment, clock).run();
}

} // namespace lockkeeper::observe
