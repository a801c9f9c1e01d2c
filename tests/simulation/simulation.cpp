// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulation.h"

#include "tests/simulation/chaos.h"

namespace lockkeeper::simulation {
namespace {

/// The largest deviation of a master's clock: within what is promised, and beyond.
constexpr std::int64_t kUsualDrift = 4500;
constexpr std::int64_t kUnsafeDrift = 50'000;
/// The stream of random numbers of the first master's clock, and of its other decisions.
constexpr std::uint64_t kMasterClock = 100;
constexpr std::uint64_t kMaster = 200;

/// Compiling the scripts takes as long as hundreds of acquisitions, so all runs share them.
std::shared_ptr<tests::LuaScripts> sharedScripts()
{
    static const auto scripts = std::make_shared<tests::LuaScripts>();
    return scripts;
}

class Simulation {
public:
    Simulation(std::uint64_t seed, const Setup& setup)
        : m_scenario(Scenario::of(seed, setup))
        , m_world(setup.isTelling)
        , m_masters(makeMasters())
        , m_referee(m_world, m_masters, m_scenario)
        , m_operator(m_world, m_requests, m_scenario, m_masters, m_referee)
        , m_chaos(m_world, m_scenario, {m_masters, m_clients, m_operator, [this] { addClient(); }})
    {
        m_world.tell([this] { return describe(); });
        for (std::size_t i = 0; i < m_scenario.clients; ++i)
            addClient();
        m_chaos.start();
    }

    Outcome run()
    {
        if (m_scenario.repeatsUndos()) {
            m_world.runUntil(m_scenario.undoneAt(), m_referee.isOver());
            m_referee.checkUndone();
        }
        m_world.runUntil(m_scenario.calmAt(), m_referee.isOver());
        m_world.calm();
        m_world.runUntil(m_scenario.finishAt(), m_referee.isOver());
        for (const auto& client : m_clients)
            client->finish();
        m_world.runUntil(m_scenario.end(), m_referee.isOver());
        if (!m_referee.isOver())
            checkEnd();
        return {m_referee.acquisitions(), m_world.digest(), m_world.now(), m_referee.breach(),
            m_world.story()};
    }

private:
    [[nodiscard]] Referee::Masters makeMasters()
    {
        Referee::Masters masters;
        for (std::size_t i = 0; i < m_scenario.masters; ++i) {
            Random clock = m_scenario.stream(kMasterClock + i);
            const std::int64_t drift
                = m_scenario.has(Fault::ServerClockDrift) ? kUnsafeDrift : kUsualDrift;
            masters.push_back(std::make_unique<Master>(m_world, m_requests, i,
                LocalClock::ofMachine(clock, drift), m_scenario.stream(kMaster + i),
                sharedScripts(),
                [this](std::size_t master, const Request& request, const auto& changes) {
                    onChange(master, request, changes);
                }));
            if (m_scenario.has(Fault::Promotion))
                masters.back()->keepLog();
        }
        return masters;
    }

    void addClient()
    {
        m_clients.push_back(std::make_unique<Client>(
            m_world, m_requests, m_clients.size(), m_scenario, m_masters, m_referee));
        m_clients.back()->start();
    }

    void onChange(std::size_t master, const Request& request, const Master::Changes& changes)
    {
        m_referee.onChange(master, request, changes);
        for (const auto& client : m_clients) {
            if (client->process().isAlive())
                client->onChange(master, changes);
        }
    }

    void checkEnd()
    {
        for (const auto& client : m_clients) {
            if (client->process().isAlive() && !client->isIdle())
                m_referee.report(
                    Promise::Bounded, "a call of client " + client->name() + " has not returned");
        }
        m_referee.checkEnd();
    }

    [[nodiscard]] std::string describe() const
    {
        std::string text = std::to_string(m_scenario.masters) + " masters, "
            + std::to_string(m_scenario.clients) + " clients, "
            + std::to_string(m_scenario.habits.resources) + " resources"
            + (m_scenario.habits.slowness > 1 ? ", slow" : "") + "; faults:";
        for (std::size_t i = 0; i < kFaults; ++i) {
            if (m_scenario.faults[i])
                text.append(" ").append(nameOf(static_cast<Fault>(i))).append(",");
        }
        if (m_scenario.quarantine != config::RestartQuarantine::Off)
            text += " in quarantine after a restart,";
        return text + (m_scenario.isExclusive ? "" : " so that exclusion is not promised,")
            + " one of " + std::to_string(m_scenario.commandsPerFault) + " commands";
    }

    Scenario m_scenario;
    RequestPool m_requests;
    World m_world;
    Referee::Masters m_masters;
    Referee m_referee;
    std::vector<std::unique_ptr<Client>> m_clients;
    Operator m_operator;
    Chaos m_chaos;
};

} // namespace

Outcome simulate(std::uint64_t seed, const Setup& setup)
{
    return Simulation(seed, setup).run();
}

} // namespace lockkeeper::simulation
