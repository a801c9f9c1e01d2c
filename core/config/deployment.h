// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"
#include "core/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace lockkeeper::config {

/// One master of a deployment.
struct MasterConfig {
    MasterId id;
    redis::Url url;
};

/// The masters that together decide a lock, and how they are watched. A plain value.
struct Deployment {
    std::string name;
    std::vector<MasterConfig> masters;
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, while they are few
    std::chrono::milliseconds interval{1000}; ///< between two sweeps, at least
    std::chrono::milliseconds timeout{1000}; ///< per command and master

    /// N/2+1.
    [[nodiscard]] std::size_t quorum() const noexcept { return masters.size() / 2 + 1; }
};

/// Builds a deployment from URLs as given on a command line; masters are named a, b, c ... in that
/// order. On failure: the parser's InvalidUrl or Unsupported, or InvalidArgument when there is no
/// URL or one is given twice.
[[nodiscard]] Result<Deployment> deploymentFromUrls(
    std::string name, const std::vector<std::string>& urls);

/// The id of the index-th master of a deployment built from URLs: a ... z, then m27, m28 ...
[[nodiscard]] MasterId masterIdFor(std::size_t index);

} // namespace lockkeeper::config
