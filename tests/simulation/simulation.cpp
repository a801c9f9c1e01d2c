// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulation.h"

#include "tests/simulation/client.h"

#include <algorithm>
#include <array>

namespace lockkeeper::simulation {
namespace {

using namespace std::chrono_literals;

constexpr TrueTime kFaultsEnd = 8s;
/// The time without faults at the end, in which everything that is under way must finish.
constexpr TrueTime kQuiet = 3s;
constexpr TrueTime kLook = 5ms;

class Simulation {
public:
    Simulation(std::uint64_t seed, const Setup& setup)
        : m_world(seed, setup.isTelling)
        , m_referee(m_world, m_masters)
    {
        Random& random = m_world.random();
        constexpr std::array<std::size_t, 6> kMasters{1, 1, 3, 3, 3, 5};
        const std::size_t masters = kMasters[static_cast<std::size_t>(random.between(0, 5))];
        for (std::size_t i = 0; i < masters; ++i)
            m_masters.push_back(
                std::make_unique<Master>(m_world, i, LocalClock::ofMachine(random, 4500),
                    [this](std::size_t master, const auto& keys) { onChange(master, keys); }));
        for (const auto& master : m_masters)
            master->setShortens(setup.doMastersShorten);
        m_habits.resources = static_cast<std::size_t>(random.between(1, 2));
        m_habits.isFenced = random.isOneIn(3);
        m_habits.timeout = std::chrono::milliseconds(random.between(10, 60));
        m_habits.givenUpAfter = std::chrono::milliseconds(random.between(50, 1000));
        m_faultPause = random.between(10ms, 300ms);
    }

    Outcome run()
    {
        const auto clients = m_world.random().between(2, 3);
        for (std::int64_t i = 0; i < clients; ++i)
            addClient();
        faultLater();
        lookLater();
        const auto isOver = [this] { return m_referee.breach().has_value(); };
        m_world.runUntil(kFaultsEnd, isOver);
        if (!isOver()) {
            calm();
            m_world.runUntil(kFaultsEnd + kQuiet, isOver);
        }
        if (!isOver())
            checkEnd();
        return {m_referee.acquisitions(), m_referee.breach(), m_world.story()};
    }

private:
    void addClient()
    {
        const std::string name(1, static_cast<char>('A' + m_clients.size() % 26));
        m_clients.push_back(
            std::make_unique<Client>(m_world, name, m_habits, m_masters, m_referee));
        m_clients.back()->start(static_cast<int>(m_world.random().between(1, 2)));
    }

    void onChange(std::size_t master, const std::vector<std::string>& keys)
    {
        m_referee.onChange(keys);
        for (const auto& client : m_clients) {
            if (client->process().isAlive())
                client->onChange(master, keys);
        }
    }

    void lookLater()
    {
        m_world.after(kLook, [this] {
            m_referee.look();
            lookLater();
        });
    }

    void faultLater()
    {
        m_world.after(m_world.random().between(1ms, 2 * m_faultPause), [this] {
            if (m_world.now() >= kFaultsEnd)
                return;
            fault();
            faultLater();
        });
    }

    void fault()
    {
        switch (m_world.random().between(0, 9)) {
        case 0:
            return stopMaster();
        case 1:
            return killMaster();
        case 2:
            return stopClient();
        case 3:
            return m_world.random().isOneIn(3) ? killClient() : stopClient();
        case 4:
        case 5:
            return anyClient().link(anyIndex(m_masters.size())).cut();
        default:
            return anyClient().link(anyIndex(m_masters.size())).breakUp();
        }
    }

    void stopMaster()
    {
        Master& master = *m_masters[anyIndex(m_masters.size())];
        if (!master.isRunning())
            return;
        m_world.tell([&] { return nameOf(master) + " is stopped"; });
        master.stop();
        m_world.after(m_world.random().between(5ms, 700ms), [this, &master] {
            m_world.tell([&] { return nameOf(master) + " goes on"; });
            master.goOn();
        });
    }

    void killMaster()
    {
        Master& master = *m_masters[anyIndex(m_masters.size())];
        if (!master.isRunning())
            return;
        m_world.tell([&] { return nameOf(master) + " is killed"; });
        master.kill();
        for (const auto& client : m_clients)
            client->link(master.index()).breakUp();
        m_world.after(m_world.random().between(5ms, 700ms), [this, &master] {
            m_world.tell([&] { return nameOf(master) + " is started"; });
            master.start();
        });
    }

    void stopClient()
    {
        Process& process = anyClient().process();
        if (!process.isAlive() || process.isStopped())
            return;
        process.stop();
        m_world.after(m_world.random().between(1ms, 500ms), [&process] { process.goOn(); });
    }

    void killClient()
    {
        Process& process = anyClient().process();
        if (!process.isAlive())
            return;
        process.kill();
        addClient();
    }

    void calm()
    {
        for (const auto& client : m_clients)
            client->finish();
    }

    void checkEnd()
    {
        for (const auto& client : m_clients) {
            if (client->process().isAlive() && !client->isIdle())
                m_referee.report("an acquire has not returned");
        }
        for (const auto& master : m_masters) {
            if (master->hasForEver("r0") || master->hasForEver("r1"))
                m_referee.report("a lock without a TTL is left on " + nameOf(*master));
        }
    }

    [[nodiscard]] Client& anyClient() { return *m_clients[anyIndex(m_clients.size())]; }
    [[nodiscard]] std::size_t anyIndex(std::size_t size)
    {
        return static_cast<std::size_t>(
            m_world.random().between(0, static_cast<std::int64_t>(size) - 1));
    }
    static std::string nameOf(const Master& master)
    {
        return std::string("master ") + static_cast<char>('a' + master.index());
    }

    World m_world;
    Referee::Masters m_masters;
    Referee m_referee;
    Habits m_habits;
    TrueTime m_faultPause{};
    std::vector<std::unique_ptr<Client>> m_clients;
};

} // namespace

Outcome simulate(std::uint64_t seed, const Setup& setup)
{
    return Simulation(seed, setup).run();
}

} // namespace lockkeeper::simulation
