// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/text/secret.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

struct TypedVoter {
    std::string address{};
    std::string user{};
    Secret password{};

    [[nodiscard]] bool hasLogin() const { return !user.empty() || !password.isEmpty(); }
};

/// Splits what a person typed: hosts, ports and URLs between blanks or commas, or command lines of
/// redis-cli or valkey-cli. Moves logins into fields; does not check addresses.
[[nodiscard]] std::vector<TypedVoter> typedVoters(std::string_view text);

struct NamedMasters {
    struct Problem {
        MasterId id;
        Error error;
    };
    std::vector<MasterConfig> masters{};
    std::vector<Problem> problems{};
};

/// Names voters a, b, c ... Accepts URLs of redis::Url::parse(), also without `redis://` or
/// `unix://`; the sentinel and cluster forms of docs/deployments.md, "Connect to masters"; and URLs
/// of ensembles. InvalidUrl or Unsupported as Url::parse(); InvalidArgument for a repeated voter,
/// beyond kMostMasters, or for an address with a password, which it does not repeat.
[[nodiscard]] NamedMasters readVoters(const std::vector<TypedVoter>& voters);

} // namespace lockkeeper::config
