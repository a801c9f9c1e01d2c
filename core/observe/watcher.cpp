// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/watcher.h"

#include "core/config/masters.h"
#include "core/event_loop.h"
#include "core/lock/token.h"
#include "core/observe/board.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// How often the masters' states are looked at between sweeps.
constexpr milliseconds kStateInterval{250};

/// At most ten updates a second.
constexpr milliseconds kShortestInterval{100};

/// Everything that watching a deployment takes, on one loop.
class Observation {
public:
    Observation(config::Deployment deployment, const Clock& clock, const ProcessProbe& processes)
        : m_deployment(std::move(deployment))
        , m_clock(clock)
        , m_masters(m_loop, m_deployment, lock::Owner::thisProcess("lockkeeper").connectionName())
        , m_board(masterIds(m_deployment), builtinFormats(), processes)
    { }
    ~Observation() { m_loop.stop(); }
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;

    /// On the loop: sweeps once and hands the update over.
    void sweepThen(std::function<void(BoardUpdate)> done)
    {
        SweepOptions options;
        options.patterns = m_deployment.patterns;
        options.timeout = m_deployment.timeout;
        sweep(m_masters.transports(), m_clock, std::move(options),
            [this, done = std::move(done)](const SweepResult& result) {
                BoardUpdate update = m_board.apply(result, m_clock.now(), m_clock.wallNow());
                m_lastSweep.clear();
                for (const MasterSweep& master : result.masters)
                    m_lastSweep.push_back({master.isComplete, master.error});
                update.masters = masterStatuses();
                done(std::move(update));
            });
    }

    /// On the loop: how the masters stand right now.
    [[nodiscard]] std::vector<MasterStatus> masterStatuses() const
    {
        std::vector<MasterStatus> statuses;
        for (std::size_t i = 0; i < m_deployment.masters.size(); ++i) {
            const config::MasterConfig& master = m_deployment.masters[i];
            MasterStatus status{
                master.id, master.url.redacted(), m_masters.transports()[i]->status()};
            if (i < m_lastSweep.size()) {
                status.isSweepComplete = m_lastSweep[i].isComplete;
                status.sweepError = m_lastSweep[i].error;
            }
            statuses.push_back(std::move(status));
        }
        return statuses;
    }

    [[nodiscard]] EventLoop& loop() noexcept { return m_loop; }
    [[nodiscard]] const config::Deployment& deployment() const noexcept { return m_deployment; }
    [[nodiscard]] const Clock& clock() const noexcept { return m_clock; }

private:
    struct SweepState {
        bool isComplete;
        std::optional<Error> error;
    };

    static std::vector<MasterId> masterIds(const config::Deployment& deployment)
    {
        std::vector<MasterId> ids;
        for (const config::MasterConfig& master : deployment.masters)
            ids.push_back(master.id);
        return ids;
    }

    EventLoop m_loop;
    config::Deployment m_deployment;
    const Clock& m_clock;
    config::Masters m_masters;
    Board m_board;
    std::vector<SweepState> m_lastSweep;
};

} // namespace

struct Watcher::Private {
    Private(config::Deployment deployment, const Clock& clock, const ProcessProbe& processes,
        UpdateHandler handler)
        : observation(std::move(deployment), clock, processes)
        , onUpdate(std::move(handler))
    { }

    void sweepNow()
    {
        if (std::exchange(isSweeping, true)) {
            isSweepWanted = true;
            return;
        }
        EventLoop& loop = observation.loop();
        loop.cancel(sweepTimer);
        const SteadyTime start = observation.clock().now();
        observation.sweepThen([this, &loop, start](const BoardUpdate& update) {
            isSweeping = false;
            latest = update;
            latest.changed.clear();
            latest.gone.clear();
            hasSwept = true;
            onUpdate(update);
            if (std::exchange(isSweepWanted, false))
                return loop.post([this] { sweepNow(); });
            const SteadyTime now = observation.clock().now();
            sweepTimer = loop.schedule(
                now + pauseAfter(update.isComplete ? now - start : SteadyTime::duration::zero()),
                [this] { sweepNow(); });
        });
    }

    /// The interval; longer after a sweep that took long, so that looking never takes more than a
    /// fifth of the masters' time. A sweep that waited for a master in vain took nobody's time.
    [[nodiscard]] SteadyTime::duration pauseAfter(SteadyTime::duration sweep) const
    {
        const SteadyTime::duration interval
            = std::max(observation.deployment().interval, kShortestInterval);
        return std::max(interval, 4 * sweep);
    }

    /// Tells of masters that came or went without waiting for the next sweep to end.
    void watchStates()
    {
        const auto stateOf = [](const MasterStatus& status) { return status.link.state; };
        const auto statuses = observation.masterStatuses();
        if (hasSwept && !std::ranges::equal(statuses, latest.masters, {}, stateOf, stateOf)) {
            latest.masters = statuses;
            latest.asOf = observation.clock().now();
            onUpdate(latest);
        }
        observation.loop().schedule(
            observation.clock().now() + kStateInterval, [this] { watchStates(); });
    }

    Observation observation;
    UpdateHandler onUpdate;
    BoardUpdate latest; ///< without its entries
    Scheduler::TimerId sweepTimer = Scheduler::kNoTimer;
    bool hasSwept = false;
    bool isSweeping = false;
    bool isSweepWanted = false;
};

Watcher::Watcher(config::Deployment deployment, const Clock& clock, const ProcessProbe& processes,
    UpdateHandler onUpdate)
    : m_d(std::make_unique<Private>(std::move(deployment), clock, processes, std::move(onUpdate)))
{
    m_d->observation.loop().post([d = m_d.get()] {
        d->sweepNow();
        d->watchStates();
    });
}

Watcher::~Watcher()
{
    // Nothing may run any more when the members go.
    m_d->observation.loop().stop();
}

void Watcher::refresh()
{
    m_d->observation.loop().post([d = m_d.get()] { d->sweepNow(); });
}

BoardUpdate sweepOnce(
    const config::Deployment& deployment, const Clock& clock, const ProcessProbe& processes)
{
    Observation observation(deployment, clock, processes);
    return observation.loop().await<BoardUpdate>(
        [&](auto done) { observation.sweepThen(std::move(done)); });
}

} // namespace lockkeeper::observe
