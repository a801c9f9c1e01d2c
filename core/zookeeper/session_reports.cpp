// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/session_reports.h"

#include "core/text/ascii.h"
#include "core/text/number.h"
#include "core/text/split.h"

#include <absl/strings/str_cat.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

namespace lockkeeper::zookeeper {
namespace {

std::optional<std::int64_t> sessionIn(std::string_view text)
{
    if (!text.starts_with("0x"))
        return std::nullopt;
    text.remove_prefix(2);
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id, 16);
    if (error != std::errc{} || id == 0)
        return std::nullopt;
    return static_cast<std::int64_t>(id);
}

std::string_view behind(std::string_view text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
}

bool isRefusal(std::string_view line)
{
    return line.find(" is not executed because it is not in the whitelist")
        != std::string_view::npos;
}

/// "/10.1.2.3:54510", "web-3/10.1.2.3:54510", "/[::1]:54510".
std::string addressIn(std::string_view text)
{
    constexpr std::size_t kLongest = 100;
    text = text.substr(text.find('/') + 1);
    const bool isAddress = !text.empty() && text.size() <= kLongest
        && text.find_first_not_of("0123456789abcdefABCDEF.:[]%") == std::string_view::npos
        && text.find(':') != std::string_view::npos;
    return isAddress ? std::string(text) : std::string();
}

/// "10.1.2.3:54510", "web-3:54510", "[::1]:54510".
std::string adminAddressIn(const std::string& text)
{
    constexpr std::size_t kLongest = 300;
    const bool isAddress = text.size() <= kLongest && text.find(':') != std::string::npos
        && std::ranges::all_of(text, [](char c) {
               return isAsciiDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                   || std::string_view(".:[]%-_").find(c) != std::string_view::npos;
           });
    return isAddress ? text : std::string();
}

/// "Sun Nov 29 10:58:24 UTC 2026", as if in UTC; `isUtc`: it is.
std::optional<WallTime> dateIn(std::string_view text, bool& isUtc)
{
    constexpr std::array<std::string_view, 12> kMonths{
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto words = split(text, ' ');
    if (words.size() != 6 || words[3].size() != 8)
        return std::nullopt;
    const auto month = std::ranges::find(kMonths, words[1]);
    const auto day = numberIn<unsigned>(words[2]);
    const auto year = numberIn<int>(words[5]);
    const auto hour = digitsAt(words[3], 0, 2);
    const auto minute = digitsAt(words[3], 3, 2);
    const auto second = digitsAt(words[3], 6, 2);
    if (month == kMonths.end() || !day || !year || !hour || !minute || !second || *year < 1970
        || *year > 9999)
        return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(*year),
        std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
        std::chrono::day(*day));
    if (!date.ok())
        return std::nullopt;
    isUtc = words[4] == "UTC" || words[4] == "GMT";
    return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute)
        + std::chrono::seconds(*second);
}

/// Reads an object of AdminServer in little memory. `key`: of the value or its array; `part`: the
/// key in the outermost object.
class AdminReader : public nlohmann::json_sax<nlohmann::json> {
public:
    struct Handlers {
        std::function<void(std::string_view part, std::string_view key, std::int64_t)> onNumber{};
        std::function<void(std::string_view part, std::string_view key, const std::string&)>
            onString{};
        std::function<void(std::string_view part, std::string_view key)> onObjectKey{};
        std::function<void(std::string_view part)> onObjectEnd{};
    };
    AdminReader(std::string_view command, Handlers handlers)
        : m_command(command)
        , m_handlers(std::move(handlers))
    { }

    /// True if the text is this command's answer without an error.
    [[nodiscard]] bool read(std::string_view json)
    {
        return nlohmann::json::sax_parse(json, this) && m_isOfCommand && !m_hasError;
    }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t value) override
    {
        if (m_handlers.onNumber)
            m_handlers.onNumber(m_part, m_key, value);
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return number_integer(static_cast<number_integer_t>(value));
    }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool string(string_t& value) override
    {
        if (m_depth == 1 && m_part == "command")
            m_isOfCommand = value == m_command;
        if (m_depth == 1 && m_part == "error")
            m_hasError = true;
        if (m_depth > 1 && m_handlers.onString)
            m_handlers.onString(m_part, m_key, value);
        return true;
    }
    bool binary(binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*size*/) override { return ++m_depth <= kDeepest; }
    bool key(string_t& value) override
    {
        (m_depth == 1 ? m_part : m_key) = value.substr(0, kLongestKey);
        if (m_depth > 1 && m_handlers.onObjectKey)
            m_handlers.onObjectKey(m_part, m_key);
        return true;
    }
    bool end_object() override
    {
        if (--m_depth > 0 && m_handlers.onObjectEnd)
            m_handlers.onObjectEnd(m_part);
        return true;
    }
    bool start_array(std::size_t /*size*/) override { return m_depth > 0 && ++m_depth <= kDeepest; }
    bool end_array() override
    {
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
        const nlohmann::detail::exception& /*why*/) override
    {
        return false;
    }

