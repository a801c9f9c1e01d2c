// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/acquisition.h"
#include "core/lock/waiting/waiting_lines.h"
#include "tests/simulation/link.h"
#include "tests/simulation/referee.h"
#include "tests/support/fake_key_watch.h"

namespace lockkeeper::simulation {

/// The parameters that all clients of a run share.
struct Habits {
    std::size_t resources = 1; ///< number of resources they compete for
    bool isFenced = false;
    std::chrono::milliseconds timeout{30};
    /// A silent connection is dropped after this time.
    std::chrono::milliseconds givenUpAfter{500};
    std::chrono::milliseconds longestTtl{600};
};

/// A simulated process that acquires, extends and releases locks with the real code. It runs
/// several sequences of these at a time.
class Client {
public:
    Client(World& world, std::string name, const Habits& habits, const Referee::Masters& masters,
        Referee& referee);

    [[nodiscard]] Process& process() noexcept { return m_process; }
    [[nodiscard]] Link& link(std::size_t master) { return *m_links[master]; }
    /// Starts this many sequences of acquire, extend and release.
    void start(int places);
    /// Acquires no more locks. Held locks are released soon.
    void finish() { m_isFinishing = true; }
    /// True once all sequences have ended.
    [[nodiscard]] bool isIdle() const noexcept { return m_busyPlaces == 0; }
    /// Called when a master has changed these keys. Notifies the waiters of this client, mostly.
    void onChange(std::size_t master, const std::vector<std::string>& keys);

private:
    /// Redlock with tokens from the run's random numbers, so that a seed reproduces them.
    class SeededRedlock;
    using LeasePtr = std::shared_ptr<lock::LeaseState>;

    void takeLater();
    void take();
    void onTaken(const std::string& name, lock::AcquisitionResult result);
    void use(const std::string& name, const LeasePtr& lease, int steps);
    void extend(const std::string& name, const LeasePtr& lease);
    void breakSoon();
    void end(const std::string& name, const LeasePtr& lease);
    [[nodiscard]] lock::AcquireOptions options();
    [[nodiscard]] std::vector<Resource> resources();
    [[nodiscard]] lock::Ttl ttl();

    World& m_world;
    std::string m_name;
    Habits m_habits;
    Referee& m_referee;
    Process m_process;
    std::vector<std::unique_ptr<Link>> m_links;
    tests::FakeKeyWatch m_watch;
    lock::WaitingLines m_lines;
    lock::LockContext m_context;
    lock::Owner m_owner;
    std::unique_ptr<lock::Scheme> m_scheme;
    int m_leases = 0; ///< acquires so far
    int m_busyPlaces = 0;
    bool m_isFinishing = false;
};

} // namespace lockkeeper::simulation
