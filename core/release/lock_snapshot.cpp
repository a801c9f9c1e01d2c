// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/lock_snapshot.h"

#include "core/lock/token.h"
#include "core/loop/lifetime.h"
#include "core/observe/board/board.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reader.h"
#include "core/observe/reading/read_refusal.h"
#include "core/observe/waits/wait_watch.h"
#include "core/observe/watcher.h"
#include "core/observe/whois/whois.h"
#include "core/redis/glob.h"
#include "core/release/links.h"
#include "core/release/note_writing.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>

namespace lockkeeper::release {
namespace {

using Readings = std::vector<Result<observe::KeyReading>>;

class Look {
public:
    Look(Links& links, const config::Deployment& deployment, const observe::FormatSet& formats,
        const Clock& clock)
        : m_deployment(deployment)
        , m_formats(formats)
        , m_clock(clock)
        , m_loop(links.loop)
        , m_masters(*links.masters)
    { }

    std::vector<Readings> readAll(const std::vector<Resource>& resources)
    {
        return askOfAll<Readings>(m_loop, resources, [this](const Resource& resource, auto done) {
            observe::readKeyOnAll(m_masters.transports(), m_clock, resource.value(),
                m_deployment.timeout, std::move(done), [this](const observe::KeyReading& reading) {
                    return m_formats.queueOf(reading, m_clock.wallNow());
                });
        });
    }

    std::vector<Expiries> readExpiries(const std::vector<Resource>& resources)
    {
        return askOfAll<Expiries>(m_loop, resources, [this](const Resource& resource, auto done) {
            readExpiryOnAll(
                m_masters.transports(), resource.value(), m_deployment.timeout, std::move(done));
        });
    }

    observe::WaitsPtr askForWaits(const observe::Board& board, const Readings& readings)
    {
        std::optional<observe::WaitWatch> watch;
        std::function<void()> step;
        Lifetime lifetime; // a late answer posts one more step
        bool isDone = false;
        auto waits = m_loop.await<observe::WaitsPtr>([&](auto done) {
            step = [&watch, &isDone, done] {
                if (isDone)
                    return;
                (void)watch->tick();
                isDone = watch->isSettled();
                if (isDone)
                    done(watch->waits());
            };
            observe::WaitWatch::Options options{.timeout = m_deployment.timeout};
            options.database = masters::sharedDatabase(m_deployment);
            options.onAnswer
                = [this, &step, &lifetime] { m_loop.post(lifetime.guard([&step] { step(); })); };
            for (const config::MasterConfig& master : m_deployment.masters)
                options.users.push_back(master.url.user);
            watch.emplace(m_masters, m_clock, std::move(options), board);
            for (std::size_t i = 0; i < readings.size(); ++i) {
                if (readings[i])
                    watch->noteReading(i, *readings[i], m_formats);
            }
            // A look at one lock can't confirm a circle.
            watch->noteReread();
            step();
        });
        m_loop.call([&] {
            lifetime.end();
            watch.reset();
        });
        return waits;
    }

private:
    const config::Deployment& m_deployment;
    const observe::FormatSet& m_formats;
    const Clock& m_clock;
    EventLoop& m_loop;
    const masters::Masters& m_masters;
};

observe::IsConnected connectionsOf(const config::Deployment& deployment, const Resource& resource,
    const Readings& readings, const Clock& clock)
{
    const bool isNamed = std::ranges::any_of(
        readings, [](const auto& reading) { return reading && lock::parseToken(reading->value); });
    if (!isNamed)
        return {};
    auto answer = observe::whois(deployment, resource, {}, clock);
    if (!answer || !answer->connectionName)
        return {};
    return [name = *answer->connectionName, isGone = answer->isConnectionGone](
               const std::string& asked) -> std::optional<bool> {
        return asked == name && isGone ? std::optional(false) : std::nullopt;
    };
}

LockSnapshot snapshotOf(Look& masters, const config::Deployment& deployment,
    const observe::FormatSet& formats, const Resource& resource, Readings readings,
    const NotesSeen& notes, const Clock& clock, const observe::ProcessProbe& processes,
    ReadLockOptions options)
{
    LockSnapshot look;
    observe::NoteBook book;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        if (notes[i])
            book.set(i, resource, notes[i]->note);
    }
    look.note = book.of(resource);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (!readings[i])
            readings[i].error() = observe::explainRefusal(
                readings[i].error(), {deployment.masters[i].url.user, resource.value(), {}, true});
    }
    std::vector<MasterId> ids;
    for (const config::MasterConfig& master : deployment.masters)
        ids.push_back(master.id);
    // So that votes are counted as everywhere.
    observe::Board board(std::move(ids), formats, clock,
        observe::EvidenceRules{.processes = processes,
            .thresholds = deployment.thresholds,
            .isConnected = options.asksForClients
                ? connectionsOf(deployment, resource, readings, clock)
                : observe::IsConnected(),
            .waits = &look.waits,
            .notes = &book});
    board.readAll(resource.value(), readings);
    board.confirm(resource.value());
    const bool hasQueue = std::ranges::any_of(readings, [](const auto& reading) {
        return reading && reading->queue && !reading->queue->elements.empty();
    });
    if (options.asksForWaits || hasQueue)
        look.waits = masters.askForWaits(board, readings);
    const auto update = board.take();

