// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/masters.h"

namespace lockkeeper::config {

Masters::Masters(EventLoop& loop, const Deployment& deployment, const std::string& clientName)
{
    redis::ConnectionOptions options;
    options.clientName = clientName;
    options.connectTimeout = deployment.timeout;
    for (const MasterConfig& master : deployment.masters) {
        m_connections.push_back(
            std::make_unique<redis::Connection>(loop, master.id, master.url, options));
        m_transports.push_back(m_connections.back().get());
    }
}

} // namespace lockkeeper::config
