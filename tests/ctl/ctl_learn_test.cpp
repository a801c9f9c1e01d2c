// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/ctl/talking_clients.h"
#include "tests/support/test_class.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <functional>

namespace lockkeeper::ctl_learn_test {

using tests::CtlResult;
using tests::Lockctl;
using tests::RedisServerFixture;

namespace {

const QString kJson = QStringLiteral("--json");

/// Clients that do what programs do with Redis, again and again, until this object goes.
class Programs {
public:
    using Round = std::function<void(
        sandbox::BlockingClient& one, sandbox::BlockingClient& other, const std::string& number)>;

    explicit Programs(const RedisServerFixture& servers)
        : m_url(servers.tcpUrls()[0])
    { }
    ~Programs()
    {
        m_isOver = true;
        for (std::thread& thread : m_threads)
            thread.join();
    }
    Programs(const Programs&) = delete;
    Programs& operator=(const Programs&) = delete;

    void add(Round round)
    {
        m_threads.emplace_back([this, round = std::move(round)] {
            auto one = tests::clientOf(m_url);
            auto other = tests::clientOf(m_url);
            for (int i = 0; !m_isOver; ++i) {
                round(one, other, std::to_string(i % 40));
                std::this_thread::sleep_for(
                    std::chrono::milliseconds(2)); // a server is spared that is too busy
            }
        });
    }

private:
    std::string m_url;
    std::atomic<bool> m_isOver{false};
    std::vector<std::thread> m_threads;
};

constexpr const char* kCompareAndDelete
    = "if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) end return 0";

/// Five ways to lock, and five that look alike.
void start(Programs& programs)
{
    using Client = sandbox::BlockingClient;
    const auto send
        = [](Client& client, const redis::Command& command) { (void)client.call(command).value(); };
    programs.add([send](Client& one, Client& other, const std::string& n) {
        const std::string name = "billing:" + n + ":run";
        send(one, {"SET", name, "w" + n, "NX", "PX", "30000"});
        send(other, {"SET", name, "x" + n, "NX", "PX", "30000"});
        send(one, {"EVAL", kCompareAndDelete, "1", name, "w" + n});
    });
    programs.add([send](Client& one, Client& other, const std::string&) {
        send(one, {"SETNX", "nightly-import", "1"});
        send(one, {"EXPIRE", "nightly-import", "60"});
        send(other, {"SETNX", "nightly-import", "1"});
        send(one, {"DEL", "nightly-import"});
    });
    programs.add([send](Client& one, Client& other, const std::string& n) {
        const std::string name = "page:" + n;
        send(one, {"SET", name, "html", "NX", "EX", "300"});
        for (int i = 0; i < 8; ++i)
            send(other, {"GET", name});
        send(one, {"DEL", name});
    });
    programs.add([send](Client& one, Client& other, const std::string& n) {
        send(one, {"SET", "seen:" + n, "1", "NX", "EX", "600"});
        send(other, {"SET", "seen:" + n, "1", "NX", "EX", "600"});
    });
    programs.add([send](Client& one, Client& other, const std::string& n) {
        send(one, {"SET", "otp:" + n, "123456", "NX", "EX", "300"});
        send(other, {"GET", "otp:" + n});
        send(other, {"DEL", "otp:" + n});
    });
    programs.add([send](Client& one, Client& other, const std::string& n) {
        send(one, {"SET", "request:" + n, "working", "NX", "EX", "60"});
        send(other, {"SET", "request:" + n, "done", "EX", "60"});
        send(one, {"DEL", "request:" + n});
    });
}

QStringList proposedIn(const CtlResult& result)
{
    QStringList names;
    for (const QJsonValue kind : result.json()[QLatin1String("kinds")].toArray()) {
        if (kind[QLatin1String("proposed")].toBool())
            names += kind[QLatin1String("kind")].toString();
    }
    names.sort();
    return names;
}

} // namespace

/// Locks that say so by no name and no value: by how they are used.
class CtlLearnTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void proposesWhatIsUsedAsALock()
    {
        const RedisServerFixture servers({.hasTcp = true});
        Programs programs(servers);
        start(programs);
        const Lockctl lockctl(m_home->path(), tests::urlsOf(servers));
        const CtlResult result = lockctl.run(
            {QStringLiteral("kinds"), QStringLiteral("--learn"), QStringLiteral("2s"), kJson});
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY(result.errors.contains("MONITOR on 1 master"));
        QCOMPARE(proposedIn(result),
            (QStringList{QStringLiteral("billing:<n>:run"), QStringLiteral("nightly-import")}));
        const CtlResult told = lockctl.run(
            {QStringLiteral("kinds"), QStringLiteral("--learn"), QStringLiteral("1s")});
        QVERIFY2(told.output.contains("nightly-import"), told.output);
        QVERIFY2(told.output.contains("tries in vain"), told.output);
        QVERIFY2(told.output.contains("kinds --lock KIND"), told.output);
        // Values are nobody's business.
        QVERIFY(!told.output.contains("123456") && !result.output.contains("123456"));
    }