private:
    static constexpr int kDeepest = 16;
    static constexpr std::size_t kLongestKey = 64;

    const std::string_view m_command;
    const Handlers m_handlers;
    std::string m_part;
    std::string m_key;
    int m_depth = 0;
    bool m_isOfCommand = false;
    bool m_hasError = false;
};

/// Empty unless its status is 200.
std::string_view httpBody(std::string_view answer)
{
    const std::string_view status = behind(answer.substr(0, 12), "HTTP/1.");
    return status.ends_with(" 200") ? behind(answer, "\r\n\r\n") : std::string_view();
}

} // namespace

std::string adminRequest(std::string_view host, std::string_view command)
{
    return absl::StrCat("GET /commands/", std::string(command),
        " HTTP/1.0\r\nHost: ", std::string(host), "\r\nAccept: application/json\r\n\r\n");
}

std::optional<ConsReport> ConsReport::ofAdminServer(std::string_view answer)
{
    ConsReport report;
    Connection connection;
    std::int64_t session = 0;
    const auto isOfConnection = [](std::string_view part) {
        return part == "connections" || part == "secure_connections";
    };
    AdminReader reader("connections",
        {.onNumber =
                [&](std::string_view part, std::string_view key, std::int64_t value) {
                    if (isOfConnection(part) && key == "session_id")
                        session = value;
                    if (isOfConnection(part) && key == "session_timeout")
                        connection.timeout = std::chrono::milliseconds(
                            std::clamp<std::int64_t>(value, 0, INT32_MAX));
                },
            .onString =
                [&](std::string_view part, std::string_view key, const std::string& value) {
                    if (isOfConnection(part) && key == "remote_socket_address")
                        connection.address = adminAddressIn(value);
                },
            .onObjectEnd =
                [&](std::string_view part) {
                    if (isOfConnection(part) && session != 0)
                        report.add(session, std::move(connection));
                    connection = {};
                    session = 0;
                }});
    if (!reader.read(httpBody(answer)))
        return std::nullopt;
    report.m_isAtEnd = true;
    report.m_hasConnection = true;
    return report;
}

std::optional<DumpReport> DumpReport::ofAdminServer(std::string_view answer)
{
    DumpReport report;
    AdminReader reader("dump",
        {.onNumber =
                [&](std::string_view part, std::string_view /*key*/, std::int64_t value) {
                    if (part == "expiry_time_to_session_ids" && report.hasRoom(report.m_listed)) {
                        ++report.m_listed;
                        report.m_expiries[value] = WallTime::min();
                    }
                },
            .onObjectKey =
                [&](std::string_view part, std::string_view key) {
                    const auto session = numberIn<std::int64_t>(key);
                    if (part == "session_id_to_ephemeral_paths" && session
                        && report.hasRoom(report.m_withNodes.size()))
                        report.m_withNodes.insert(*session);
                }});
    if (!reader.read(httpBody(answer)))
        return std::nullopt;
    // a follower lists none, the leader at least the watcher's
    report.m_isOfLeader = report.m_listed > 0;
    report.m_expected = report.m_listed;
    report.m_hasNodes = true;
    return report;
}

void ConsReport::add(std::int64_t session, Connection connection)
{
    if (m_connections.size() >= kMostSessions)
        m_hasTooMany = true;
    else
        m_connections[session] = std::move(connection);
}

void ConsReport::take(std::string_view line)
{
    m_isAtEnd = line.empty();
    m_isRefused = m_isRefused || isRefusal(line);
    const std::size_t facts = line.find("](queued=");
    const auto session = sessionIn(behind(line, ",sid="));
    m_hasConnection = m_hasConnection || facts != std::string_view::npos;
    m_hasOther = m_hasOther || (facts == std::string_view::npos && !line.empty());
    if (facts == std::string_view::npos || !session)
        return;
    const std::string_view head = line.substr(0, facts);
    const auto timeout = leadingNumber<std::int32_t>(behind(line, ",to="));
    add(*session,
        {.address = addressIn(head.substr(0, head.rfind('['))),
            .timeout = std::chrono::milliseconds(std::max(timeout.value_or(0), 0))});
}

