// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/traffic/monitor.h"

#include "core/redis/url_login.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/ascii.h>
#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {

namespace {

constexpr std::size_t kMaxLine = 65536;
constexpr std::size_t kMaxArguments = 1024;
constexpr std::size_t kMaxCommand = 24;

std::optional<std::chrono::microseconds> timeIn(std::string_view text)
{
    const auto seconds = takeNumber<std::int64_t>(text);
    constexpr std::int64_t kLast = std::int64_t{1} << 33U; // in 2242
    if (!seconds || *seconds < 0 || *seconds > kLast || !text.starts_with('.'))
        return std::nullopt;
    const auto rest = numberIn<std::uint32_t>(text.substr(1));
    if (!rest)
        return std::nullopt;
    return std::chrono::seconds(*seconds) + std::chrono::microseconds(*rest);
}

std::optional<char> takeEscape(std::string_view& text)
{
    static constexpr std::string_view kLetters = "\\\"nrtab";
    static constexpr std::string_view kBytes = "\\\"\n\r\t\a\b";
    if (text.empty())
        return std::nullopt;
    const char letter = text.front();
    text.remove_prefix(1);
    if (letter == 'x') {
        const auto byte = hexByte(text);
        text.remove_prefix(std::min<std::size_t>(text.size(), 2));
        return byte;
    }
    const std::size_t index = kLetters.find(letter);
    return index == std::string_view::npos ? std::nullopt : std::optional(kBytes[index]);
}

std::optional<std::string> takeArgument(std::string_view& text)
{
    if (!text.starts_with('"'))
        return std::nullopt;
    text.remove_prefix(1);
    std::string argument;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '"')
            return argument;
        const auto byte = c == '\\' ? takeEscape(text) : std::optional(c);
        if (!byte)
            return std::nullopt;
        argument += *byte;
    }
    return std::nullopt;
}

struct KeyPlaces {
    std::size_t first = 1;
    std::size_t count = 1;
    std::size_t step = 1;

    [[nodiscard]] bool contains(std::size_t index) const noexcept
    {
        return index >= first && (index - first) % step == 0 && (index - first) / step < count;
    }
};

KeyPlaces keyPlaces(const std::string& command, std::size_t arguments)
{
    if (isOneOf(command,
            {"publish", "spublish", "subscribe", "psubscribe", "ssubscribe", "auth", "hello",
                "client", "config", "ping", "echo", "scan", "keys", "select", "script", "acl",
                "command", "cluster", "info", "function", "slowlog", "multi", "exec"}))
        return {1, 0};
    if (isOneOf(command, {"del", "unlink", "exists", "touch", "mget", "watch"}))
        return {1, arguments};
    if (isOneOf(command, {"blpop", "brpop", "bzpopmin", "bzpopmax"}))
        return {1, arguments > 2 ? arguments - 2 : 0};
    if (isOneOf(command, {"mset", "msetnx"}))
        return {1, arguments, 2};
    if (isOneOf(command,
            {"rename", "renamenx", "copy", "smove", "lmove", "blmove", "rpoplpush", "brpoplpush"}))
        return {1, 2};
    if (isOneOf(command, {"object", "memory", "debug"}))
        return {2, 1};
    // Script or digest, then the number of keys.
    if (isScriptCall(command) || isOneOf(command, {"blmpop", "bzmpop"}))
        return {3, arguments};
    return {};
}

/// Options follow the value. XX and IFEQ can't take a free lock.
bool isNotExists(const std::vector<std::string>& arguments)
{
    return std::any_of(arguments.begin() + 3, arguments.end(), [](const std::string& option) {
        return absl::AsciiStrToLower(option.substr(0, 3)) == "nx";
    });
}

KeyUse useBy(const std::string& command, const std::vector<std::string>& arguments)
{
    if (command == "set")
        return arguments.size() > 3 && isNotExists(arguments) ? KeyUse::Tries : KeyUse::Writes;
    if (isOneOf(command, {"eval", "evalsha", "fcall"}))
        return KeyUse::Scripted;
    if (isOneOf(command,
            {"setnx", "msetnx", "hsetnx", "renamenx", "incr", "incrby", "decr", "decrby", "sadd",
                "zadd", "watch"}))
        return KeyUse::Tries;
    if (isOneOf(command,
            {"getset", "getex", "setex", "psetex", "mset", "expire", "pexpire", "expireat",
                "pexpireat", "persist", "hset", "hmset", "hincrby", "append", "setrange"}))
        return KeyUse::Writes;
    return KeyUse::Reads;
}

} // namespace

bool isOneOf(std::string_view command, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, command) != names.end();
}

bool isScriptCall(std::string_view command)
{
    return isOneOf(command, {"eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro"});
}

