// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/client_core.h"

namespace lockkeeper::lock {

ClientCore::ClientCore(const config::Deployment& deployment, Owner owner, const Clock& clock)
    : m_masters(m_loop, deployment, owner.connectionName())
    , m_redlock{m_masters.transports(), &m_loop, &clock, deployment.timeout}
    , m_owner(std::move(owner))
{ }

ClientCore::~ClientCore()
{
    m_loop.stop();
}

} // namespace lockkeeper::lock
