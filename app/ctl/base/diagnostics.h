// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/observe/board/board_update.h"

#include <array>
#include <map>
#include <optional>
#include <utility>

namespace lockkeeper::ctl {

/// Prints each change of masters' failures, restarts, losses and gaps once. Not thread-safe.
class Diagnostics {
public:
    explicit Diagnostics(const config::Deployment& deployment LK_LIFETIME_BOUND)
        : m_deployment(deployment)
    { }

    void show(const observe::BoardUpdate& update);

private:
    using Causes = std::array<std::optional<Error>, 3>;

    void tellState(const observe::MasterStatus& master);
    void tellRefusedSweep(const observe::MasterStatus& master);
    void tellFailover(const observe::MasterStatus& master);
    void tellLoss(const observe::MasterStatus& master);

    const config::Deployment& m_deployment;
    std::map<MasterId, Causes> m_told;
    std::map<MasterId, std::string> m_down;
    std::map<MasterId, std::optional<ErrorClass>> m_sweepErrors;
    std::map<MasterId, std::optional<SteadyTime>> m_restarts;
    std::map<MasterId, std::optional<observe::Loss>> m_losses;
    std::map<MasterId, std::uint64_t> m_failovers;
};

} // namespace lockkeeper::ctl