    void whereNothingIsNewItEndsEarly()
    {
        const RedisServerFixture servers;
        const CtlResult result = Lockctl(m_home->path(), tests::urlsOf(servers))
                                     .run({QStringLiteral("kinds"), QStringLiteral("--learn"),
                                         QStringLiteral("8s"), kJson});
        QVERIFY2(result.exitCode == 0, result.errors);
        const int took = result.json()[QLatin1String("took_ms")].toInt();
        QVERIFY2(took >= 4000 && took < 8000, result.output);
    }

    void aProposalBecomesAHintAlthoughNoKeyIsThere()
    {
        const RedisServerFixture servers;
        tests::writeDeployment(m_home->filePath(QStringLiteral("d.toml")), servers, "");
        const Lockctl lockctl(m_home->path());
        const QStringList config{
            QStringLiteral("--config"), m_home->filePath(QStringLiteral("d.toml"))};
        const CtlResult settled = lockctl.run(config
            + QStringList{QStringLiteral("kinds"), QStringLiteral("--lock"),
                QStringLiteral("billing:<n>:run"), kJson});
        QVERIFY2(settled.exitCode == 0, settled.errors);
        QCOMPARE(
            settled.json()[QLatin1String("pattern")].toString(), QStringLiteral("billing:*:run"));
        tests::clientOf(servers.urls()[0]).call({"SET", "billing:7:run", "w7"}).value();
        const CtlResult listed = lockctl.run(config + QStringList{QStringLiteral("list"), kJson});
        QVERIFY2(listed.output.contains("billing:7:run"), listed.output);
    }

    void watchesWhatIsStoredWhereItMayNotListen()
    {
        const RedisServerFixture servers({.hasTcp = true});
        Programs programs(servers);
        const auto hold = [] { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
        programs.add([hold](auto& one, auto&, const std::string& n) {
            const redis::Command take{"SET", "billing:run", "w" + n, "NX", "PX", "30000"};
            const redis::Command free{"DEL", "billing:run"};
            for (const redis::Command& command : {take, free}) {
                (void)one.call(command).value();
                hold();
            }
        });
        programs.add([hold](auto& one, auto&, const std::string& n) {
            (void)one.call({"SET", "page:home", "html" + n, "PX", "30000"}).value();
            hold();
        });
        auto admin = tests::clientOf(servers.urls()[0]);
        admin.call({"ACL", "SETUSER", "deaf", "on", ">pw", "~*", "&*", "+@all", "-monitor"})
            .value();
        QString url = tests::urlsOf(servers).first();
        url.replace(QStringLiteral("unix://"), QStringLiteral("unix://deaf:pw@"));
        const CtlResult result = Lockctl(m_home->path(), {url})
                                     .run({QStringLiteral("kinds"), QStringLiteral("--learn"),
                                         QStringLiteral("2s"), kJson});
        QVERIFY2(result.errors.contains("ACL SETUSER deaf +monitor"), result.errors);
        QVERIFY2(result.errors.contains("watched instead"), result.errors);
        QCOMPARE(proposedIn(result), QStringList{QStringLiteral("billing:run")});
        const QJsonObject kind = result.json()[QLatin1String("kinds")][0].toObject();
        QVERIFY(kind[QLatin1String("weak")].toBool());
        QVERIFY(!result.json()[QLatin1String("complete")].toBool());
        QCOMPARE(result.exitCode, 0);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlLearnTest)

} // namespace lockkeeper::ctl_learn_test

#include "ctl_learn_test.moc"
