// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/token.h"

#include "core/lock/lk1_text.h"
#include "core/lock/process_identity.h"
#include "core/text/hex.h"
#include "core/text/percent.h"
#include "core/text/random_bytes.h"
#include "core/text/translate.h"

#include <absl/strings/str_cat.h>
#include <array>
#include <span>
#include <string>
#include <unistd.h>

namespace lockkeeper::lock {

namespace {

constexpr std::string_view kPrefix = "lk1:";
constexpr std::size_t kRandomBytes = 20;

bool isRandomPart(std::string_view text) noexcept
{
    return text.size() == 2 * kRandomBytes && isLowerHex(text);
}

} // namespace

Owner Owner::thisProcess(std::string app)
{
    std::array<char, 256> host{};
    // Keeps a final NUL if the name is cut.
    if (::gethostname(host.data(), host.size() - 1) != 0)
        host.front() = '\0';
    return {.host = host.data(),
        .pid = ::getpid(),
        .app = std::move(app),
        .process = processIdentity(::getpid())};
}

std::string Owner::connectionName() const
{
    return "lk:" + percentEncodeField(app) + ':' + percentEncodeField(host) + ':'
        + std::to_string(pid);
}

Result<Token> makeToken(const Owner& owner, WallTime now)
{
    const auto random = randomBytes(kRandomBytes);
    if (!random)
        return tl::make_unexpected(random.error());

    // Each lease keeps its token: no spare byte.
    std::string token
        = absl::StrCat(std::string(kPrefix), lk1OwnerFields(owner, now), hex(*random));
    if (token.size() > kLongestToken)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the names of host and application are too long for a token of 4096 bytes",
                "data"));
    return Token(std::move(token));
}

std::optional<TokenParts> parseToken(std::string_view value)
{
    if (!value.starts_with(kPrefix))
        return std::nullopt;
    const auto fields = splitLk1Fields(value.substr(kPrefix.size()));
    if (!fields || fields->size() <= kLk1OwnerFields || !isRandomPart(fields->back()))
        return std::nullopt;
    const std::span all(*fields);
    auto owner = readLk1Owner(all.first<kLk1OwnerFields>(),
        all.subspan(kLk1OwnerFields, all.size() - kLk1OwnerFields - 1));
    if (!owner)
        return std::nullopt;
    return TokenParts{.owner = std::move(owner->owner),
        .acquired = owner->time,
        .random = std::string(fields->back())};
}

} // namespace lockkeeper::lock
