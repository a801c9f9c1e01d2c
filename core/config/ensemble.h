// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/text/tr_noop.h"

#include <string>
#include <string_view>

// URLs of ensembles: `zk://[user:password@]host[:port][,host[:port]...][/path]` for ZooKeeper, the
// same with `zks://` for TLS and then with the options of `rediss://`. All pure.
namespace lockkeeper::config {

/// Of an ensemble that is named beside others.
inline constexpr const char* kAlone
    = trNoop("an ensemble is a deployment of its own: name all its servers in one URL, and no "
             "other master",
        "data");

/// True if the text begins with a scheme of an ensemble.
[[nodiscard]] LOCKKEEPER_EXPORT bool isEnsembleUrl(std::string_view text);

/// A voter without an id, of a URL of Redis or of an ensemble. InvalidUrl as redis::Url::parse().
[[nodiscard]] LOCKKEEPER_EXPORT Result<MasterConfig> voterFromUrl(std::string_view text);

/// "zookeeper" ...: what people call the store.
[[nodiscard]] LOCKKEEPER_EXPORT std::string storeName(const Ensemble& ensemble);

/// The URL of the ensemble, given that of its first server as one of Redis.
[[nodiscard]] LOCKKEEPER_EXPORT std::string ensembleUrl(
    const Ensemble& ensemble, std::string_view urlOfFirst);

/// Its servers as URLs, with the login and TLS of `master.url`.
[[nodiscard]] LOCKKEEPER_EXPORT std::vector<redis::Url> serversOf(const MasterConfig& master);

} // namespace lockkeeper::config
