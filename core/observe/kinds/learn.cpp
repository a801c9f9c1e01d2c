// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/learn.h"

#include "core/files/system_error.h"
#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/board/process_probe.h"
#include "core/observe/formats/lock_name.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/traffic/change_learner.h"
#include "core/observe/watcher.h"
#include "core/redis/fan_out.h"
#include "core/redis/info.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/container/flat_hash_set.h>
#include <algorithm>
#include <map>
#include <system_error>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{10};

std::vector<LearntKind> kindsOf(
    const std::vector<TrafficLearner::Name>& names, const KindList& list, bool isWeak)
{
    struct Sum {
        HeardUse use;
        absl::flat_hash_set<std::uint32_t> clients;
    };
    const KindIndex index(list);
    std::map<const Kind*, Sum> sums;
    for (const TrafficLearner::Name& name : names) {
        const Kind* const kind = index.find(name.name);
        if (kind == nullptr)
            continue;
        Sum& sum = sums[kind];
        sum.use += name.use;
        sum.clients.insert(name.clients.begin(), name.clients.end());
    }
    std::vector<LearntKind> kinds;
    for (const auto& [kind, sum] : sums) {
        const HeardUse& use = sum.use;
        // A code sent one at a time looks like a lock, but its user returns it.
        const bool isOfOwner = use.renewed > 0 || 2 * use.compared >= use.released;
        const bool isProposed = kind->certainty == Certainty::Certain
            || ((isWeak ? isChangedAsLock(use) : isUsedAsLock(use))
                && ((isOfOwner && !isWeak) || nameHint(kind->name) != NameHint::Other));
        if (use.taken + use.renewed > 0 && !kind->name.empty())
            kinds.push_back({*kind, use, sum.clients.size(), isProposed, isWeak});
    }
    return kinds;
}

void sort(std::vector<LearntKind>& kinds)
{
    std::ranges::stable_sort(kinds, [](const LearntKind& a, const LearntKind& b) {
        return std::tuple(b.isProposed, b.use.taken, a.kind.name)
            < std::tuple(a.isProposed, a.use.taken, b.kind.name);
    });
}

class WatchedChanges {
public:
    WatchedChanges(config::Deployment deployment, std::size_t master, const Clock& clock)
        : m_watcher(onlyMaster(std::move(deployment), master), clock, m_processes,
            [this](const BoardUpdate& update) {
                if (update.isComplete)
                    m_learner.start();
            },
            {.onReading = [this](const KeyReading& reading) { m_learner.add(reading); }})
    { }
    [[nodiscard]] const ChangeLearner& stop()
    {
        m_watcher.stop();
        return m_learner;
    }

private:
    static config::Deployment onlyMaster(config::Deployment deployment, std::size_t master)
    {
        deployment.masters = {deployment.masters[master]};
        return deployment;
    }

    ChangeLearner m_learner; ///< on the watcher's thread, until stop()
    LocalProcessProbe m_processes;
    Watcher m_watcher;
};

class Listening {
public:
    Listening(const config::Deployment& deployment, FormatSet formats, const LearnOptions& options,
        const Clock& clock)
        : m_deployment(deployment)
        , m_options(options)
        , m_clock(clock)
        , m_collector(std::move(formats), clock)
        , m_learner(deployment.masters.size(),
              [this](const KeyReading& taken) { m_collector.add(taken); })
        , m_masters(m_loop, deployment, lock::Owner::thisProcess("kinds").connectionName())
        , m_monitors(deployment.masters.size())
    { }

    [[nodiscard]] Learnt run()
    {
        Learnt learnt;
        for (const config::MasterConfig& master : m_deployment.masters)
            learnt.masters.push_back({.master = master.id, .heard = {}});
        const auto told = askLoad();
        for (std::size_t i = 0; i < told.size(); ++i)
            noteLoad(learnt.masters[i], told[i]);
        const SteadyTime start = m_clock.now();
        listen(learnt);
        const auto changed = watchRefused(learnt);
        learnt.took = std::chrono::duration_cast<milliseconds>(m_clock.now() - start);
        const auto names = m_learner.names();
        // Names held all the time were never taken.
        for (const auto* list : {&names, &changed}) {
            for (const TrafficLearner::Name& name : *list)
                m_collector.add({.key = name.name, .type = ValueType::String});
        }
        const KindList list = m_collector.kinds();
        learnt.kinds = kindsOf(names, list, false);
        for (LearntKind& weak : kindsOf(changed, list, true)) {
            const bool isHeard = std::ranges::any_of(learnt.kinds,
                [&](const LearntKind& heard) { return heard.kind.name == weak.kind.name; });
            if (!isHeard)
                learnt.kinds.push_back(std::move(weak));
        }
        sort(learnt.kinds);
        learnt.isCut = learnt.isCut || m_learner.isCut();
        return learnt;
    }

private:
    using Replies = std::vector<Result<redis::Reply>>;

