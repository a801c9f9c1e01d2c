// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <string>

namespace lockkeeper::config {

/// What makes two deployments the same: their voters. One line of ASCII per voter, in byte order:
/// `host:port`, `/socket/path`, `sentinel GROUP at host:port,...` or `cluster host:port,...`, with
/// the database if it is not 0. For a sandbox the line `sandbox`: its ports are new in each run.
///
/// Does not depend on names, order, users, passwords or TLS, or on the case of host names. Hosts
/// are not resolved: `localhost` and `127.0.0.1` are two places. A group or Cluster is known by the
/// set of servers that are asked about it, so naming one more Sentinel makes another identity.
[[nodiscard]] std::string identityOf(const Deployment& deployment);

} // namespace lockkeeper::config
