// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/connection_check.h"

#include "core/check/ensemble_check.h"
#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>

namespace lockkeeper::check {

struct ConnectionCheck::Private {
    Private(config::Deployment checked, const Clock& clock, Handlers wanted)
        : deployment(std::move(checked))
        , handlers(std::move(wanted))
        , context{loop, clock, deployment, voters, keys, std::make_shared<redis::TlsContexts>(),
              lock::Owner::thisProcess("lockkeeper").connectionName(), handlers.onStep}
    { }
    ~Private() { loop.stop(); }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    void start()
    {
        missing = deployment.masters.size();
        if (missing == 0)
            return handlers.onFinished({});
        if (deployment.otherStore() != nullptr) {
            ensemble = std::make_unique<EnsembleCheck>(
                context, [this](std::size_t nodes) { handlers.onFinished({.keys = nodes}); });
            return ensemble->start();
        }
        for (std::size_t i = 0; i < deployment.masters.size(); ++i)
            checks.push_back(std::make_unique<MasterCheck>(context, i, [this] { onMasterDone(); }));
        for (const auto& check : checks)
            check->start();
    }

    void onMasterDone()
    {
        if (--missing != 0)
            return;
        const auto isPartial = [](const auto& check) { return check->isSamplePartial(); };
        const auto isSampled = [](const auto& check) { return check->isSampled(); };
        handlers.onFinished({keys.prefixes(kMostPrefixes), keys.keys(),
            std::ranges::any_of(checks, isPartial), std::ranges::any_of(checks, isSampled)});
    }

    EventLoop loop;
    const config::Deployment deployment;
    const Handlers handlers;
    masters::VoterRoll voters;
    PrefixTally keys;
    const CheckContext context;
    std::size_t missing = 0;
    std::vector<std::unique_ptr<MasterCheck>> checks;
    std::unique_ptr<EnsembleCheck> ensemble; ///< in place of them, for another store
};

ConnectionCheck::ConnectionCheck(
    config::Deployment deployment, const Clock& clock, Handlers handlers)
    : m_d(std::make_unique<Private>(std::move(deployment), clock, std::move(handlers)))
{
    m_d->loop.post([d = m_d.get()] { d->start(); });
}

ConnectionCheck::~ConnectionCheck() = default;

} // namespace lockkeeper::check
