// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/acquisition.h"
#include "core/lock/waiting_lines.h"
#include "tests/simulation/checked_scheme.h"
#include "tests/simulation/link.h"
#include "tests/simulation/waiter_watch.h"

namespace lockkeeper::simulation {

/// A simulated process that acquires, extends and releases locks with the real code. It runs
/// several sequences of these at a time.
class Client {
public:
    /// `number`: of the client in its run.
    Client(World& world, RequestPool& requests, std::size_t number, const Scenario& scenario,
        const Referee::Masters& masters, Referee& referee);

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    [[nodiscard]] Process& process() noexcept { return m_process; }
    [[nodiscard]] Link& link(std::size_t master) { return *m_links[master]; }
    /// Starts the sequences of acquire, extend and release.
    void start();
    /// Stops the process. It goes on after `duration`, or when all faults end.
    void stopFor(TrueTime duration);
    /// Acquires no more locks. Held locks are released soon.
    void finish() { m_isFinishing = true; }
    /// True once all sequences have ended and all calls have returned.
    [[nodiscard]] bool isIdle() const noexcept { return m_busyPlaces == 0 && m_openCalls == 0; }
    /// Called when a master has changed these keys. Notifies the waiters of this client, mostly.
    void onChange(std::size_t master, const Master::Changes& changes);

private:
    void takeLater();
    void take();
    void onTaken(const HoldingPtr& holding, bool mustWin, lock::AcquisitionResult result);
    void use(const HoldingPtr& holding, int steps);
    void extend(const HoldingPtr& holding);
    void end(const HoldingPtr& holding);
    /// Lets a fault happen while the next commands are on their way, sometimes.
    void strikeSoon();
    [[nodiscard]] lock::AcquireOptions options();
    void chooseRareOptions(lock::AcquireOptions& options);
    [[nodiscard]] std::vector<Resource> resources();
    [[nodiscard]] lock::Ttl ttl();
    /// Notes a call. The function that it returns is called when the call returns, which must be
    /// within `limit` of the process' running time, and some.
    [[nodiscard]] std::function<void()> call(
        const HoldingPtr& holding, const char* what, std::chrono::milliseconds limit);

    World& m_world;
    const Scenario& m_scenario;
    std::string m_name;
    Random m_random;
    Referee& m_referee;
    Process m_process;
    std::vector<std::unique_ptr<Link>> m_links;
    WaiterWatch m_watch;
    lock::WaitingLines m_lines;
    masters::Quarantine m_quarantine;
    lock::LockContext m_context;
    lock::Owner m_owner;
    CheckedScheme m_scheme;
    int m_leases = 0; ///< acquires so far
    int m_busyPlaces = 0;
    int m_openCalls = 0;
    bool m_isFinishing = false;
};

} // namespace lockkeeper::simulation
