// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lock_client.h"

#include "core/lock/acquisition.h"
#include "core/lock/client_core.h"
#include "core/lock/lease_state.h"

namespace lockkeeper::lock {

LockClient::LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock)
    : m_core(std::make_shared<ClientCore>(deployment, std::move(owner), clock))
{ }

LockClient::~LockClient() = default;

Result<AcquireOutcome> LockClient::acquire(Resource resource, AcquireOptions options)
{
    auto result = m_core->loop().await<AcquisitionResult>([&](auto handler) {
        lock::acquire(
            m_core->redlock(), m_core->owner(), std::move(resource), options, std::move(handler));
    });
    if (!result)
        return tl::make_unexpected(std::move(result.error()));
    if (auto* contended = std::get_if<Contended>(&*result))
        return AcquireOutcome(std::move(*contended));
    if (auto* noQuorum = std::get_if<NoQuorum>(&*result))
        return AcquireOutcome(std::move(*noQuorum));
    auto& acquired = std::get<Acquired>(*result);
    auto state = std::make_shared<LeaseState>(m_core->redlock(), std::move(acquired.claim),
        Validity{options.ttl, options.driftFactor}, acquired.deadline);
    m_core->loop().post([state, isRenewed = options.isRenewed] { state->start(isRenewed); });
    return AcquireOutcome(Lease(m_core, std::move(state)));
}

} // namespace lockkeeper::lock
