// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <string>

namespace lockkeeper::config {

/// Identifies a deployment by its voters, a line each, in byte order: `host:port`, `/socket/path`,
/// `sentinel GROUP at host:port,...` or `cluster host:port,...`, with the database if it is not 0.
/// A sandbox's ports become `sandbox`.
///
/// Ignores names, order, logins, TLS and the case of hosts. Resolves no host. Another Sentinel or
/// seed changes it.
[[nodiscard]] std::string identityOf(const Deployment& deployment);

[[nodiscard]] std::string placeOf(const redis::Url& url);

} // namespace lockkeeper::config
