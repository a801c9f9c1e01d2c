// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/lock_snapshot.h"

#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/loop/lifetime.h"
#include "core/masters/masters.h"
#include "core/observe/board/board.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reader.h"
#include "core/observe/reading/read_refusal.h"
#include "core/observe/waits/wait_watch.h"
#include "core/observe/whois/whois.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>

namespace lockkeeper::release {
namespace {

using Readings = std::vector<Result<observe::KeyReading>>;

/// The masters of one look, and the thread that asks them.
class Look {
public:
    Look(
        const config::Deployment& deployment, const observe::FormatSet& formats, const Clock& clock)
        : m_deployment(deployment)
        , m_formats(formats)
        , m_clock(clock)
        , m_masters(m_loop, deployment, lock::Owner::thisProcess("release").connectionName())
    { }

    Readings readAll(const Resource& resource)
    {
        return m_loop.await<Readings>([&](auto done) {
            observe::readKeyOnAll(m_masters.transports(), m_clock, resource.value(),
                m_deployment.timeout, std::move(done), [this](const observe::KeyReading& reading) {
                    return m_formats.queueOf(reading, m_clock.wallNow());
                });
        });
    }

    Expiries readExpiries(const Resource& resource)
    {
        return m_loop.await<Expiries>([&](auto done) {
            readExpiryOnAll(
                m_masters.transports(), resource.value(), m_deployment.timeout, std::move(done));
        });
    }

    /// Who waits for the locks of a board that was made of these readings.
    observe::WaitsPtr askForWaits(const observe::Board& board, const Readings& readings)
    {
        std::optional<observe::WaitWatch> watch;
        std::function<void()> step;
        Lifetime lifetime; // an answer after the last step posts one more
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
            options.onAnswer
                = [this, &step, &lifetime] { m_loop.post(lifetime.guard([&step] { step(); })); };
            for (const config::MasterConfig& master : m_deployment.masters)
                options.users.push_back(master.url.user);
            watch.emplace(m_masters, m_clock, std::move(options), board);
            for (std::size_t i = 0; i < readings.size(); ++i) {
                if (readings[i])
                    watch->noteReading(i, *readings[i], m_formats);
            }
            // Of one lock no circle can be confirmed.
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
    EventLoop m_loop;
    const masters::Masters m_masters;
};

/// Returns whether an owner is connected, if its connection name is the one in this resource's
/// token.
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

} // namespace

Result<LockSnapshot> readLock(const config::Deployment& deployment, const Resource& resource,
    const Clock& clock, const observe::ProcessProbe& processes, ReadLockOptions options)
{
    const auto formats = observe::FormatSet::of(deployment);
    if (!formats)
        return tl::make_unexpected(formats.error());
    LockSnapshot look;
    std::optional<Look> masters;
    Readings readings;
    try {
        masters.emplace(deployment, *formats, clock);
        if (options.asksForExpiry)
            look.expiries = masters->readExpiries(resource);
        readings = masters->readAll(resource);
        look.lookedAt = clock.now();
    } catch (const std::system_error& error) {
        return fail(ErrorClass::System,
            absl::Substitute(trNoop("the system has no thread to give: $0", "data"), error.what()));
    }
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (!readings[i])
            readings[i].error() = observe::explainRefusal(
                readings[i].error(), {deployment.masters[i].url.user, resource.value(), {}, true});
    }
    std::vector<MasterId> ids;
    for (const config::MasterConfig& master : deployment.masters)
        ids.push_back(master.id);
    // Uses a board, so that votes are counted by the same rules as everywhere.
    observe::Board board(std::move(ids), *formats, clock,
        observe::EvidenceRules{processes, deployment.thresholds, {},
            options.asksForClients ? connectionsOf(deployment, resource, readings, clock)
                                   : observe::IsConnected(),
            {}, &look.waits});
    board.readAll(resource.value(), readings);
    board.confirm(resource.value());
    const bool hasQueue = std::ranges::any_of(readings, [](const auto& reading) {
        return reading && reading->queue && !reading->queue->elements.empty();
    });
    if (options.asksForWaits || hasQueue)
        look.waits = masters->askForWaits(board, readings);
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

Result<Sight> lookAgain(const config::Deployment& deployment, const Plan& plan,
    const LockSnapshot& first, const Clock& clock, const observe::ProcessProbe& processes)
{
    std::this_thread::sleep_for(first.lookedAt + kSightNeeded - clock.now());
    auto look = readLock(deployment, plan.resource, clock, processes, {.asksForExpiry = true});
    if (!look)
        return tl::make_unexpected(look.error());
    bool isAnother = look->entry && isSetAnew(plan, look->entry->votes);
    for (std::size_t i = 0; i < first.expiries.size(); ++i) {
        const auto& before = first.expiries[i];
        const auto& now = look->expiries[i];
        isAnother = isAnother || (before && now && !isSameExpiry(*before, *now));
    }
    const auto seenFor
        = std::chrono::floor<std::chrono::milliseconds>(look->lookedAt - first.lookedAt);
    return Sight{std::move(*look), isAnother ? std::chrono::milliseconds(0) : seenFor};
}

} // namespace lockkeeper::release
