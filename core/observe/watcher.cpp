// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/watcher.h"

#include "core/lock/token.h"
#include "core/masters/masters.h"
#include "core/observe/board/failover.h"
#include "core/observe/board/store_watch.h"
#include "core/observe/facts/facts_watch.h"
#include "core/observe/master_watch.h"
#include "core/observe/waits/wait_watch.h"
#include "core/observe/zookeeper/node_watch.h"
#include "core/redis/glob.h"
#include "core/text/translate.h"

#include <algorithm>
#include <asio/io_context.hpp>
#include <optional>
#include <thread>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

class Observation final : public StoreWatch {
public:
    explicit Observation(StoreWatchInputs inputs)
        : StoreWatch(std::move(inputs), {.notes = &m_notes, .isKeysReadNews = true})
    { }
    ~Observation() override { m_loop.stop(); }
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;

    void refresh() override;

private:
    void connect() override;
    void tick() override;
    void setMasters(BoardUpdate& update) override;

    [[nodiscard]] SweepOptions sweepOptions() const;
    [[nodiscard]] WaitWatch::Options waitOptions();

    std::unique_ptr<MasterWatch> watchMaster(std::size_t index);

    void tickMasters();

    void onLogin();

    void onRead();

    void readExpired();

    void confirmDoubtful();

    void followWaits();

    void followNotes();

    void confirmCircles();

    void finishSweep();

    const std::string m_clientName = lock::Owner::thisProcess("lockkeeper").connectionName();
    /// Created on the loop: logins may come before this constructor ends.
    std::optional<masters::Masters> m_masters;
    NoteBook m_notes;
    std::optional<WaitWatch> m_waitWatch;
    std::vector<std::unique_ptr<FactsWatch>> m_facts;
    std::vector<std::unique_ptr<MasterWatch>> m_watches;
    bool m_wasAnySwept = false;
    bool m_isConfirming = false;
    bool m_isConfirmingCircles = false;
    bool m_isPublishPosted = false;
};

void Observation::connect()
{
    m_masters.emplace(
        m_loop, m_deployment, m_clientName, masters::MastersUse::Watch, [this] { onLogin(); });
    m_waitWatch.emplace(*m_masters, m_clock, waitOptions(), m_board);
    for (std::size_t i = 0; m_formats && i < m_deployment.masters.size(); ++i) {
        m_watches.push_back(watchMaster(i));
        m_facts.push_back(std::make_unique<FactsWatch>(*m_masters->transports()[i], m_clock,
            FactsWatch::Options{.user = m_deployment.masters[i].url.user,
                .database = static_cast<std::uint32_t>(m_deployment.masters[i].url.database),
                .timeout = m_deployment.timeout,
                .onRead = [this] { onRead(); }}));
    }
}

void Observation::refresh()
{
    m_board.republishAll();
    for (const auto& watch : m_watches)
        watch->refresh();
    tick();
}

SweepOptions Observation::sweepOptions() const
{
    SweepOptions options;
    options.patterns = m_deployment.patterns;
    options.timeout = m_deployment.timeout;
    options.commandsPerSecond = m_deployment.thresholds.commandsPerSecond;
    options.maxKeysUnasked /= std::max<std::size_t>(m_deployment.masters.size(), 1);
    return options;
}

WaitWatch::Options Observation::waitOptions()
{
    WaitWatch::Options options{.timeout = m_deployment.timeout,
        .retryRefused = m_options.retryRefused,
        .users = {},
        .database = masters::sharedDatabase(m_deployment),
        .patterns = m_deployment.patterns,
        .onAnswer = {}};
    if (m_lookedAtOnce)
        options.onAnswer = [this] { onRead(); };
    for (const config::MasterConfig& master : m_deployment.masters)
        options.users.push_back(master.url.user);
    return options;
}

std::unique_ptr<MasterWatch> Observation::watchMaster(std::size_t index)
{
    MasterWatchOptions options{.sweep = sweepOptions(),
        .interval = std::max(m_deployment.interval, kTick),
        .resweepInterval = m_deployment.resweepInterval,
        .noPush = {},
        .user = m_deployment.masters[index].url.user,
        .retryRefused = m_options.retryRefused,
        .onReading = [this, index](const KeyReading& reading) {
            m_waitWatch->noteReading(index, reading, *m_formats);
            if (m_options.onReading)
                m_options.onReading(reading);
        }};
    for (const std::string& prefix : redis::trackingPrefixes(m_deployment.patterns)) {
        for (std::string& queue : m_formats->queuePrefixes(prefix))
            options.queuePrefixes.push_back(std::move(queue));
    }
    const bool isCluster = m_masters->cluster(index) != nullptr;
    if (isCluster)
        options.noPush = Error{ErrorClass::Unsupported,
            trNoop("changes are not told by a Cluster: it is looked at now and then", "data"),
            m_deployment.masters[index].id};
    auto watch
        = std::make_unique<MasterWatch>(MasterWatch::Access{m_loop, *m_masters->transports()[index],
                                            m_clock, m_board, m_notes, index},
            std::move(options),
            KeyReader::Queues{.of =
                                  [this](const KeyReading& reading) {
                                      return m_formats->queueOf(reading, m_clock.wallNow());
                                  },
                .lockOf = [this](std::string_view list) { return m_formats->lockOfQueue(list); }},
            [this] { onRead(); });
    if (m_options.isPushWanted && !isCluster) {
        const auto connect = [this, index](redis::ConnectionOptions connection) {
            connection.clientName = m_clientName;
            return m_masters->connectSecond(index, std::move(connection));
        };
        watch->listen(connect);
    }
    return watch;
}

