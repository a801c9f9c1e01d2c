// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/chaos.h"

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

void Chaos::start()
{
    m_clockOffsets.resize(m_victims.masters.size());
    for (const FaultEvent& event : m_scenario.events)
        m_world.at(event.at, [this, &event] { inject(event); });
}

void Chaos::inject(const FaultEvent& event)
{
    Random random(event.random);
    switch (event.fault) {
    case Fault::MasterStopped:
    case Fault::MasterKilled:
    case Fault::Amnesia:
    case Fault::Promotion:
    case Fault::MasterRefuses:
    case Fault::ScriptsFlushed:
    case Fault::ForeignKey:
    case Fault::ServerClockStep:
        return injectIntoMaster(event, random);
    case Fault::LockRevoked:
    case Fault::LockFreed:
        return m_victims.person.act(
            event.fault == Fault::LockRevoked ? release::Action::Revoke : release::Action::Release,
            "r" + std::to_string(random.index(m_scenario.habits.resources)));
    default:
        injectIntoClient(event, random);
    }
}

void Chaos::injectIntoMaster(const FaultEvent& event, Random& random)
{
    const std::size_t index = random.index(m_victims.masters.size());
    Master& master = *m_victims.masters[index];
    if (!master.isRunning())
        return;
    m_world.tell(
        [&] { return "master " + master.name() + ": " + std::string(nameOf(event.fault)); });
    switch (event.fault) {
    case Fault::MasterStopped:
        return stopMaster(master, random);
    case Fault::MasterRefuses:
        return refuse(master, random);
    case Fault::ScriptsFlushed:
        return master.flushScripts();
    case Fault::ForeignKey:
        return occupy(master, random);
    case Fault::ServerClockStep: {
        // Never far from the truth, so that locks end in time for the calm part of the run.
        const milliseconds offset(random.between(-1000, 1000));
        return master.stepClock(offset - std::exchange(m_clockOffsets[index], offset));
    }
    default:
        killMaster(master, event.fault, random);
    }
}

void Chaos::stopMaster(Master& master, Random& random)
{
    master.stop();
    endAfter(random.between(5ms, 700ms), [this, &master] {
        m_world.tell([&] { return "master " + master.name() + " goes on"; });
        master.goOn();
    });
}

void Chaos::killMaster(Master& master, Fault fault, Random& random)
{
    const TrueTime lag = random.between(0ms, 100ms);
    master.kill();
    for (const auto& client : m_victims.clients)
        client->link(master.index()).breakUp();
    endAfter(random.between(5ms, 700ms), [this, &master, fault, since = m_world.now() - lag] {
        m_world.tell([&] { return "master " + master.name() + " is started"; });
        if (fault == Fault::Amnesia)
            master.forget();
        if (fault == Fault::Promotion)
            master.forgetSince(since);
        fault == Fault::Promotion ? master.replace() : master.start();
    });
}

void Chaos::refuse(Master& master, Random& random)
{
    using Refusal = Master::Refusal;
    constexpr std::array<Refusal, 3> kKinds{
        Refusal::OutOfMemory, Refusal::Misconfigured, Refusal::Loading};
    master.refuse(kKinds[random.index(kKinds.size())]);
    endAfter(random.between(5ms, 300ms), [&master] { master.refuse(Refusal::None); });
}

void Chaos::occupy(Master& master, Random& random)
{
    const std::string key = "r" + std::to_string(random.index(m_scenario.habits.resources));
    if (!master.occupy(key))
        return;
    endAfter(random.between(1ms, 300ms), [&master, key] { master.vacate(key); });
}

void Chaos::injectIntoClient(const FaultEvent& event, Random& random)
{
    Client& client = *m_victims.clients[random.index(m_victims.clients.size())];
    if (!client.process().isAlive())
        return;
    Link& link = client.link(random.index(m_victims.masters.size()));
    m_world.tell(
        [&] { return "client " + client.name() + ": " + std::string(nameOf(event.fault)); });
    switch (event.fault) {
    case Fault::Broken:
        return link.breakUp();
    case Fault::HalfOpen:
        return link.cut();
    case Fault::Partition:
        return partition(client, random);
    case Fault::ClientStopped:
        return client.stopFor(random.between(1ms, 500ms) * m_scenario.habits.slowness);
    case Fault::MachineSuspended:
        for (std::size_t i = 0; i < m_victims.masters.size(); ++i)
            client.link(i).cut();
        return client.stopFor(random.between(500ms, 3000ms) * m_scenario.habits.slowness);
    case Fault::WallClockJump:
        return client.process().jumpWallClock(random.between(-3600s, 3600s));
    case Fault::ClientKilled:
        return killClient(client);
    default:
        break;
    }
}

void Chaos::partition(Client& client, Random& random)
{
    for (std::size_t i = 0; i < m_victims.masters.size(); ++i) {
        Link& link = client.link(i);
        if (!random.isOneIn(2))
            continue;
        link.block(true);
        endAfter(random.between(20ms, 900ms), [&link] { link.block(false); });
    }
}

void Chaos::killClient(Client& client)
{
    client.process().kill();
    m_victims.replaceClient();
}

} // namespace lockkeeper::simulation