    if (!update.changed.empty())
        look.entry = update.changed.front();
    for (const auto& reading : readings) {
        if (!reading) {
            look.failures.push_back(reading.error());
        } else if (reading->type != observe::ValueType::None && !look.entry && !look.isOtherKey) {
            look.isOtherKey = true;
            look.otherType = reading->type;
            look.otherTtl = reading->ttl;
        }
    }
    return look;
}

Result<std::vector<LockSnapshot>> lookElsewhere(config::Deployment deployment,
    const std::vector<Resource>& resources, const Clock& clock,
    const observe::ProcessProbe& processes)
{
    deployment.patterns.clear();
    for (const Resource& resource : resources)
        deployment.patterns.push_back(redis::literalGlob(resource.value()));
    const observe::BoardUpdate update
        = observe::sweepOnce(deployment, clock, processes, {.least = observe::Certainty::Possible});
    if (update.error)
        return tl::make_unexpected(*update.error);
    LockSnapshot none{.waits = update.waits, .lookedAt = update.asOf};
    for (const observe::MasterStatus& master : update.masters) {
        none.sessionsError = master.sessionsError;
        if (!master.isSweepComplete && master.trouble())
            none.failures.push_back(*master.trouble());
    }
    std::vector<LockSnapshot> looks;
    for (const Resource& resource : resources) {
        looks.push_back(none);
        looks.back().expiries.resize(deployment.masters.size());
        for (const observe::LockEntryPtr& entry : update.changed) {
            if (entry->resource == resource)
                looks.back().entry = entry;
        }
        // A hidden node, or one with too many children, is not free.
        for (const observe::MasterStatus& master : update.masters) {
            if (!looks.back().entry && master.readError && looks.back().failures.empty())
                looks.back().failures.push_back(*master.readError);
        }
    }
    return looks;
}

} // namespace

Result<std::vector<LockSnapshot>> readLocks(Links& links, const config::Deployment& deployment,
    const std::vector<Resource>& resources, const Clock& clock,
    const observe::ProcessProbe& processes, ReadLockOptions options)
{
    if (deployment.otherStore() != nullptr)
        return lookElsewhere(deployment, resources, clock, processes);
    const auto formats = observe::FormatSet::of(deployment);
    if (!formats)
        return tl::make_unexpected(formats.error());
    Look masters(links, deployment, *formats, clock);
    auto expiries
        = masters.readExpiries(options.asksForExpiry ? resources : std::vector<Resource>());
    const auto notes
        = options.asksForNote ? readNotes(links, resources, clock) : std::vector<NotesSeen>();
    auto readings = masters.readAll(resources);
    const SteadyTime now = clock.now();
    std::vector<LockSnapshot> looks;
    for (std::size_t i = 0; i < resources.size(); ++i) {
        looks.push_back(
            snapshotOf(masters, deployment, *formats, resources[i], std::move(readings[i]),
                options.asksForNote ? notes[i] : NotesSeen(), clock, processes, options));
        looks.back().lookedAt = now;
        if (options.asksForExpiry)
            looks.back().expiries = std::move(expiries[i]);
    }
    return looks;
}

Result<LockSnapshot> readLock(const config::Deployment& deployment, const Resource& resource,
    const Clock& clock, const observe::ProcessProbe& processes, ReadLockOptions options)
{
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    if (deployment.otherStore() == nullptr)
        connect(*links, deployment, masters::MastersUse::Watch);
    auto looks = readLocks(*links, deployment, {resource}, clock, processes, options);
    if (!looks)
        return tl::make_unexpected(looks.error());
    return std::move(looks->front());
}

std::chrono::milliseconds seenSince(
    const Plan& plan, const Expiries& expiries, SteadyTime lookedAt, const LockSnapshot& look)
{
    bool isAnother = look.entry && isSetAnew(plan, look.entry->votes);
    for (std::size_t i = 0; i < expiries.size(); ++i) {
        const auto& before = expiries[i];
        const auto& now = look.expiries[i];
        isAnother = isAnother || (before && now && !isSameExpiry(*before, *now));
    }
    return isAnother ? std::chrono::milliseconds(0)
                     : std::chrono::floor<std::chrono::milliseconds>(look.lookedAt - lookedAt);
}

Result<Sight> lookAgain(const config::Deployment& deployment, const Plan& plan,
    const LockSnapshot& first, const Clock& clock, const observe::ProcessProbe& processes)
{
    std::this_thread::sleep_for(first.lookedAt + kSightNeeded - clock.now());
    auto look = readLock(deployment, plan.resource, clock, processes, {.asksForExpiry = true});
    if (!look)
        return tl::make_unexpected(look.error());
    const auto seenFor = seenSince(plan, first.expiries, first.lookedAt, *look);
    return Sight{std::move(*look), seenFor};
}

} // namespace lockkeeper::release