void Observation::tick()
{
    scheduleTick();
    tickMasters();
    readExpired();
    confirmDoubtful();
    followWaits();
    followNotes();
    keepPace(m_clock.now());
    if (m_lookedAtOnce)
        return finishSweep();
    publish(m_clock.now());
}

void Observation::tickMasters()
{
    // First: a sweep would delay the replies that measure the clock.
    for (const auto& facts : m_facts)
        facts->tick();
    for (const auto& watch : m_watches)
        watch->tick();
}

void Observation::onLogin()
{
    m_loop.post([this] {
        tickMasters();
        followWaits();
    });
}

void Observation::onRead()
{
    if (m_lookedAtOnce)
        return m_loop.post([this] { m_lookedAtOnce ? tick() : void(); });
    // Joins all readings of one turn of the loop.
    if (m_options.publishEvery == milliseconds::zero() && !std::exchange(m_isPublishPosted, true)) {
        m_loop.post([this] {
            m_isPublishPosted = false;
            followNotes();
            publish(m_clock.now());
        });
    }
}

void Observation::readExpired()
{
    std::vector<std::vector<std::string>> keys(m_watches.size());
    for (ExpiredVote& expired : m_board.takeExpired())
        keys[expired.master].push_back(std::move(expired.key));
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!keys[i].empty())
            m_watches[i]->touch(std::move(keys[i]));
    }
}

void Observation::confirmDoubtful()
{
    const auto isSettled = [](const auto& watch) { return watch->isSettled(); };
    if (m_isConfirming || !std::ranges::all_of(m_watches, isSettled))
        return;
    auto keys = std::make_shared<std::vector<std::string>>(
        m_board.takeUnconfirmed(MasterWatch::kMostAtOnce));
    if (keys->empty())
        return;
    m_isConfirming = true;
    auto missing = std::make_shared<std::size_t>(m_watches.size());
    for (const auto& watch : m_watches) {
        watch->read(*keys, [this, keys, missing] {
            if (--*missing != 0)
                return;
            bool areKnown = true;
            for (const std::string& key : *keys) {
                const bool isKnown = std::ranges::none_of(
                    m_watches, [&](const auto& one) { return one->isVanishing(key); });
                m_board.confirm(key, isKnown);
                areKnown = areKnown && isKnown;
            }
            m_isConfirming = false;
            onRead();
            // More may follow: after a loss of data all locks are in doubt.
            if (areKnown)
                m_loop.post([this] { confirmDoubtful(); });
        });
    }
}

void Observation::followWaits()
{
    const bool isNews = m_waitWatch->tick();
    confirmCircles();
    if (!isNews)
        return;
    std::set<Resource> concerned = std::exchange(m_waits, m_waitWatch->waits())->resources();
    concerned.merge(m_waits->resources());
    m_board.reassess(0, concerned);
}

void Observation::followNotes()
{
    if (m_notes.isEmpty() && m_notes.areSeen())
        return;
    m_notes.dropEnded(m_clock.now());
    if (const std::set<Resource> changed = m_notes.takeChanged(); !changed.empty())
        m_board.reassess(0, changed);
}

void Observation::confirmCircles()
{
    if (m_isConfirmingCircles || m_waitWatch->doubtful().empty())
        return;
    std::vector<std::string> keys;
    for (const Resource& resource : m_waitWatch->doubtful()) {
        if (keys.size() < MasterWatch::kMostAtOnce)
            keys.push_back(resource.value());
    }
    m_isConfirmingCircles = true;
    auto missing = std::make_shared<std::size_t>(m_watches.size());
    for (const auto& watch : m_watches) {
        watch->read(keys, [this, missing] {
            if (--*missing != 0)
                return;
            m_isConfirmingCircles = false;
            m_waitWatch->noteReread();
            onRead();
        });
    }
}

