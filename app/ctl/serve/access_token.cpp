// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/access_token.h"

#include "app/ctl/base/global_options.h"
#include "core/config/deployments_file.h"
#include "core/files/private_file.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/sha256.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cstdlib>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kShortestToken = 16;
constexpr std::size_t kLongestToken = 512;
constexpr std::string_view kBearer = "bearer ";

std::string hashOf(std::string_view token)
{
    Sha256 hash;
    hash.add(token);
    return hash.takeHex();
}

Result<std::string> tokenInFile(const std::string& file)
{
    auto bytes = readPrivateFile(file, kLongestToken + 2, FileSecrecy::Secret);
    const std::string name = displaySafe(file, 4096);
    if (!bytes)
        return fail(bytes.error().kind,
            absl::Substitute(trNoop("token file $0: $1", "data"), name, bytes.error().text));
    if (!*bytes)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("token file $0: no such file", "data"), name));
    std::string& token = **bytes;
    while (token.ends_with('\n') || token.ends_with('\r'))
        token.pop_back();
    return std::move(token);
}

} // namespace

Result<AccessToken> AccessToken::of(std::string_view token)
{
    if (!std::ranges::all_of(token, isToken68) || token.size() < kShortestToken
        || token.size() > kLongestToken)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the token must have 16 to 512 letters, digits and characters of -._~+/=: make "
                   "one with `openssl rand -hex 32`",
                "data"));
    AccessToken access;
    access.m_hash = hashOf(token);
    return access;
}

Result<AccessToken> AccessToken::read(const std::string& file)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* variable = std::getenv(config::kServeTokenVariable);
    if (file.empty())
        return variable == nullptr ? AccessToken() : of(variable);
    if (variable != nullptr)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("--token-file and $0 both name a token: give one of them", "data"),
                config::kServeTokenVariable));
    const auto token = tokenInFile(file);
    if (!token)
        return tl::make_unexpected(token.error());
    return of(*token);
}

bool AccessToken::allows(std::string_view authorization) const
{
    if (!isNeeded())
        return true;
    if (toAsciiLower(authorization.substr(0, kBearer.size())) != kBearer)
        return false;
    return is(authorization.substr(kBearer.size()));
}

bool AccessToken::is(std::string_view shown) const
{
    // Hashes are compared, and as a whole: how long that takes tells nothing of the token.
    const std::string hash = hashOf(shown);
    unsigned difference = 0;
    for (std::size_t i = 0; i < m_hash.size(); ++i)
        difference |= static_cast<unsigned char>(m_hash[i] ^ hash[i]);
    return difference == 0;
}

} // namespace lockkeeper::ctl
