// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <string>

namespace lockkeeper::config {

/// The identity of a deployment: its voters. Two deployments with the same voters are the same. One
/// line of ASCII per voter, in byte order: `host:port`, `/socket/path`, `sentinel GROUP at
/// host:port,...` or `cluster host:port,...`, with the database if it is not 0. For a sandbox the
/// line `sandbox`, because its ports are new in each run.
///
/// Does not depend on names, order, users, passwords or TLS, or on the case of host names. Hosts
/// are not resolved: `localhost` and `127.0.0.1` differ. A group or Cluster is identified by the
/// set of servers that are asked about it, so adding a Sentinel changes the identity.
[[nodiscard]] std::string identityOf(const Deployment& deployment);

/// The place of a server as in identityOf(): `host:port` or `/socket/path`.
[[nodiscard]] std::string placeOf(const redis::Url& url);

} // namespace lockkeeper::config
