// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/link/login.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::redis;
using namespace std::chrono_literals;

namespace {

const SteadyTime kNow(100h);

Reply info(const QByteArray& runId, const QByteArray& uptime)
{
    return Reply::string(
        ("run_id:" + runId + "\r\nuptime_in_seconds:" + uptime + "\r\n").toStdString());
}

} // namespace

class ServerInfoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A client that was away must not hold a restart of then for one of now: with that of another
    /// master, it would seem that too many have forgotten.
    void aServerHasForgottenWhenItStarted_data()
    {
        QTest::addColumn<QByteArray>("lastRunId");
        QTest::addColumn<QByteArray>("uptime");
        QTest::addColumn<bool>("isResolved");
        QTest::addColumn<std::optional<std::chrono::seconds>>("ago");
        const auto row = [](const char* name, const char* lastRunId, const char* uptime,
                             std::optional<std::chrono::seconds> ago, bool isResolved = false) {
            QTest::newRow(name) << QByteArray(lastRunId) << QByteArray(uptime) << isResolved << ago;
        };
        row("first login", "", "40", 39s);
        row("the same server", "b", "40", 39s);
        row("restarted while nobody looked", "a", "40", 39s);
        row("restarted just now", "a", "0", 0s);
        row("another one that ran before", "a", "4000", 0s);
        row("another one that started after the last answer", "a", "40", 0s, true);
        row("another one that tells no uptime", "a", "", 0s);
        row("no uptime at the first login", "", "", std::nullopt);
        row("an impossible uptime", "", "9223372036854775807", std::nullopt);
        row("a negative uptime", "", "-5", std::nullopt);
    }

    void aServerHasForgottenWhenItStarted()
    {
        QFETCH(QByteArray, lastRunId);
        QFETCH(QByteArray, uptime);
        QFETCH(bool, isResolved);
        using Ago = std::optional<std::chrono::seconds>;
        QFETCH(Ago, ago);
        LinkStatus status;
        if (isResolved)
            status.address = "redis://10.0.0.2";
        // The last answer came a minute ago.
        readServerInfo(info("b", uptime), {lastRunId.toStdString(), kNow - 1min}, kNow, status);
        QCOMPARE(status.forgotAt.has_value(), ago.has_value());
        if (ago)
            QCOMPARE(status.forgotAt, std::optional(kNow - *ago));
        QCOMPARE(status.restartedAt.has_value(), lastRunId == "a" && !isResolved);
    }

    void whatItForgotLastCounts()
    {
        LinkStatus status;
        status.forgotAt = kNow - 10s; // it was a replica then
        readServerInfo(info("b", "40"), {"b", kNow - 1min}, kNow, status);
        QCOMPARE(status.forgotAt, std::optional(kNow - 10s));
    }
};

LOCKKEEPER_TEST(ServerInfoTest)
#include "server_info_test.moc"
