// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/diagnostics.h"

#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "core/observe/board/failover.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

namespace lockkeeper::ctl {
void Diagnostics::show(const observe::BoardUpdate& update)
{
    for (const observe::MasterStatus& master : update.masters) {
        tellState(master);
        tellRefusedSweep(master);
        tellFailover(master);
        tellLoss(master);
        // The number of unreadable keys changes constantly.
        Causes causes{master.readError, master.pushError, master.sessionsError};
        if (!master.isSweepComplete || m_told[master.id] == causes)
            continue;
        m_told[master.id] = std::move(causes);
        for (const Error& error : incompletenessErrors(master))
            complainAbout(error, m_deployment);
    }
}

void Diagnostics::tellState(const observe::MasterStatus& master)
{
    if (master.link.isUp()) {
        if (m_down.erase(master.id) != 0)
            complainAbout(masterNotice(master, trNoop("answers again", "data")), m_deployment);
        return;
    }
    if (!master.link.isDown() || !master.link.error)
        return;
    if (std::exchange(m_down[master.id], master.link.error->text) != master.link.error->text)
        complainAbout({master.link.error->kind, master.link.error->text, master.id}, m_deployment);
}

void Diagnostics::tellRefusedSweep(const observe::MasterStatus& master)
{
    if (!master.link.isUp())
        return;
    const auto kind = master.sweepError ? std::optional(master.sweepError->kind) : std::nullopt;
    if (std::exchange(m_sweepErrors[master.id], kind) != kind && kind)
        complainAbout({*kind, master.sweepError->text, master.id}, m_deployment);
}

void Diagnostics::tellFailover(const observe::MasterStatus& master)
{
    const std::uint64_t count = observe::failoverCount(master);
    if (std::exchange(m_failovers[master.id], count) != count)
        complainAbout(failoverNotice(master), m_deployment);
}

void Diagnostics::tellLoss(const observe::MasterStatus& master)
{
    const SteadyTime now = systemClock().now();
    const auto restart = observe::recentRestart(master, now);
    if (std::exchange(m_restarts[master.id], master.link.restartedAt) != master.link.restartedAt
        && restart)
        complainAbout(restartNotice(master, *restart), m_deployment);
    const auto loss = observe::recentLoss(master, now);
    if (std::exchange(m_losses[master.id], master.loss) != master.loss && loss)
        complainAbout(masterNotice(master, words::lossText(*loss, now)), m_deployment);
}

} // namespace lockkeeper::ctl