    [[nodiscard]] Replies askLoad()
    {
        return redis::awaitAll<redis::Reply>(m_loop, m_masters.transports(),
            [this](std::size_t, redis::Transport& master, auto handler) {
                master.send({"INFO", "stats"}, m_deployment.timeout, std::move(handler));
            });
    }

    void noteLoad(LearntMaster& master, const Result<redis::Reply>& stats) const
    {
        if (!stats) {
            // A user without INFO may have MONITOR.
            if (!isForbidden(stats.error().kind))
                master.heard.error = stats.error();
            return;
        }
        const auto load = redis::infoField(stats->text, "instantaneous_ops_per_sec");
        master.perSecond = load ? numberIn<std::size_t>(*load) : std::nullopt;
        master.isSpared
            = !m_options.evenIfBusy && master.perSecond.value_or(0) > LearnOptions::kBusy;
    }

    void startMonitor(std::size_t index)
    {
        const redis::Url& url = m_deployment.masters[index].url;
        const auto connect
            = [&](redis::ConnectionOptions options) -> std::unique_ptr<redis::Connection> {
            options.clientName = lock::Owner::thisProcess("kinds").connectionName();
            return m_masters.connectSecond(index, std::move(options));
        };
        m_monitors[index] = std::make_unique<Monitor>(connect,
            Monitor::Options{.user = url.user,
                .timeout = m_deployment.timeout,
                .lines = m_options.lines,
                .onLine = [this, index, database = url.database](
                              const MonitorLine& line) { m_learner.add(index, database, line); }});
    }

    template <class Start, class IsOver, class End>
    void waitFor(Start start, IsOver isOver, End atEnd)
    {
        const SteadyTime end = m_clock.now() + m_options.time;
        std::function<void()> tick;
        (void)m_loop.await<bool>([&](auto done) {
            start();
            tick = [&, done] {
                const bool isEnd
                    = m_clock.now() >= end || (m_options.isCancelled && m_options.isCancelled());
                if (!isEnd && !isOver()) {
                    m_loop.schedule(m_clock.now() + kTick, tick);
                    return;
                }
                atEnd();
                done(true);
            };
            tick();
        });
    }

    void listen(Learnt& learnt)
    {
        waitFor(
            [&] {
                for (std::size_t i = 0; i < learnt.masters.size(); ++i) {
                    if (!learnt.masters[i].heard.error && !learnt.masters[i].isSpared)
                        startMonitor(i);
                }
            },
            [this, latest = m_clock.now(), news = m_learner.news()]() mutable {
                const SteadyTime now = m_clock.now();
                if (std::exchange(news, m_learner.news()) != m_learner.news())
                    latest = now;
                return now - latest > m_options.time / 2
                    || std::ranges::none_of(m_monitors,
                        [](const auto& monitor) { return monitor && !monitor->isOver(); });
            },
            [this] {
                for (const auto& monitor : m_monitors) {
                    if (monitor)
                        monitor->close();
                }
            });
        for (std::size_t i = 0; i < learnt.masters.size(); ++i) {
            if (m_monitors[i])
                learnt.masters[i].heard = m_monitors[i]->outcome();
        }
    }

    [[nodiscard]] std::vector<TrafficLearner::Name> watchRefused(Learnt& learnt)
    {
        std::vector<std::unique_ptr<WatchedChanges>> watched;
        for (std::size_t i = 0; i < learnt.masters.size(); ++i) {
            LearntMaster& master = learnt.masters[i];
            master.isWatched = master.heard.error && m_monitors[i] && m_monitors[i]->isRefused();
            if (master.isWatched)
                watched.push_back(std::make_unique<WatchedChanges>(m_deployment, i, m_clock));
        }
        if (watched.empty())
            return {};
        waitFor([] {}, [] { return false; }, [] {});
        std::vector<TrafficLearner::Name> names;
        for (const auto& one : watched) {
            const ChangeLearner& learner = one->stop();
            const auto changed = learner.names();
            names.insert(names.end(), changed.begin(), changed.end());
            learnt.isCut = learnt.isCut || learner.isCut();
        }
        return names;
    }

    const config::Deployment& m_deployment;
    const LearnOptions& m_options;
    const Clock& m_clock;
    KindCollector m_collector;
    TrafficLearner m_learner;
    EventLoop m_loop;
    masters::Masters m_masters;
    std::vector<std::unique_ptr<Monitor>> m_monitors;
};

} // namespace

Result<Learnt> learnKinds(
    const config::Deployment& deployment, const LearnOptions& options, const Clock& clock)
{
    if (options.time > LearnOptions::kLongest || options.time < LearnOptions::kShortest)
        return fail(ErrorClass::InvalidArgument,
            trNoop("listen for a tenth of a second at least, and for 60 seconds at most", "data"));
    auto formats = FormatSet::of(deployment);
    if (!formats)
        return tl::make_unexpected(formats.error());
    try {
        return Listening(deployment, std::move(*formats), options, clock).run();
    } catch (const std::system_error& error) {
        return noThreadError(error);
    }
}

} // namespace lockkeeper::observe
