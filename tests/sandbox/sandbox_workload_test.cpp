// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"
#include "app/sandbox/workload/actor.h"
#include "app/sandbox/workload/foreign_tokens.h"
#include "app/sandbox/workload/raw_masters.h"
#include "core/lock/token.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <set>
#include <unistd.h>

namespace lockkeeper::tests::sandbox_workload_test {

namespace {

constexpr int kForEver = -1;
constexpr const char* kUuid
    = "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

/// The pid of the actor with this name; nullopt while it does not run.
std::optional<pid_t> findActorProcess(const std::string& name)
{
    for (const pid_t pid : descendantsOf(::getpid())) {
        const auto arguments = argumentsOf(pid);
        if (arguments.size() > 3 && arguments[2] == "actor" && arguments[3] == name)
            return pid;
    }
    return std::nullopt;
}

} // namespace

class SandboxWorkloadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto started = sandbox::Sandbox::start();
        QVERIFY2(started, started ? "" : started.error().text.c_str());
        m_sandbox = std::move(*started);
        m_masters.emplace(m_sandbox->deployment());
    }

    void cleanupTestCase() { m_sandbox.reset(); }

    void stringLockIsAsItsLibraryWritesIt_data()
    {
        const auto row = columns<QByteArray, int, QString, int>();

        const QString lk1
            = QStringLiteral("lk1:[^:]+:\\d+:%1:\\d{13}:p[0-9a-f]{16}-\\d+:[0-9a-f]{40}");
        QTest::newRow("killed holder")
            << QByteArray("cron:bill") << 5 << lk1.arg(QLatin1String("cron")) << 600'000;
        QTest::newRow("killed in acquire")
            << QByteArray("import:customers") << 2 << lk1.arg(QLatin1String("importer")) << 600'000;
        row("killed before EXPIRE", "report:nightly:lock", 5, "1", kForEver);
        row("own expiry", "backup:lock", 5, "\\d{10}", kForEver);
        QTest::newRow("redis-py") << QByteArray("feeds:refresh") << 5
                                  << QStringLiteral("[0-9a-f]{12}1[0-9a-f]{3}[89ab][0-9a-f]{15}")
                                  << 600'000;
        QTest::newRow("node-redlock")
            << QByteArray("img:thumbnails") << 5 << QStringLiteral("[0-9a-f]{32}") << 30'000;
    }

    void stringLockIsAsItsLibraryWritesIt()
    {
        const auto [resource, masters, pattern, maxTtl] = fetch<QByteArray, int, QString, int>();

        std::set<std::string> values;
        for (std::size_t i = 0; i < static_cast<std::size_t>(masters); ++i) {
            const auto value = m_masters->call(i, {"GET", resource.toStdString()});
            QVERIFY(value && value->isString());
            values.insert(value->text);
            const auto ttl = m_masters->call(i, {"PTTL", resource.toStdString()});
            QVERIFY(ttl.has_value());
            if (maxTtl == kForEver)
                QCOMPARE(ttl->integer, -1);
            else
                QVERIFY(ttl->integer > 0 && ttl->integer <= maxTtl);
        }
        QCOMPARE(m_masters->countHolding(resource.toStdString()), std::size_t(masters));
        QCOMPARE(values.size(), std::size_t(1));
        const QRegularExpression expression(QRegularExpression::anchoredPattern(pattern));
        QVERIFY(expression.match(QString::fromStdString(*values.begin())).hasMatch());
    }

    void timestampLockHasExpiredByItsOwnValue()
    {
        const auto value = m_masters->call(0, {"GET", "backup:lock"});
        const auto now = sinceEpoch(SystemClock().wallNow());
        QVERIFY(std::chrono::seconds(std::stoll(value->text)) < now);
    }

    void killedHoldersProcessIsGone()
    {
        const auto value = m_masters->call(0, {"GET", "cron:bill"});
        const auto parts = lock::parseToken(value->text);
        QVERIFY(parts.has_value());
        QTRY_VERIFY(!isAlive(static_cast<pid_t>(parts->owner.pid)));
    }

    void redissonLockIsAHashOfOneHolder()
    {
        for (std::size_t i = 0; i < m_masters->size(); ++i) {
            const auto fields = m_masters->call(i, {"HGETALL", "payments:settle"});
            QVERIFY(fields && fields->elements.size() == 2);
            const QRegularExpression owner(
                QRegularExpression::anchoredPattern(QLatin1String(kUuid) + QLatin1String(":\\d+")));
            QVERIFY(owner.match(QString::fromStdString(fields->elements[0].text)).hasMatch());
            QCOMPARE(fields->elements[1].text, std::string("1"));
            const auto ttl = m_masters->call(i, {"PTTL", "payments:settle"});
            QVERIFY(ttl->integer > 0 && ttl->integer <= 30'000);
        }
    }

    void healthyHolderHoldsItsResource_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        row("orders", "orders:42", "api");
        row("invoices", "invoices:monthly", "billing");
        row("images", "img:resize:7", "worker-2");
    }

    void healthyHolderHoldsItsResource()
    {
        const auto [resource, app] = fetch<QByteArray, QByteArray>();
        std::optional<lock::TokenParts> parts;
        QTRY_VERIFY_WITH_TIMEOUT(
            (parts = lock::parseToken(tokenOf(resource.toStdString()).value_or(""))), 20'000);
        QCOMPARE(parts->owner.app, app.toStdString());
    }

    void contendersTakeTurns()
    {
        std::set<std::string> holders;
        const auto look = [&] {
            const auto token = tokenOf("deploy:production");
            if (const auto parts = lock::parseToken(token.value_or("")))
                holders.insert(parts->owner.app);
            return holders.size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(look() >= 2, 60'000);
    }

    void actorThatWasKilledIsStartedAgain()
    {
        const auto before = findActorProcess("api");
        QVERIFY(before.has_value());
        ::kill(*before, SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(findActorProcess("api").value_or(*before) != *before, 20'000);
    }

    void lockThatWasReleasedIsTakenBackByItsLiveHolder()
    {
        m_masters->callAll({"DEL", "payments:settle"});
        QTRY_VERIFY_WITH_TIMEOUT(
            m_masters->countHolding("payments:settle") == m_masters->size(), 30'000);
    }

    void uuid1CarriesTheTimeItWasMadeAt()
    {
        // 2026-01-02T03:04:05.678Z, in 100 ns ticks since 1582-10-15.
        const WallTime time{std::chrono::milliseconds(1'767'323'045'678)};
        const std::string id = sandbox::uuid1Hex(time);
        const std::uint64_t ticks
            = std::stoull(id.substr(13, 3) + id.substr(8, 4) + id.substr(0, 8), nullptr, 16);
        QCOMPARE(ticks, std::uint64_t(1'767'323'045'678) * 10'000 + 122'192'928'000'000'000);
        QVERIFY(std::stoi(id.substr(20, 2), nullptr, 16) & 1); // multicast: no real network card
    }

    void everyActorHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (const sandbox::Actor& actor : sandbox::demoWorkload()) {
            names.insert(actor.name);
            QCOMPARE(sandbox::findActor(actor.name), &actor);
        }
        QCOMPARE(names.size(), sandbox::demoWorkload().size());
    }

private:
    std::optional<std::string> tokenOf(const std::string& resource)
    {
        const auto reply = m_masters->call(0, {"GET", resource});
        if (!reply || !reply->isString())
            return std::nullopt;
        return reply->text;
    }

    std::optional<sandbox::Sandbox> m_sandbox;
    std::optional<sandbox::RawMasters> m_masters;
};

LOCKKEEPER_TEST(SandboxWorkloadTest)

} // namespace lockkeeper::tests::sandbox_workload_test

#include "sandbox_workload_test.moc"