std::string MonitorLine::command() const
{
    const std::string& name = arguments.front();
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isAsciiDigit(c) || c == '_'
            || c == '.' || c == '-';
    };
    if (name.empty() || name.size() > kMaxCommand || !std::ranges::all_of(name, isPlain))
        return "?";
    return absl::AsciiStrToLower(name);
}

KeyUse MonitorLine::useOf(std::string_view key) const
{
    const std::string name = command();
    const KeyPlaces places = keyPlaces(name, arguments.size());
    for (std::size_t i = places.first; i < arguments.size(); ++i) {
        if (places.contains(i) && arguments[i] == key)
            return useBy(name, arguments);
    }
    return KeyUse::None;
}

std::vector<std::size_t> MonitorLine::valuesBeside(std::string_view key) const
{
    std::vector<std::size_t> values;
    for (std::size_t i = isScriptCall(command()) ? 3 : 1; i < arguments.size(); ++i) {
        if (arguments[i] != key)
            values.push_back(i);
    }
    return values;
}

bool looksLikeMonitorLine(std::string_view text) noexcept
{
    return !text.empty() && isAsciiDigit(text.front());
}

std::optional<MonitorLine> parseMonitorLine(std::string_view text)
{
    if (text.size() > kMaxLine || !looksLikeMonitorLine(text))
        return std::nullopt;
    const std::size_t open = text.find(" [");
    const std::size_t close = text.find("] \"");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open + 2)
        return std::nullopt;
    const auto time = timeIn(text.substr(0, open));
    const std::string_view source = text.substr(open + 2, close - open - 2);
    const std::size_t blank = source.find(' ');
    MonitorLine line;
    const auto database = numberIn<decltype(line.database)>(source.substr(0, blank));
    if (!time || !database || *database < 0 || blank == std::string_view::npos)
        return std::nullopt;
    line.at = *time;
    line.database = *database;
    line.address = source.substr(blank + 1);
    text.remove_prefix(close + 2);
    while (!text.empty()) {
        auto argument = takeArgument(text);
        if (!argument || line.arguments.size() == kMaxArguments)
            return std::nullopt;
        line.arguments.push_back(std::move(*argument));
        if (!text.empty() && !text.starts_with(' '))
            return std::nullopt;
        text.remove_prefix(std::min<std::size_t>(text.size(), 1));
    }
    return line.arguments.empty() ? std::nullopt : std::optional(std::move(line));
}

namespace {

/// No lock has such a long value.
constexpr std::size_t kLongestLine = kMaxLine + 1;

} // namespace

Monitor::Monitor(const Connect& connect, Options options)
    : m_options(std::move(options))
{
    redis::ConnectionOptions connection;
    connection.connectTimeout = m_options.timeout;
    connection.replyLimits.bytes = connection.replyLimits.longestText = 2 * kLongestLine;
    connection.replyLimits.longestStatus = kLongestLine + 1; // and the sign of a status
    // Interruptions are short.
    connection.maxBackoff = connection.refusedBackoff = connection.minBackoff;
    connection.onLogin = [this] { listen(); };
    connection.isPushMessage = [this](const redis::Reply& reply) {
        return m_isListening && reply.type == redis::Reply::Type::Status
            && looksLikeMonitorLine(reply.text);
    };
    connection.onPush = [this](const redis::Reply& reply) { receive(reply.text); };
    m_connection = connect(std::move(connection));
}

Monitor::~Monitor() = default;

void Monitor::close()
{
    if (!m_connection)
        return;
    if (m_isListening && !m_connection->status().isUp())
        ++m_outcome.interruptions; // it did not come back
    if (!m_isListening && !m_outcome.error)
        m_outcome.error = m_connection->status().error.value_or(Error{
            ErrorClass::Timeout, trNoop("no answer to MONITOR", "data"), m_connection->master()});
    m_connection.reset();
}

void Monitor::listen()
{
    m_outcome.interruptions = m_logins++;
    m_connection->send({"MONITOR"}, m_options.timeout, [this](const Result<redis::Reply>& reply) {
        if (reply)
            m_isListening = true;
        else if (m_logins == 1)
            refuse(reply.error());
    });
}

void Monitor::refuse(const Error& error)
{
    m_isRefused = true;
    m_outcome.error = error;
    if (error.kind != ErrorClass::NoPermission)
        return;
    const std::string user = displaySafe(redis::aclUser(m_options.user));
    m_outcome.error->text
        = absl::Substitute(trNoop("what its clients send is not told, as the user lacks +monitor; "
                                  "to grant it: ACL SETUSER $0 +monitor",
                               "data"),
            user);
}

void Monitor::receive(const std::string& text)
{
    if (m_outcome.isFull)
        return;
    m_outcome.isFull = ++m_outcome.lines >= m_options.lines;
    if (const auto line = parseMonitorLine(text))
        m_options.onLine(*line);
}

} // namespace lockkeeper::observe
