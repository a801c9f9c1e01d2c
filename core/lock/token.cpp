// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/token.h"

#include "core/lock/process_identity.h"
#include "core/text/ascii.h"
#include "core/text/hex.h"
#include "core/text/percent.h"
#include "core/text/random_bytes.h"

#include <absl/container/inlined_vector.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <span>
#include <string>
#include <unistd.h>

namespace lockkeeper::lock {

namespace {

constexpr std::string_view kPrefix = "lk1:";
constexpr std::size_t kRandomBytes = 20;
constexpr std::size_t kFieldsBefore = 4; ///< that every token begins with
constexpr std::size_t kMostFields = 12;
constexpr char kProcessField = 'p';
constexpr std::string_view kMayOutliveProcess = "k"; ///< a whole field: kept
/// The last millisecond that WallTime can represent.
constexpr std::int64_t kMaxUnixMs
    = std::chrono::floor<std::chrono::milliseconds>(WallTime::max().time_since_epoch()).count();

/// Parses a decimal number without sign or leading zeros, at most `max`.
std::optional<std::int64_t> parseNumber(std::string_view digits, std::int64_t max) noexcept
{
    if (digits.empty() || digits.front() < '0' || digits.front() > '9'
        || (digits.size() > 1 && digits.front() == '0'))
        return std::nullopt;
    std::int64_t number = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc{} || stop != end || number > max)
        return std::nullopt;
    return number;
}

bool isRandomPart(std::string_view text) noexcept
{
    return text.size() == 2 * kRandomBytes && isLowerHex(text);
}

using Fields = absl::InlinedVector<std::string_view, kMostFields>;

/// Splits `text` at its colons; nullopt if there are too many.
std::optional<Fields> splitFields(std::string_view text)
{
    Fields fields;
    for (auto colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
        if (fields.size() + 1 == kMostFields)
            return std::nullopt;
        fields.push_back(text.substr(0, colon));
        text.remove_prefix(colon + 1);
    }
    fields.push_back(text);
    return fields;
}

struct NamedFields {
    std::string_view process;
    bool mayOutliveProcess = false;
};

/// The named fields; nullopt if one of them is malformed.
std::optional<NamedFields> readNamed(std::span<const std::string_view> fields) noexcept
{
    NamedFields named;
    for (const std::string_view field : fields) {
        if (field.empty() || !isAsciiLower(field.front()))
            return std::nullopt;
        if (field.front() == kProcessField)
            named.process = field.substr(1);
        named.mayOutliveProcess = named.mayOutliveProcess || field == kMayOutliveProcess;
    }
    return named;
}

} // namespace

Owner Owner::thisProcess(std::string app)
{
    std::array<char, 256> host{};
    // The last byte stays NUL: a name that is too long is truncated, but terminated.
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

    std::string token;
    token.reserve(160);
    token += kPrefix;
    token += percentEncodeField(owner.host);
    token += ':';
    token += std::to_string(std::max<std::int64_t>(owner.pid, 0));
    token += ':';
    token += percentEncodeField(owner.app);
    token += ':';
    token += std::to_string(std::max<std::int64_t>(sinceEpoch(now).count(), 0));
    token += ':';
    if (!owner.process.empty())
        token.append(1, kProcessField).append(percentEncodeField(owner.process)).append(1, ':');
    if (owner.mayOutliveProcess)
        token.append(kMayOutliveProcess).append(1, ':');
    token += hex(*random);
    if (token.size() > kLongestToken)
        return fail(ErrorClass::InvalidArgument,
            "the names of host and application are too long for a token of 4096 bytes");
    return Token(std::move(token));
}

std::optional<TokenParts> parseToken(std::string_view value)
{
    if (!value.starts_with(kPrefix))
        return std::nullopt;
    const auto fields = splitFields(value.substr(kPrefix.size()));
    if (!fields || fields->size() <= kFieldsBefore)
        return std::nullopt;
    const auto named
        = readNamed(std::span(*fields).subspan(kFieldsBefore, fields->size() - kFieldsBefore - 1));
    auto host = percentDecodeField((*fields)[0]);
    const auto pid = parseNumber((*fields)[1], std::numeric_limits<std::int64_t>::max());
    auto app = percentDecodeField((*fields)[2]);
    const auto acquired = parseNumber((*fields)[3], kMaxUnixMs);
    if (!host || !pid || !app || !acquired || !named || !isRandomPart(fields->back()))
        return std::nullopt;
    return TokenParts{.owner = {.host = std::move(*host),
                          .pid = *pid,
                          .app = std::move(*app),
                          .process = std::string(named->process),
                          .mayOutliveProcess = named->mayOutliveProcess},
        .acquired = WallTime(std::chrono::milliseconds(*acquired)),
        .random = std::string(fields->back())};
}

} // namespace lockkeeper::lock
