// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zookeeper/session_reports.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::session_reports_test {

using namespace zookeeper;

namespace {

/// What ZooKeeper 3.8 has written.
constexpr std::string_view kCons
    = " /127.0.0.1:34126[0](queued=0,recved=1,sent=0)\n"
      " /127.0.0.1:49750[1](queued=0,recved=3,sent=3,sid=0x20000d701e60000,lop=PING,"
      "est=1795950120970,to=4000,lcxid=0x1,lzxid=0x100000003,lresp=14096167,llat=1,minlat=0,"
      "avglat=13,maxlat=33)\n"
      " /[0:0:0:0:0:0:0:1]:49760[1](queued=0,recved=3,sent=3,sid=0xff00000000000001,lop=NA,to=9)\n"
      "\n";
constexpr std::string_view kLeader = "SessionTracker dump:\n"
                                     "Session Sets (3)/(2):\n"
                                     "0 expire at Sun Nov 29 11:02:05 UTC 2026:\n"
                                     "1 expire at Sun Nov 29 11:02:06 UTC 2026:\n"
                                     "\t0x20000d701e60000\n"
                                     "1 expire at Sun Nov 29 11:02:09 UTC 2026:\n"
                                     "\t0x10000d701e50000\n"
                                     "ephemeral nodes dump:\n"
                                     "Sessions with Ephemerals (2):\n"
                                     "0x10000d701e50000:\n"
                                     "\t/h\n"
                                     "\t/0x30000d701e50000:\n"
                                     "0x40000d701e50000:\n"
                                     "\t/gone\n"
                                     "1 expire at Sun Nov 29 11:02:05 UTC 2026:\n"
                                     "\tip: /127.0.0.1:51550 sessionId: 0x20000d701e60000\n"
                                     "1 expire at Sun Nov 29 11:02:15 UTC 2026:\n"
                                     "\tip: /127.0.0.1:51568 sessionId: 0x0\n";
constexpr std::string_view kFollower = "SessionTracker dump:\n"
                                       "Global Sessions(2):\n"
                                       "0x10000d3c99f0000\t4000ms\n"
                                       "0x20000d3c99e0000\t12000ms\n"
                                       "ephemeral nodes dump:\n"
                                       "Sessions with Ephemerals (0):\n";
/// Of AdminServer (3.8), asked by HTTP/1.0.
constexpr std::string_view kAdminHead
    = "HTTP/1.1 200 OK\r\nDate: Sun, 29 Nov 2026 18:32:27 GMT\r\nContent-Type: "
      "application/json\r\nContent-Length: 571\r\nServer: Jetty(9.4.57.v20241219)\r\n\r\n";
constexpr std::string_view kAdminConnections = R"({
  "connections" : [ {
    "remote_socket_address" : "127.0.0.1:46410",
    "interest_ops" : 1,
    "outstanding_requests" : 0,
    "packets_received" : 3,
    "packets_sent" : 3,
    "session_id" : 72058441523068928,
    "last_operation" : "CREA",
    "established" : 1795977147247,
    "session_timeout" : 10000,
    "last_cxid" : 2,
    "last_zxid" : 6,
    "last_response_time" : 12935174,
    "last_latency" : 6,
    "min_latency" : 0,
    "avg_latency" : 3,
    "max_latency" : 6
  }, {
    "remote_socket_address" : "web-3:46412",
    "session_id" : -1,
    "session_timeout" : 4000
  } ],
  "secure_connections" : [ {
    "remote_socket_address" : "[0:0:0:0:0:0:0:1]:46414",
    "session_id" : 5,
    "session_timeout" : -4
  } ],
  "command" : "connections",
  "error" : null
})";
constexpr std::string_view kAdminDump = R"({
  "expiry_time_to_session_ids" : {
    "12942000" : [ 72058440779038720 ],
    "12945500" : [ 72058441523068928 ]
  },
  "session_id_to_ephemeral_paths" : {
    "72058440779038720" : [ "/locks/a/x__lock__0000000000" ],
    "7" : [ "/locks/a/x__lock__0000000001" ]
  },
  "command" : "dump",
  "error" : null
})";
constexpr std::int64_t kHere = 0x10000d701e50000;
constexpr std::int64_t kGone = 0x40000d701e50000;

template <class Report> Report reportOf(std::string_view text, std::size_t slice = SIZE_MAX)
{
    Report report;
    for (; !text.empty(); text.remove_prefix(std::min(slice, text.size())))
        report.feed(text.substr(0, slice));
    return report;
}

WallTime utc(int hour, int minute, int second)
{
    return std::chrono::sys_days(std::chrono::year(2026) / 11 / 29) + std::chrono::hours(hour)
        + std::chrono::minutes(minute) + std::chrono::seconds(second);
}

