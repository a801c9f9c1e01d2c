// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "tests/simulation/link.h"
#include "tests/simulation/referee.h"

namespace lockkeeper::simulation {

/// A person who frees or revokes others' locks, with the commands that core/release plans. (Its
/// execute() has an event loop and a journal of its own, and can't run in virtual time.)
class Operator {
public:
    Operator(World& world, RequestPool& requests, const Scenario& scenario,
        const Referee::Masters& masters, Referee& referee);

    /// Reads the resource on all masters, and then acts on the token that most of them store.
    void act(release::Action action, const std::string& resource);

private:
    struct Reading;
    void onRead(const std::shared_ptr<Reading>& reading);

    World& m_world;
    Referee& m_referee;
    std::chrono::milliseconds m_timeout;
    Process m_process;
    std::vector<std::unique_ptr<Link>> m_links;
};

} // namespace lockkeeper::simulation