void Observation::finishSweep()
{
    const auto isSettled = [](const auto& watch) {
        return (watch->isSettled() || watch->sweepError()) && !watch->isReadingNotes();
    };
    const auto areFactsSettled = [](const auto& facts) { return facts->isSettled(); };
    if (m_isConfirming || m_isConfirmingCircles || !m_waitWatch->isSettled()
        || !std::ranges::all_of(m_watches, isSettled)
        || !std::ranges::all_of(m_facts, areFactsSettled))
        return;
    followNotes();
    finishLook();
}

void Observation::setMasters(BoardUpdate& update)
{
    update.masters.reserve(m_watches.size());
    for (std::size_t i = 0; i < m_watches.size(); ++i) {
        const config::MasterConfig& master = m_deployment.masters[i];
        MasterStatus status = m_watches[i]->status();
        status.waitsError = m_waitWatch->error(i);
        status.facts = m_facts[i]->facts();
        status.id = master.id;
        status.url = master.label();
        if (master.sentinel)
            status.group = master.sentinel->name;
        update.isComplete = update.isComplete && status.isSweepComplete;
        m_wasAnySwept = m_wasAnySwept || status.isSweepComplete;
        update.masters.push_back(std::move(status));
    }
    // If a master grows too large later, the others still count.
    if (!m_wasAnySwept && !update.masters.empty()
        && std::ranges::all_of(update.masters, &MasterStatus::hasTooManyKeys))
        update.error = update.masters.back().sweepError;
    setQuarantines(update.masters, m_deployment, m_clock.now());
}

struct OtherStore {
    std::string_view scheme;
    std::unique_ptr<StoreWatch> (*watch)(StoreWatchInputs inputs);
};
constexpr std::array kOtherStores{OtherStore{"zk", watchZooKeeper}};

std::unique_ptr<StoreWatch> watchStore(StoreWatchInputs inputs)
{
    const config::Ensemble* const other = inputs.deployment.otherStore();
    if (other == nullptr)
        return std::make_unique<Observation>(std::move(inputs));
    return std::ranges::find(kOtherStores, other->scheme, &OtherStore::scheme)
        ->watch(std::move(inputs));
}

} // namespace

struct Watcher::Private {
    std::unique_ptr<StoreWatch> watch;
};

Watcher::Watcher(config::Deployment deployment, const Clock& clock, const ProcessProbe& processes,
    UpdateHandler onUpdate, WatchOptions options)
    : m_d(new Private{watchStore(
        {std::move(deployment), clock, processes, std::move(onUpdate), std::move(options)})})
{
    m_d->watch->loop().post([d = m_d.get()] { d->watch->start(); });
}

Watcher::~Watcher()
{
    stop(); // nothing may run while the members are destroyed
}

void Watcher::stop()
{
    m_d->watch->loop().stop();
}

void Watcher::refresh()
{
    m_d->watch->loop().post([d = m_d.get()] { d->watch->refresh(); });
}

struct WatcherGroup::Private {
    asio::io_context context;
    std::vector<std::unique_ptr<StoreWatch>> watches;
    std::thread thread;
};

WatcherGroup::WatcherGroup()
    : m_d(new Private)
{ }

WatcherGroup::~WatcherGroup()
{
    stop();
}

std::size_t WatcherGroup::add(config::Deployment deployment, const Clock& clock,
    const ProcessProbe& processes, UpdateHandler onUpdate, WatchOptions options)
{
    m_d->watches.push_back(watchStore({std::move(deployment), clock, processes, std::move(onUpdate),
        std::move(options), &m_d->context}));
    return m_d->watches.size() - 1;
}

void WatcherGroup::start()
{
    for (const auto& watch : m_d->watches)
        watch->loop().post([watch = watch.get()] { watch->start(); });
    m_d->thread = std::thread([d = m_d.get()] { d->context.run(); });
}

void WatcherGroup::refresh(std::size_t index)
{
    StoreWatch* const watch = m_d->watches[index].get();
    watch->loop().post([watch] { watch->refresh(); });
}

void WatcherGroup::stop()
{
    m_d->context.stop();
    if (m_d->thread.joinable())
        m_d->thread.join();
}

std::uint64_t descriptorsFor(const config::Deployment& deployment) noexcept
{
    std::uint64_t needed = 1; // its timer
    for (const config::MasterConfig& master : deployment.masters)
        needed += 2 + (master.sentinel ? master.sentinel->sentinels.size() : 0)
            + 2 * master.clusterSeeds.size();
    return needed;
}

BoardUpdate sweepOnce(const config::Deployment& deployment, const Clock& clock,
    const ProcessProbe& processes, WatchOptions options)
{
    options.isPushWanted = false;
    const auto watch
        = watchStore({deployment, clock, processes, [](const BoardUpdate&) {}, std::move(options)});
    return watch->loop().await<BoardUpdate>([&](auto done) { watch->sweepOnce(std::move(done)); });
}

} // namespace lockkeeper::observe
