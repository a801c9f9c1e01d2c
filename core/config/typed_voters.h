// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/text/secret.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// A voter as a person writes it: an address as for readVoters(), and the login that stood beside
/// it.
struct TypedVoter {
    std::string address{};
    std::string user{};
    Secret password{};

    [[nodiscard]] bool hasLogin() const { return !user.empty() || !password.isEmpty(); }
};

/// Takes apart what was typed or pasted: hosts, hosts with ports, URLs, separated by white space or
/// commas, and lines of redis-cli or valkey-cli. A login in a URL or an option moves into the
/// fields. The addresses are not checked. Pure.
[[nodiscard]] std::vector<TypedVoter> typedVoters(std::string_view text);

/// What typed voters name.
struct NamedMasters {
    struct Problem {
        MasterId id;
        Error error;
    };
    std::vector<MasterConfig> masters{}; ///< those that can be read, with their logins
    std::vector<Problem> problems{}; ///< of the others
};

/// Reads voters, which are named a, b, c ... in that order. An address is
///
/// - a URL as for redis::Url::parse(), or the same without `redis://` or `unix://`,
/// - `sentinel://host[:port],host[:port]/GROUP`: the current master of a Sentinel group; the port
///   is kSentinelPort unless named,
/// - a URL of an ensemble, see isEnsembleUrl(), or
/// - `cluster://host[:port],host[:port]`: a Cluster, by some of its servers;
///
/// `sentinel+tls://` and `cluster+tls://` use TLS.
///
/// Errors: InvalidUrl or Unsupported as Url::parse(); InvalidArgument for one that is given twice,
/// for all after kMostMasters, and for an address that holds a password, which is never repeated.
/// Pure.
[[nodiscard]] NamedMasters readVoters(const std::vector<TypedVoter>& voters);

} // namespace lockkeeper::config
