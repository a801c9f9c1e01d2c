// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

// Parsers of "cons" and "dump", untrusted text of any length, read by lines; or AdminServer's JSON.
// Source: ConsCommand, DumpCommand, SessionTrackerImpl, ExpiryQueue, LearnerSessionTracker,
// admin.Commands of 3.8.
namespace lockkeeper::zookeeper {

/// A live ensemble has some tens of thousands.
inline constexpr std::size_t kMostSessions = 200'000;

/// A GET by HTTP/1.0 of AdminServer's `command` ("connections", "dump"), without a login.
[[nodiscard]] std::string adminRequest(std::string_view host, std::string_view command);

/// Cuts text into lines, up to kLongest bytes.
class LineCutter {
public:
    static constexpr std::size_t kLongest = 1024;

    template <class Each> void feed(std::string_view part, Each each)
    {
        while (!part.empty()) {
            const std::size_t end = part.find('\n');
            const std::string_view piece = part.substr(0, end);
            m_line.append(piece.substr(0, kLongest - m_line.size()));
            if (end == std::string_view::npos)
                return;
            part.remove_prefix(end + 1);
            if (m_line.ends_with('\r'))
                m_line.pop_back();
            each(std::string_view(m_line));
            m_line.clear();
        }
    }

private:
    std::string m_line;
};

/// "cons": a server's connections.
class ConsReport {
public:
    struct Connection {
        std::string address;
        std::chrono::milliseconds timeout{0}; ///< of the session, as negotiated; 0: unknown
        friend bool operator==(const Connection&, const Connection&) = default;
    };

    /// The answer to adminRequest("connections"); nullopt: an error, or not AdminServer's.
    [[nodiscard]] static std::optional<ConsReport> ofAdminServer(std::string_view answer);

    void feed(std::string_view part)
    {
        m_lines.feed(part, [this](std::string_view line) { take(line); });
    }
    [[nodiscard]] const std::map<std::int64_t, Connection>& connections() const noexcept
    {
        return m_connections;
    }
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    /// Has nothing but connections, ours among them, up to the empty line at the end.
    [[nodiscard]] bool isComplete() const noexcept
    {
        return m_isAtEnd && m_hasConnection && !m_hasOther && !m_hasTooMany;
    }

private:
    void take(std::string_view line);
    void add(std::int64_t session, Connection connection);

    LineCutter m_lines;
    std::map<std::int64_t, Connection> m_connections;
    bool m_isRefused = false;
    bool m_isAtEnd = false;
    bool m_hasConnection = false;
    bool m_hasOther = false;
    bool m_hasTooMany = false;
};

/// "dump": the ensemble's sessions, as this server knows them.
class DumpReport {
public:
    /// As above. Its times are of an unknown clock: no expiryOf().
    [[nodiscard]] static std::optional<DumpReport> ofAdminServer(std::string_view answer);

    void feed(std::string_view part)
    {
        m_lines.feed(part, [this](std::string_view line) { take(line); });
    }
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    /// Or of the only server. Only the leader expires sessions.
    [[nodiscard]] bool isOfLeader() const noexcept { return m_isOfLeader; }
    /// (isOfLeader()) As many as the server counts; false while a session closes.
    [[nodiscard]] bool areSessionsComplete() const noexcept
    {
        return m_isOfLeader && m_hasNodes && m_listed == m_expected && !m_hasTooMany;
    }
    [[nodiscard]] bool hasSession(std::int64_t session) const
    {
        return m_expiries.contains(session) || m_timeouts.contains(session);
    }
    /// (isOfLeader()) When a silent client's session ends, in whole seconds; nullopt: unknown. The
    /// server's time zone is inferred: the first session ends soon after `now`.
    [[nodiscard]] std::optional<WallTime> expiryOf(std::int64_t session, WallTime now) const;
    /// The leader does not report it.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeoutOf(std::int64_t session) const;
    [[nodiscard]] bool hasNodesOf(std::int64_t session) const
    {
        return m_withNodes.contains(session);
    }
    /// ip:port on this server, or empty.
    [[nodiscard]] std::string addressOf(std::int64_t session) const;

private:
    enum class Part { None, Expiries, Timeouts, Nodes, Connections };
    void take(std::string_view line);
    [[nodiscard]] bool takeHeading(std::string_view line);
    void takeEntry(std::string_view line);
    [[nodiscard]] bool hasRoom(std::size_t size)
    {
        m_hasTooMany = m_hasTooMany || size >= kMostSessions;
        return !m_hasTooMany;
    }

    LineCutter m_lines;
    std::map<std::int64_t, WallTime> m_expiries; ///< read as if in UTC
    std::map<std::int64_t, std::chrono::milliseconds> m_timeouts;
    std::set<std::int64_t> m_withNodes;
    std::map<std::int64_t, std::string> m_addresses;
    std::optional<WallTime> m_first;
    std::optional<WallTime> m_expiry;
    bool m_isUtc = false;
    Part m_part = Part::None;
    std::size_t m_expected = 0;
    std::size_t m_listed = 0;
    bool m_isRefused = false;
    bool m_isOfLeader = false;
    bool m_hasNodes = false; ///< all sessions are read
    bool m_hasTooMany = false;
};

/// Of "ip:port", without IPv6 brackets.
[[nodiscard]] std::string hostOfAddress(std::string_view address);

/// From the data of /zookeeper/config (since 3.5); 0: one server, or unknown.
[[nodiscard]] std::size_t serversInConfig(std::string_view data);

} // namespace lockkeeper::zookeeper