std::string leaderIn(const char* zone)
{
    return QByteArray(kLeader.data(), static_cast<qsizetype>(kLeader.size()))
        .replace("UTC", zone)
        .toStdString();
}

} // namespace

/// What servers say of sessions.
class SessionReportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void connectionsAreThoseOfSessions()
    {
        for (const std::size_t slice : {SIZE_MAX, std::size_t{1}, std::size_t{7}}) {
            const auto report = reportOf<ConsReport>(kCons, slice);
            QVERIFY(report.isComplete());
            QVERIFY(!report.isRefused());
            QCOMPARE(report.connections().size(), std::size_t{2});
            const auto& v4 = report.connections().at(0x20000d701e60000);
            QCOMPARE(v4.address, std::string("127.0.0.1:49750"));
            QCOMPARE(v4.timeout, 4000ms);
            const auto& v6 = report.connections().at(static_cast<std::int64_t>(0xff00000000000001));
            QCOMPARE(hostOfAddress(v6.address), std::string("0:0:0:0:0:0:0:1"));
        }
    }

    void anAnswerThatEndsEarlyIsNotComplete()
    {
        for (std::size_t size = 0; size < kCons.size(); ++size)
            QVERIFY(!reportOf<ConsReport>(kCons.substr(0, size)).isComplete());
        const std::size_t sessionsEnd = kLeader.find("ephemeral nodes dump:\n");
        for (std::size_t size = 0; size < kLeader.size(); ++size) {
            const auto report = reportOf<DumpReport>(kLeader.substr(0, size));
            QCOMPARE(report.areSessionsComplete(),
                size >= sessionsEnd + std::string_view("ephemeral nodes dump:\n").size());
        }
    }

    void theLeaderListsSessionsAndWhoHasNodes()
    {
        for (const std::size_t slice : {SIZE_MAX, std::size_t{1}, std::size_t{7}}) {
            const auto report = reportOf<DumpReport>(kLeader, slice);
            QVERIFY(report.isOfLeader() && report.areSessionsComplete());
            QVERIFY(report.hasSession(kHere) && !report.hasSession(kGone));
            QVERIFY(report.hasNodesOf(kHere) && report.hasNodesOf(kGone));
            QVERIFY(!report.hasNodesOf(0x30000d701e50000)); // the name of a node
            QCOMPARE(report.addressOf(0x20000d701e60000), std::string("127.0.0.1:51550"));
            QVERIFY(report.addressOf(kHere).empty());
        }
    }

    void aSessionThatIsBeingClosedMakesTheListIncomplete()
    {
        std::string text(kLeader);
        text.replace(text.find("(3)/(2)"), 7, "(3)/(3)");
        QVERIFY(!reportOf<DumpReport>(text).areSessionsComplete());
    }

    void aFollowerTellsTimeouts()
    {
        const auto report = reportOf<DumpReport>(kFollower);
        QVERIFY(!report.isOfLeader() && !report.areSessionsComplete());
        QCOMPARE(report.timeoutOf(0x20000d3c99e0000), std::optional(12'000ms));
        QVERIFY(!report.timeoutOf(kHere));
        QVERIFY(!report.expiryOf(0x20000d3c99e0000, utc(11, 2, 4)));
    }

    void localSessionsHoldNothing()
    {
        const auto leader
            = reportOf<DumpReport>("SessionTracker dump:\nLocal Session Sets (1)/(1):\n"
                                   "1 expire at Sun Nov 29 11:02:06 UTC 2026:\n\t0x5\n"
                                   "Global Session Sets (0)/(0):\n"
                                   "ephemeral nodes dump:\n");
        QVERIFY(leader.areSessionsComplete() && !leader.hasSession(5));
        QVERIFY(!reportOf<DumpReport>("Local Session Sets (0)/(0):\nephemeral nodes dump:\n")
                     .isOfLeader());
    }

    void theTimeOfTheEndDoesNotDependOnTheServersZone_data()
    {
        const auto row = columns<QByteArray, int>();
        row("UTC", "UTC", 0);
        row("GMT", "GMT", 0);
        row("China", "CST", 480);
        row("New York", "EST", -300);
        row("Nepal", "NPT", 345);
        row("by number", "GMT+05:30", 330);
    }
    void theTimeOfTheEndDoesNotDependOnTheServersZone()
    {
        // offset: in minutes, of the clock there
        const auto [zone, offset] = fetch<QByteArray, int>();
        const auto report = reportOf<DumpReport>(leaderIn(zone.constData()));
        const WallTime now = utc(11, 2, 1) - std::chrono::minutes(offset);
        QVERIFY(report.expiryOf(kHere, now) == utc(11, 2, 9) - std::chrono::minutes(offset));
        // The clock here may be wrong by minutes.
        QVERIFY(report.expiryOf(kHere, now + 5min) == utc(11, 2, 9) - std::chrono::minutes(offset));
        QVERIFY(!report.expiryOf(kGone, now));
    }

    void anImpossibleDateIsNone()
    {
        for (const char* const date :
            {"Sun Nov 31 11:02:09 UTC 2026", "Sun Now 29 11:02:09 UTC 2026",
                "Sun Nov 29 11:02:9 UTC 2026", "", "x", "Sun Nov 29 11:02:09 UTC 99999"}) {
            const auto report
                = reportOf<DumpReport>(std::string("Session Sets (1)/(1):\n1 expire at ") + date
                    + ":\n\t0x5\nephemeral nodes dump:\n");
            QVERIFY2(!report.expiryOf(5, utc(11, 2, 1)), date);
        }
    }

    void aRefusalIsRecognised()
    {
        const char* const text = "dump is not executed because it is not in the whitelist.\n";
        QVERIFY(reportOf<DumpReport>(text).isRefused());
        QVERIFY(reportOf<ConsReport>(text).isRefused());
        QVERIFY(!reportOf<ConsReport>(text).isComplete());
    }

    void garbageTellsNothing()
    {
        std::string bytes;
        std::uint32_t state = 7;
        for (int i = 0; i < 300'000; ++i) {
            state = state * 1664525U + 1013904223U;
            bytes.push_back(static_cast<char>(state >> 24U));
        }
        QVERIFY(reportOf<ConsReport>(bytes).connections().empty());
        QVERIFY(!reportOf<DumpReport>(bytes).areSessionsComplete());
        // A line without an end, and sessions without an end.
        QVERIFY(!reportOf<DumpReport>(std::string(5'000'000, 'a')).isOfLeader());
        std::string endless = "Session Sets (1)/(300000):\n";
        for (int i = 1; i <= 300'000; ++i)
            endless.append("\t0x").append(QByteArray::number(i, 16).toStdString()).append("\n");
        endless.append("ephemeral nodes dump:\n");
        const auto report = reportOf<DumpReport>(endless);
        QVERIFY(!report.areSessionsComplete());
        QVERIFY(!report.hasSession(kMostSessions + 1));
    }

    void anAdminServerTellsConnections()
    {
        const auto report
            = ConsReport::ofAdminServer(std::string(kAdminHead).append(kAdminConnections));
        QVERIFY(report.has_value());
        using Connection = ConsReport::Connection;
        const std::map<std::int64_t, Connection> expected{
            {72058441523068928, {"127.0.0.1:46410", 10'000ms}}, {-1, {"web-3:46412", 4000ms}},
            {5, {"[0:0:0:0:0:0:0:1]:46414", 0ms}}};
        QVERIFY(report->connections() == expected);
        QVERIFY(report->isComplete());
        QVERIFY(!DumpReport::ofAdminServer(std::string(kAdminHead).append(kAdminConnections)));
    }

    void anAdminServerTellsSessions()
    {
        const auto report = DumpReport::ofAdminServer(std::string(kAdminHead).append(kAdminDump));
        QVERIFY(report.has_value());
        QVERIFY(report->isOfLeader());
        QVERIFY(report->areSessionsComplete());
        QVERIFY(report->hasSession(72058440779038720));
        QVERIFY(!report->hasSession(7));
        QVERIFY(report->hasNodesOf(7));
        QVERIFY(!report->expiryOf(72058440779038720, utc(12, 0, 0)));
        // A follower knows no times.
        const auto follower = DumpReport::ofAdminServer(
            std::string(kAdminHead)
                .append(R"({"expiry_time_to_session_ids":{},"session_id_to_ephemeral_paths":)"
                        R"({"7":["/a"]},"command":"dump","error":null})"));
        QVERIFY(follower.has_value());
        QVERIFY(!follower->isOfLeader());
        QVERIFY(!follower->areSessionsComplete());
    }

    void theConfigurationSaysHowManyServersThereAre()
    {
        QCOMPARE(serversInConfig("server.1=127.0.0.1:1:2:participant\nserver.2=a:1:2:observer\n"
                                 "version=0"),
            std::size_t{2});
        QCOMPARE(serversInConfig(""), std::size_t{0});
    }
};

LOCKKEEPER_TEST(SessionReportsTest)

} // namespace lockkeeper::tests::session_reports_test

#include "session_reports_test.moc"
