// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/look.h"

#include "core/config/masters.h"
#include "core/event_loop.h"
#include "core/lock/token.h"
#include "core/observe/board.h"
#include "core/observe/read_key.h"

#include <system_error>

namespace lockkeeper::release {
namespace {

using Readings = std::vector<Result<observe::KeyReading>>;

Readings readAll(const config::Deployment& deployment, const Resource& resource, const Clock& clock)
{
    EventLoop loop;
    const config::Masters masters(
        loop, deployment, lock::Owner::thisProcess("release").connectionName());
    return loop.await<Readings>([&](auto done) {
        observe::readKeyOnAll(
            masters.transports(), clock, resource.value(), deployment.timeout, std::move(done));
    });
}

// A sweep of one key, so that its votes are added up by the same rules as everywhere.
observe::SweepResult asSweep(const Resource& resource, const Readings& readings)
{
    observe::SweepResult sweep;
    sweep.keys = {resource.value()};
    for (const auto& reading : readings) {
        observe::MasterSweep part;
        part.isComplete = reading.has_value();
        if (reading)
            part.readings = {*reading};
        else
            part.error = reading.error();
        sweep.masters.push_back(std::move(part));
    }
    return sweep;
}

} // namespace

Result<Look> lookAt(const config::Deployment& deployment, const Resource& resource,
    const Clock& clock, const observe::ProcessProbe& processes)
{
    Readings readings;
    try {
        readings = readAll(deployment, resource, clock);
    } catch (const std::system_error& error) {
        return fail(
            ErrorClass::System, std::string("the system has no thread to give: ") + error.what());
    }
    std::vector<MasterId> ids;
    for (const config::MasterConfig& master : deployment.masters)
        ids.push_back(master.id);
    observe::Board board(std::move(ids), observe::builtinFormats(), processes);
    const auto update = board.apply(asSweep(resource, readings), clock.now(), clock.wallNow());

    Look look;
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
