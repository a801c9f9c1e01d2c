// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/token.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <limits>
#include <string>
#include <sys/random.h>
#include <system_error>
#include <unistd.h>

namespace lockkeeper::lock {

namespace {

constexpr std::string_view kPrefix = "lk1:";
constexpr std::size_t kRandomBytes = 20;
constexpr std::size_t kFieldCount = 5;
/// The last millisecond that WallTime can hold.
constexpr std::int64_t kMaxUnixMs
    = std::chrono::floor<std::chrono::milliseconds>(WallTime::max().time_since_epoch()).count();

bool isPlain(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
        || c == '_' || c == '-';
}

void appendEscaped(std::string& out, std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    if (std::ranges::all_of(text, isPlain)) {
        out.append(text);
        return;
    }
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (isPlain(c))
            out.push_back(c);
        else
            out.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]});
    }
}

/// The value of an upper-case hex digit, as percentEscaped() writes them.
std::optional<unsigned> upperHexDigit(char c) noexcept
{
    if (c >= '0' && c <= '9')
        return static_cast<unsigned>(c - '0');
    if (c >= 'A' && c <= 'F')
        return static_cast<unsigned>(c - 'A') + 10U;
    return std::nullopt;
}

/// A decimal number of no sign and no leading zeros, at most `max`.
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
    return text.size() == 2 * kRandomBytes && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

/// Cuts `text` at its colons; nullopt unless there are exactly kFieldCount parts.
std::optional<std::array<std::string_view, kFieldCount>> splitFields(std::string_view text) noexcept
{
    std::array<std::string_view, kFieldCount> fields;
    for (std::size_t i = 0; i + 1 < kFieldCount; ++i) {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        fields[i] = text.substr(0, colon);
        text.remove_prefix(colon + 1);
    }
    if (text.find(':') != std::string_view::npos)
        return std::nullopt;
    fields.back() = text;
    return fields;
}

} // namespace

std::string percentEscaped(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    appendEscaped(out, text);
    return out;
}

std::optional<std::string> percentUnescaped(std::string_view escaped)
{
    std::string out;
    out.reserve(escaped.size());
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        if (isPlain(escaped[i])) {
            out.push_back(escaped[i]);
            continue;
        }
        if (escaped[i] != '%' || i + 2 >= escaped.size())
            return std::nullopt;
        const auto high = upperHexDigit(escaped[i + 1]);
        const auto low = upperHexDigit(escaped[i + 2]);
        if (!high || !low)
            return std::nullopt;
        const auto byte = static_cast<char>(static_cast<unsigned char>(*high << 4U | *low));
        if (isPlain(byte))
            return std::nullopt;
        out.push_back(byte);
        i += 2;
    }
    return out;
}

Owner Owner::thisProcess(std::string app)
{
    std::array<char, 256> host{};
    // The last byte stays NUL: a name that is too long is cut, not left open.
    if (::gethostname(host.data(), host.size() - 1) != 0)
        host.front() = '\0';
    return {.host = host.data(), .pid = ::getpid(), .app = std::move(app)};
}

std::string Owner::connectionName() const
{
    return "lk:" + percentEscaped(app) + ':' + percentEscaped(host) + ':' + std::to_string(pid);
}

Result<Token> makeToken(const Owner& owner, WallTime now)
{
    std::array<unsigned char, kRandomBytes> random{};
    const auto read = ::getrandom(random.data(), random.size(), GRND_NONBLOCK);
    if (read != static_cast<ssize_t>(random.size())) {
        const int reason = read < 0 ? errno : EIO;
        return fail(ErrorClass::System,
            "no random numbers for a lock token: " + std::generic_category().message(reason));
    }

    std::string token;
    token.reserve(160);
    token += kPrefix;
    appendEscaped(token, owner.host);
    token += ':';
    token += std::to_string(std::max<std::int64_t>(owner.pid, 0));
    token += ':';
    appendEscaped(token, owner.app);
    token += ':';
    token += std::to_string(std::max<std::int64_t>(sinceEpoch(now).count(), 0));
    token += ':';
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<char, 2 * kRandomBytes> hex{};
    for (std::size_t i = 0; i < random.size(); ++i) {
        hex[2 * i] = kDigits[random[i] >> 4U];
        hex[2 * i + 1] = kDigits[random[i] & 0xFU];
    }
    token.append(hex.data(), hex.size());
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
    if (!fields)
        return std::nullopt;
    auto host = percentUnescaped((*fields)[0]);
    const auto pid = parseNumber((*fields)[1], std::numeric_limits<std::int64_t>::max());
    auto app = percentUnescaped((*fields)[2]);
    const auto acquired = parseNumber((*fields)[3], kMaxUnixMs);
    if (!host || !pid || !app || !acquired || !isRandomPart((*fields)[4]))
        return std::nullopt;
    return TokenParts{.owner = {.host = std::move(*host), .pid = *pid, .app = std::move(*app)},
        .acquired = WallTime(std::chrono::milliseconds(*acquired)),
        .random = std::string((*fields)[4])};
}

} // namespace lockkeeper::lock
