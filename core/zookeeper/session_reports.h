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

// What servers of ZooKeeper say of sessions in answer to the words "cons" and "dump". The text may
// come from anybody and be of any length: it is read by lines, of which only sessions are kept, and
// not more than kMostSessions. Source: ConsCommand, DumpCommand, SessionTrackerImpl, ExpiryQueue
// and LearnerSessionTracker of 3.8. All pure.
namespace lockkeeper::zookeeper {

/// A live ensemble has some tens of thousands at most.
inline constexpr std::size_t kMostSessions = 200'000;

/// Cuts a text that comes in parts into lines. Of a line that is too long only the beginning is
/// kept.
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

/// The connections of one server.
class ConsReport {
public:
    struct Connection {
        std::string address; ///< ip:port
        std::chrono::milliseconds timeout{0}; ///< of the session, as negotiated; 0: not told
        friend bool operator==(const Connection&, const Connection&) = default;
    };

    void feed(std::string_view part)
    {
        m_lines.feed(part, [this](std::string_view line) { take(line); });
    }
    /// By session; connections without one are left out.
    [[nodiscard]] const std::map<std::int64_t, Connection>& connections() const noexcept
    {
        return m_connections;
    }
    /// The server may not answer.
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    /// Everything was read: connections, that of the question among them, and nothing else, and
    /// then an empty line.
    [[nodiscard]] bool isComplete() const noexcept
    {
        return m_isAtEnd && m_hasConnection && !m_hasOther && !m_hasTooMany;
    }

private:
    void take(std::string_view line);

    LineCutter m_lines;
    std::map<std::int64_t, Connection> m_connections;
    bool m_isRefused = false;
    bool m_isAtEnd = false;
    bool m_hasConnection = false;
    bool m_hasOther = false; ///< a line that is of no connection
    bool m_hasTooMany = false;
};

/// The sessions of the ensemble, as one server knows them.
class DumpReport {
public:
    void feed(std::string_view part)
    {
        m_lines.feed(part, [this](std::string_view line) { take(line); });
    }
    [[nodiscard]] bool isRefused() const noexcept { return m_isRefused; }
    /// It is that of the leader, or of the only server: they alone let sessions expire.
    [[nodiscard]] bool isOfLeader() const noexcept { return m_isOfLeader; }
    /// (isOfLeader()) All sessions were read: as many as the server says there are. While a
    /// session is being closed, one is missing.
    [[nodiscard]] bool areSessionsComplete() const noexcept
    {
        return m_isOfLeader && m_hasNodes && m_listed == m_expected && !m_hasTooMany;
    }
    /// Whether it lists the session.
    [[nodiscard]] bool hasSession(std::int64_t session) const
    {
        return m_expiries.contains(session) || m_timeouts.contains(session);
    }
    /// (isOfLeader()) When the session ends unless its client is heard before, to the second, as
    /// known at `now`; nullopt: not told. The time zone of the server's text is found by the fact
    /// that the first session ends soon.
    [[nodiscard]] std::optional<WallTime> expiryOf(std::int64_t session, WallTime now) const;
    /// As negotiated; nullopt: not told. The leader does not tell.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeoutOf(std::int64_t session) const;
    /// True if the server has ephemeral nodes of the session.
    [[nodiscard]] bool hasNodesOf(std::int64_t session) const
    {
        return m_withNodes.contains(session);
    }
    /// ip:port of the session's connection to this server; empty: it has none.
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
    std::map<std::int64_t, WallTime> m_expiries; ///< as if all zones were UTC
    std::map<std::int64_t, std::chrono::milliseconds> m_timeouts;
    std::set<std::int64_t> m_withNodes;
    std::map<std::int64_t, std::string> m_addresses;
    std::optional<WallTime> m_first; ///< the first expiry
    std::optional<WallTime> m_expiry; ///< of the sessions that follow
    bool m_isUtc = false;
    Part m_part = Part::None;
    std::size_t m_expected = 0;
    std::size_t m_listed = 0;
    bool m_isRefused = false;
    bool m_isOfLeader = false;
    bool m_hasNodes = false; ///< the part with nodes has begun, so that the sessions are over
    bool m_hasTooMany = false;
};

/// The host of "ip:port", without the brackets of IPv6.
[[nodiscard]] std::string hostOfAddress(std::string_view address);

/// The number of servers in the data of /zookeeper/config, which an ensemble keeps since 3.5; 0:
/// there is one server, or it is not told.
[[nodiscard]] std::size_t serversInConfig(std::string_view data);

} // namespace lockkeeper::zookeeper
