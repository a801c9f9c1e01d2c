// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/client.h"
#include "tests/simulation/operator.h"

namespace lockkeeper::simulation {

/// Injects the faults of a scenario that come at a time. All of them are over when the scenario's
/// faults end.
class Chaos {
public:
    struct Victims {
        const Referee::Masters& masters;
        const std::vector<std::unique_ptr<Client>>& clients;
        Operator& person;
        std::function<void()> replaceClient; ///< starts another client
    };
    Chaos(World& world, const Scenario& scenario, Victims victims)
        : m_world(world)
        , m_scenario(scenario)
        , m_victims(std::move(victims))
    { }
    void start();

private:
    void inject(const FaultEvent& event);
    void injectIntoMaster(const FaultEvent& event, Random& random);
    void injectIntoClient(const FaultEvent& event, Random& random);
    void stopMaster(Master& master, Random& random);
    void killMaster(Master& master, Fault fault, Random& random);
    void refuse(Master& master, Random& random);
    void occupy(Master& master, Random& random);
    void killClient(Client& client);
    void partition(Client& client, Random& random);
    /// Ends a fault after `delay`, or when all faults end.
    template <class F> void endAfter(TrueTime delay, F task)
    {
        m_world.at(
            std::min(m_world.now() + delay * m_scenario.habits.slowness, m_scenario.faultsEnd()),
            std::move(task));
    }

    World& m_world;
    const Scenario& m_scenario;
    Victims m_victims;
    std::vector<std::chrono::milliseconds> m_clockOffsets; ///< of the masters
};

} // namespace lockkeeper::simulation
