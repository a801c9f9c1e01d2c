// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/secret.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// A voter as a person writes it: an address as for votersFromLines(), and the login that stood
/// beside it.
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

} // namespace lockkeeper::config
