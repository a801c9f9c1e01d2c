// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/masters.h"

#include "core/config/checks.h"

namespace lockkeeper::config {

Masters::Masters(
    EventLoop& loop, const Deployment& deployment, const std::string& clientName, MastersUse use)
{
    redis::ConnectionOptions options;
    options.clientName = clientName;
    options.connectTimeout = deployment.timeout;
    options.mustBeMaster = use == MastersUse::Vote;
    const auto voters = std::make_shared<VoterRoll>();
    for (const MasterConfig& master : deployment.masters) {
        options.admission = [voters, id = master.id](const redis::LinkStatus& status) {
            return voters->admit(id, status.runId);
        };
        m_connections.push_back(
            std::make_unique<redis::Connection>(loop, master.id, master.url, options));
        m_transports.push_back(m_connections.back().get());
    }
}

} // namespace lockkeeper::config
