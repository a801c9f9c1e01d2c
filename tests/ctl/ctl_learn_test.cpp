// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/ctl/talking_clients.h"
#include "tests/support/test_class.h"

#include <functional>

namespace lockkeeper::tests::ctl_learn_test {

namespace {

const QString kJson = u"--json"_s;

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
            auto one = clientOf(m_url);
            auto other = clientOf(m_url);
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
    for (const QJsonValue kind : result.json()["kinds"_L1].toArray()) {
        if (kind["proposed"_L1].toBool())
            names += kind["kind"_L1].toString();
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
        const Lockctl lockctl(m_home->path(), urlsOf(servers));
        const CtlResult result = lockctl.run({u"kinds"_s, u"--learn"_s, u"2s"_s, kJson});
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY(result.errors.contains("MONITOR on 1 master"));
        QCOMPARE(proposedIn(result), (QStringList{u"billing:<n>:run"_s, u"nightly-import"_s}));
        const CtlResult told = lockctl.run({u"kinds"_s, u"--learn"_s, u"1s"_s});
        QVERIFY2(told.output.contains("nightly-import"), told.output);
        QVERIFY2(told.output.contains("tries in vain"), told.output);
        QVERIFY2(told.output.contains("kinds --lock KIND"), told.output);
        // Values are nobody's business.
        QVERIFY(!told.output.contains("123456") && !result.output.contains("123456"));
    }

    void whereNothingIsNewItEndsEarly()
    {
        const RedisServerFixture servers;
        const CtlResult result
            = Lockctl(m_home->path(), urlsOf(servers)).run("kinds --learn 8s --json");
        QVERIFY2(result.exitCode == 0, result.errors);
        const int took = result.json()["took_ms"_L1].toInt();
        QVERIFY2(took >= 4000 && took < 8000, result.output);
    }

    void aProposalBecomesAHintAlthoughNoKeyIsThere()
    {
        const RedisServerFixture servers;
        writeDeployment(m_home->filePath(u"d.toml"_s), servers, "");
        const Lockctl lockctl(m_home->path());
        const QStringList config{u"--config"_s, m_home->filePath(u"d.toml"_s)};
        const CtlResult settled
            = lockctl.run(config + words("kinds --lock billing:<n>:run --json"));
        QVERIFY2(settled.exitCode == 0, settled.errors);
        QCOMPARE(settled.json()["pattern"_L1].toString(), u"billing:*:run"_s);
        clientOf(servers.urls()[0]).call({"SET", "billing:7:run", "w7"}).value();
        const CtlResult listed = lockctl.run(config + words("list --json"));
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
        auto admin = clientOf(servers.urls()[0]);
        admin.call({"ACL", "SETUSER", "deaf", "on", ">pw", "~*", "&*", "+@all", "-monitor"})
            .value();
        QString url = urlsOf(servers).first();
        url.replace(u"unix://"_s, u"unix://deaf:pw@"_s);
        const CtlResult result = Lockctl(m_home->path(), {url}).run("kinds --learn 2s --json");
        QVERIFY2(result.errors.contains("ACL SETUSER deaf +monitor"), result.errors);
        QVERIFY2(result.errors.contains("watched instead"), result.errors);
        QCOMPARE(proposedIn(result), QStringList{u"billing:run"_s});
        const QJsonObject kind = result.json()["kinds"_L1][0].toObject();
        QVERIFY(kind["weak"_L1].toBool());
        QVERIFY(!result.json()["complete"_L1].toBool());
        QCOMPARE(result.exitCode, 0);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

LOCKKEEPER_TEST(CtlLearnTest)

} // namespace lockkeeper::tests::ctl_learn_test

#include "ctl_learn_test.moc"