void DumpReport::take(std::string_view line)
{
    m_isRefused = m_isRefused || isRefusal(line);
    if (!takeHeading(line))
        takeEntry(line);
}

bool DumpReport::takeHeading(std::string_view line)
{
    const bool isLocal = line.starts_with("Local ");
    if (const auto count = behind(line, "Session Sets ("); !count.empty()) {
        m_part = isLocal ? Part::None : Part::Expiries;
        if (isLocal)
            return true;
        m_isOfLeader = true;
        m_expected = leadingNumber<std::size_t>(behind(count, ")/(")).value_or(0);
        m_listed = 0;
        return true;
    }
    if (line.starts_with("Global Sessions(") || line.starts_with("Local Sessions(")) {
        m_part = isLocal ? Part::None : Part::Timeouts;
        return true;
    }
    if (line == "ephemeral nodes dump:") {
        m_part = Part::Nodes;
        m_hasNodes = true;
        return true;
    }
    const std::string_view date = behind(line, " expire at ");
    if (date.empty())
        return line.empty();
    if (m_part == Part::Nodes) // this part has no heading
        m_part = Part::Connections;
    if (m_part != Part::Expiries)
        return true;
    m_expiry = dateIn(date.substr(0, date.size() - (date.ends_with(':') ? 1 : 0)), m_isUtc);
    return true;
}

void DumpReport::takeEntry(std::string_view line)
{
    const std::string_view text = trimmed(line);
    switch (m_part) {
    case Part::Expiries:
        if (const auto session = sessionIn(text); session && hasRoom(m_listed)) {
            ++m_listed;
            m_expiries[*session] = m_expiry.value_or(WallTime::min());
            if (m_expiry && (!m_first || *m_expiry < *m_first))
                m_first = m_expiry;
        }
        return;
    case Part::Timeouts:
        if (const auto session = sessionIn(text); session && hasRoom(m_timeouts.size())) {
            const auto timeout = leadingNumber<std::int32_t>(behind(text, "\t"));
            m_timeouts[*session] = std::chrono::milliseconds(std::max(timeout.value_or(0), 0));
        }
        return;
    case Part::Nodes:
        // paths are indented
        if (const auto session = sessionIn(line); session && hasRoom(m_withNodes.size()))
            m_withNodes.insert(*session);
        return;
    case Part::Connections: {
        const std::string_view rest = behind(text, "ip: ");
        const auto session = sessionIn(behind(rest, "sessionId: "));
        if (session && hasRoom(m_addresses.size()))
            m_addresses[*session] = addressIn(rest.substr(0, rest.find(' ')));
        return;
    }
    case Part::None:
        return;
    }
}

std::optional<WallTime> DumpReport::expiryOf(std::int64_t session, WallTime now) const
{
    const auto found = m_expiries.find(session);
    if (found == m_expiries.end() || found->second == WallTime::min() || !m_first)
        return std::nullopt;
    if (m_isUtc)
        return found->second;
    // The first session ends within seconds; zones differ by quarters of an hour.
    constexpr std::chrono::minutes kStep{15};
    const auto ahead = *m_first - now;
    const auto steps = (ahead + (ahead.count() < 0 ? -kStep / 2 : kStep / 2)) / kStep;
    return found->second - steps * kStep;
}

std::optional<std::chrono::milliseconds> DumpReport::timeoutOf(std::int64_t session) const
{
    const auto found = m_timeouts.find(session);
    return found == m_timeouts.end() || found->second.count() == 0 ? std::nullopt
                                                                   : std::optional(found->second);
}

std::string DumpReport::addressOf(std::int64_t session) const
{
    const auto found = m_addresses.find(session);
    return found == m_addresses.end() ? std::string() : found->second;
}

std::string hostOfAddress(std::string_view address)
{
    address = address.substr(0, address.rfind(':'));
    if (address.starts_with('[') && address.ends_with(']'))
        address = address.substr(1, address.size() - 2);
    return std::string(address);
}

std::size_t serversInConfig(std::string_view data)
{
    const auto lines = split(data, '\n');
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [](std::string_view line) { return line.starts_with("server."); }));
}

} // namespace lockkeeper::zookeeper
