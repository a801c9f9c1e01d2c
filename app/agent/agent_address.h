// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/text/secret.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::agent {

/// The environment variable with the token that an agent wants.
inline constexpr const char* kAgentTokenVariable = "LOCKKEEPER_AGENT_TOKEN";

/// Where a `lockctl serve` listens.
struct AgentAddress {
    std::string url; ///< without a slash at its end
    Secret token{}; ///< empty: none

    /// Parses `http://HOST:PORT` or `https://HOST[:PORT]`. Nothing is encrypted on the way of
    /// `http://`, so its host must be a loopback address or `localhost`: use an SSH tunnel, or a
    /// proxy with TLS. InvalidUrl for anything else. The token comes from the environment;
    /// InvalidArgument if it can't be one.
    [[nodiscard]] static Result<AgentAddress> read(std::string_view url);
};

} // namespace lockkeeper::agent
