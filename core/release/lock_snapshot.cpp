// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/lock_snapshot.h"

#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/board/board.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reader.h"
#include "core/observe/reading/read_refusal.h"
#include "core/observe/whois/whois.h"

#include <algorithm>
#include <system_error>

namespace lockkeeper::release {
namespace {

using Readings = std::vector<Result<observe::KeyReading>>;

Readings readAll(const config::Deployment& deployment, const observe::FormatSet& formats,
    const Resource& resource, const Clock& clock)
{
    EventLoop loop;
    const masters::Masters masters(
        loop, deployment, lock::Owner::thisProcess("release").connectionName());
    return loop.await<Readings>([&](auto done) {
        observe::readKeyOnAll(masters.transports(), clock, resource.value(), deployment.timeout,
            std::move(done), [&](const observe::KeyReading& reading) {
                return formats.queueKeyOf(reading, clock.wallNow());
            });
    });
}

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
    Readings readings;
    try {
        readings = readAll(deployment, *formats, resource, clock);
    } catch (const std::system_error& error) {
        return fail(
            ErrorClass::System, std::string("the system has no thread to give: ") + error.what());
    }
    const std::vector<std::string> noPatterns;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (!readings[i])
            readings[i].error() = observe::explainRefusal(readings[i].error(),
                {deployment.masters[i].url.user, resource.value(), noPatterns});
    }
    std::vector<MasterId> ids;
    for (const config::MasterConfig& master : deployment.masters)
        ids.push_back(master.id);
    // Uses a board, so that votes are counted by the same rules as everywhere.
    observe::Board board(std::move(ids), *formats, clock,
        observe::EvidenceRules{processes, deployment.thresholds, {},
            options.asksForClients ? connectionsOf(deployment, resource, readings, clock)
                                   : observe::IsConnected()});
    board.readAll(resource.value(), readings);
    board.confirm(resource.value());
    const auto update = board.take();

    LockSnapshot look;
    if (!update.changed.empty())
        look.entry = update.changed.front();
    for (const auto& reading : readings) {
        if (!reading)
            look.failures.push_back(reading.error());
        else if (reading->type != observe::ValueType::None)
            look.isOtherKey = !look.entry;
    }
    return look;
}

} // namespace lockkeeper::release
