// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <string>

namespace lockkeeper::config {

/// Identifies a deployment by its voters, a line each, in byte order: `host:port`, `/socket/path`,
/// `sentinel GROUP at host:port,...`, `cluster host:port,...` or `zk host:port,.../path`, with the
/// database if not 0. A sandbox is `sandbox`.
///
/// Ignores names, order, logins, TLS and hosts' case. Resolves nothing. Another Sentinel or seed
/// changes it.
[[nodiscard]] std::string identityOf(const Deployment& deployment);

[[nodiscard]] std::string placeOf(const redis::Url& url);

} // namespace lockkeeper::config
