// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"

#include "app/sandbox/workload/blocking_client.h"
#include "tests/support/processes.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace lockkeeper::tests::sandbox_test {

namespace {

constexpr const char* kOwner = "sandbox_owner";
constexpr std::size_t kMasters = 5;

std::filesystem::path directoryOf(const sandbox::Sandbox& sandbox)
{
    const auto url = redis::Url::parse(sandbox.unixUrls().front());
    return std::filesystem::path(url->path).parent_path();
}

bool areGone(const std::vector<pid_t>& pids)
{
    return std::ranges::none_of(pids, isAlive);
}

/// Starts a sandbox, prints where it is, and waits for its violent end.
int ownASandbox()
{
    const auto sandbox = sandbox::Sandbox::start();
    if (!sandbox)
        return EXIT_FAILURE;
    std::printf("%s\n", directoryOf(*sandbox).c_str());
    std::fflush(stdout);
    for (;;)
        ::pause();
}

/// Puts an environment variable back when it goes.
class VariableGuard {
public:
    VariableGuard(const char* name, const QByteArray& value)
        : m_name(name)
        , m_before(qgetenv(name))
    {
        qputenv(m_name, value);
    }
    ~VariableGuard() { qputenv(m_name, m_before); }
    Q_DISABLE_COPY_MOVE(VariableGuard)

private:
    const char* m_name;
    QByteArray m_before;
};

} // namespace

class SandboxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyMasterAnswersOnItsPortAndItsSocket()
    {
        const auto sandbox = sandbox::Sandbox::start({.hasWorkload = false});
        QVERIFY2(sandbox, sandbox ? "" : sandbox.error().text.c_str());
        QCOMPARE(sandbox->deployment().name, std::string("sandbox"));
        QVERIFY(sandbox->deployment().isSandbox);
        QCOMPARE(sandbox->deployment().masters.size(), kMasters);
        const auto sockets = sandbox->unixUrls();
        QCOMPARE(sockets.size(), kMasters);
        for (std::size_t i = 0; i < kMasters; ++i) {
            const redis::Url& tcp = sandbox->deployment().masters[i].url;
            QVERIFY(tcp.port != 6379);
            const auto port = runIdAt(tcp);
            QVERIFY(!port.empty());
            QCOMPARE(runIdAt(*redis::Url::parse(sockets[i])), port);
        }
    }

    void directoryIsPrivate()
    {
        const auto sandbox = sandbox::Sandbox::start({.masters = 1, .hasWorkload = false});
        QVERIFY(sandbox);
        QCOMPARE(std::filesystem::status(directoryOf(*sandbox)).permissions(),
            std::filesystem::perms::owner_all);
    }

    void destructionEndsEveryProcessAndRemovesTheDirectory()
    {
        std::vector<pid_t> pids;
        std::filesystem::path directory;
        {
            const auto sandbox = sandbox::Sandbox::start();
            QVERIFY2(sandbox, sandbox ? "" : sandbox.error().text.c_str());
            pids = descendantsOf(::getpid());
            directory = directoryOf(*sandbox);
            QVERIFY(pids.size() > 1 + kMasters); // supervisor, masters, actors
            QVERIFY(std::filesystem::exists(directory));
        }
        QVERIFY(areGone(pids));
        QVERIFY(!std::filesystem::exists(directory));
    }

    void killingTheProgramEndsEveryProcessAndRemovesTheDirectory()
    {
        QProcess owner;
        owner.start(QCoreApplication::applicationFilePath(), {QLatin1String(kOwner)});
        QTRY_VERIFY_WITH_TIMEOUT(owner.canReadLine(), 20'000);
        const std::filesystem::path directory = owner.readLine().trimmed().toStdString();
        const auto program = static_cast<pid_t>(owner.processId());
        const auto pids = descendantsOf(program);
        QVERIFY(pids.size() > 1 + kMasters);
        QVERIFY(std::filesystem::exists(directory));

        ::kill(program, SIGKILL);
        QVERIFY(owner.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(areGone(pids), 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(!std::filesystem::exists(directory), 10'000);
    }

    void killingTheSupervisorEndsEveryProcessAndDestructionRemovesTheDirectory()
    {
        auto sandbox = sandbox::Sandbox::start();
        QVERIFY(sandbox);
        const auto pids = descendantsOf(::getpid());
        const auto directory = directoryOf(*sandbox);
        ::kill(pids.front(), SIGKILL); // our only child is the supervisor
        QTRY_VERIFY_WITH_TIMEOUT(areGone(pids), 10'000);
        {
            const auto gone = std::move(*sandbox);
        }
        QVERIFY(!std::filesystem::exists(directory));
    }

    void supervisorStandsApartFromTheTerminalsProcessGroup()
    {
        const auto sandbox = sandbox::Sandbox::start({.masters = 1, .hasWorkload = false});
        QVERIFY(sandbox);
        for (const pid_t pid : descendantsOf(::getpid()))
            QVERIFY(::getsid(pid) != ::getsid(0));
    }

    void missingRedisServerIsNamedWithItsCure()
    {
        const VariableGuard path("PATH", "/nonexistent");
        const auto sandbox = sandbox::Sandbox::start();
        QVERIFY(!sandbox);
        QCOMPARE(sandbox.error().kind, ErrorClass::System);
        QCOMPARE(sandbox.error().text,
            std::string("redis-server is not installed: on Debian, 'sudo apt install "
                        "redis-tools'"));
    }

    void aSandboxHas1To15Masters()
    {
        for (const std::size_t masters : {std::size_t(0), std::size_t(16)}) {
            const auto sandbox = sandbox::Sandbox::start({.masters = masters});
            QVERIFY(!sandbox);
            QCOMPARE(sandbox.error().kind, ErrorClass::InvalidArgument);
        }
    }

    void aTerminatedSupervisorEndsEveryProcessAndRemovesTheDirectory()
    {
        const auto sandbox = sandbox::Sandbox::start({.masters = 1, .hasWorkload = false});
        QVERIFY(sandbox);
        const auto pids = descendantsOf(::getpid());
        const auto directory = directoryOf(*sandbox);
        ::kill(pids.front(), SIGTERM);
        QTRY_VERIFY_WITH_TIMEOUT(!std::filesystem::exists(directory), 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(areGone({pids.begin() + 1, pids.end()}), 10'000);
    }

    void aTemporaryDirectoryThatCanNotServeIsReplacedByTmp()
    {
        // With room for no socket's name.
        const QTemporaryDir directory;
        const std::string deep = directory.path().toStdString() + "/" + std::string(60, 'd');
        std::filesystem::create_directory(deep);
        for (const std::string& path : {std::string("/nonexistent"), deep}) {
            const VariableGuard variable("TMPDIR", QByteArray::fromStdString(path));
            const auto sandbox = sandbox::Sandbox::start({.masters = 1, .hasWorkload = false});
            QVERIFY2(sandbox, sandbox ? "" : sandbox.error().text.c_str());
            QCOMPARE(directoryOf(*sandbox).parent_path(), std::filesystem::path("/tmp"));
        }
    }

    void saysThatItGetsNoDirectory()
    {
        const VariableGuard variable("TMPDIR", "/proc");
        const auto sandbox = sandbox::Sandbox::start({.masters = 1, .hasWorkload = false});
        QVERIFY(!sandbox);
        QVERIFY2(sandbox.error().text.starts_with(
                     "can't make a directory like /proc/lockkeeper-sandbox-"),
            sandbox.error().text.c_str());
    }

    void strayPartArgumentsAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such part") << QStringList{QStringLiteral("nonsense")};
        QTest::newRow("no such actor")
            << QStringList{QStringLiteral("actor"), QStringLiteral("nobody")};
        QTest::newRow("an actor without a name") << QStringList{QStringLiteral("actor")};
        QTest::newRow("an actor's URL") << QStringList{
            QStringLiteral("actor"), QStringLiteral("cron"), QStringLiteral("nonsense")};
        QTest::newRow("a supervisor that a user starts") << QStringList{
            QStringLiteral("supervisor"), QStringLiteral("1"), QStringLiteral("bare")};
    }
    void strayPartArgumentsAreRefused()
    {
        QFETCH(QStringList, arguments);
        QProcess stray;
        stray.start(QCoreApplication::applicationFilePath(),
            QStringList{QStringLiteral("--lockkeeper-sandbox-part")} + arguments);
        QVERIFY(stray.waitForFinished());
        QCOMPARE(stray.exitCode(), 64);
    }

private:
    static std::string runIdAt(const redis::Url& url)
    {
        auto client = sandbox::BlockingClient::connect(url, 2s);
        if (!client)
            return {};
        const auto info = client->call({"INFO", "server"});
        const std::size_t begin = info ? info->text.find("run_id:") : std::string::npos;
        return begin == std::string::npos ? std::string() : info->text.substr(begin, 47);
    }
};

/// Not a test: the program plays the owner when it is started under that name.
class SandboxOwner final : public QObject {
public:
    SandboxOwner() { std::exit(ownASandbox()); }
};

LOCKKEEPER_TEST(SandboxTest)
LOCKKEEPER_TEST_AS(kOwner, SandboxOwner)

} // namespace lockkeeper::tests::sandbox_test

#include "sandbox_test.moc"
