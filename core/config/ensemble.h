// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/text/tr_noop.h"

#include <string>
#include <string_view>

// URLs of ensembles: `zk://[user:password@]host[:port][,host[:port]...][/path]`, for ZooKeeper;
// `zks://` for TLS, with options as `rediss://`.
namespace lockkeeper::config {

inline constexpr const char* kAlone
    = trNoop("an ensemble is a deployment of its own: name all its servers in one URL, and no "
             "other master",
        "data");

[[nodiscard]] LOCKKEEPER_EXPORT bool isEnsembleUrl(std::string_view text);

/// `server`: host[:port]; an IPv6 address is in brackets.
[[nodiscard]] bool namesItsPort(std::string_view server);

/// Without id. InvalidUrl as redis::Url::parse().
[[nodiscard]] LOCKKEEPER_EXPORT Result<MasterConfig> voterFromUrl(std::string_view text);

[[nodiscard]] LOCKKEEPER_EXPORT std::string storeName(const Ensemble& ensemble);

[[nodiscard]] LOCKKEEPER_EXPORT std::string ensembleUrl(
    const Ensemble& ensemble, std::string_view urlOfFirst);

/// With login and TLS of `master.url`.
[[nodiscard]] LOCKKEEPER_EXPORT std::vector<redis::Url> serversOf(const MasterConfig& master);

/// Of AdminServer; 0: not asked.
[[nodiscard]] LOCKKEEPER_EXPORT std::uint16_t adminPortOf(const MasterConfig& master);

} // namespace lockkeeper::config
