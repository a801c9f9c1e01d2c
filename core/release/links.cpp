// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/links.h"

#include "core/files/system_error.h"
#include "core/lock/token.h"

#include <system_error>

namespace lockkeeper::release {

Result<void> start(std::optional<Links>& links)
{
    try {
        links.emplace();
    } catch (const std::system_error& error) {
        return noThreadError(error);
    }
    return {};
}

void connect(Links& links, const config::Deployment& deployment, masters::MastersUse use,
    std::function<void()> onLogin)
{
    links.timeout = deployment.timeout;
    if (const config::Ensemble* const store = deployment.otherStore()) {
        links.other = storeKind(store->scheme)->open(links.loop, deployment, std::move(onLogin));
        return;
    }
    links.masters.emplace(links.loop, deployment,
        lock::Owner::thisProcess("release").connectionName(), use, std::move(onLogin));
}

} // namespace lockkeeper::release
