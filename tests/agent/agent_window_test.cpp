// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_client.h"
#include "app/gui/agent_source.h"
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "ui/bridge/session.h"

#include <csignal>

namespace lockkeeper::tests::agent_window_test {

using ui::LockStore;
using ui::LockTable;
using ui::MasterTableModel;
using ui::Session;

namespace {

constexpr std::size_t kMasters = 3;
constexpr int kPatience = 30'000;
const QString kAgentToken = u"0123456789abcdef-and-more"_s;
const std::string kSecret = std::string(20, 'c') + std::string(20, '0');
const std::string kValue = "lk1:elsewhere:812:api:1750000000000:" + kSecret;
const std::string kOther = "lk1:elsewhere:33:api:1750000000000:" + std::string(40, 'b');
const observe::LocalProcessProbe kProcesses;

/// What a window shows, but for times, which two watchers read at different moments.
QStringList shownBy(Session& session)
{
    QStringList lines;
    const LockStore& locks = session.locks();
    for (int slot = 0; slot < locks.rows().slotEnd(); ++slot) {
        const ui::LockRow& row = locks.rows()[slot];
        if (!locks.rows().isThere(slot) || row.isGone())
            continue;
        QString line = QString::fromStdString(row.entry->resource.value());
        for (const int column : {LockTable::Evidence, LockTable::Holder, LockTable::Library,
                 LockTable::Votes, LockTable::Evidence})
            line += u'|' + locks.cells().cell(row, column, Qt::AccessibleTextRole).toString();
        for (const observe::Vote& vote : row.entry->votes)
            line += u'|' + QString::number(static_cast<int>(vote.state))
                + QString::fromStdString(vote.token ? vote.token->hex() : std::string())
                + QLatin1String(
                    vote.state == observe::VoteState::Held && !vote.ttl ? " stays" : "");
        lines << line;
    }
    lines.sort();
    MasterTableModel& masters = session.masters();
    for (int row = 0; row < masters.rowCount(); ++row) {
        QString line;
        for (const int column : {MasterTableModel::Id, MasterTableModel::Url,
                 MasterTableModel::State, MasterTableModel::ServerRole, MasterTableModel::Sweep})
            line += masters.index(row, column).data().toString() + u'|';
        lines << line;
    }
    return lines;
}

/// True if the two show each lock to end at the same time, as far as two readings can tell.
bool hasSameEnds(Session& a, Session& b)
{
    const ui::LockRows& rows = a.locks().rows();
    for (int slot = 0; slot < rows.slotEnd(); ++slot) {
        if (!rows.isThere(slot) || rows[slot].isGone())
            continue;
        const observe::LockEntry& entry = *rows[slot].entry;
        const ui::LockRow* const other = b.locks().find(entry.resource);
        if (other == nullptr)
            return false;
        for (std::size_t i = 0; i < entry.votes.size(); ++i) {
            const auto end = entry.votes.heldUntil(i);
            const auto otherEnd = other->entry->votes.heldUntil(i);
            if (end.has_value() != otherEnd.has_value()
                || (end && std::max(*end, *otherEnd) - std::min(*end, *otherEnd) > 1s))
                return false;
        }
    }
    return true;
}

/// A `lockctl serve` on a port that stays its own.
class Agent {
public:
    explicit Agent(const RedisServerFixture& servers)
        : m_lockctl(m_home.path(), urlsOf(servers))
        , m_port(freePort())
    {
        m_lockctl.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, kAgentToken);
        start();
    }
    ~Agent() { end(); }
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;

    void start()
    {
        m_process = m_lockctl.start(
            {u"serve"_s, u"--json"_s, u"--listen"_s, u"127.0.0.1:%1"_s.arg(m_port)});
        QVERIFY(portOf(*m_process) == m_port);
    }
    void signal(int number) const { ::kill(static_cast<pid_t>(m_process->processId()), number); }
    void end()
    {
        signal(SIGCONT);
        signal(SIGTERM);
        static_cast<void>(waitForExit(*m_process));
    }
    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }

private:
    QTemporaryDir m_home;
    Lockctl m_lockctl;
    std::uint16_t m_port;
    std::unique_ptr<QProcess> m_process;
};

/// A window's session on the masters, and one on an agent of the same masters.
struct Pair {
    Pair()
        : servers({.count = kMasters})
        , agent(servers)
    {
        qputenv(agent::kAgentTokenVariable, kAgentToken.toLatin1());
        const auto address = agent::AgentAddress::read(agent.url());
        Result<agent::Hello> hello = agent::greet(*address, clock);
        if (!hello)
            qFatal("%s", hello.error().text.c_str());
        near = std::make_unique<Session>(
            Session::Options{.deployment = servers.deployment()}, clock, kProcesses);
        far = std::make_unique<Session>(
            Session::Options{.deployment = agent::deploymentOf(*hello, agent.url()),
                .agent = gui::viaAgent(*address, *hello, clock)},
            clock, kProcesses);
        near->start();
        far->start();
    }

    /// Waits until both show the same, and `isWanted` of the one on the masters. Adds to `lags` how
    /// long after its last change the agent's showed the same, in ms.
    bool waitForBoth(
        const std::function<bool(const QStringList&)>& isWanted, std::vector<qint64>& lags)
    {
        QElapsedTimer timer;
        if (!QTest::qWaitFor([&] { return isWanted(shownBy(*near)); }, kPatience))
            return false;
        timer.start();
        QStringList wanted = shownBy(*near);
        const bool areSame = QTest::qWaitFor(
            [&] {
                if (const QStringList now = shownBy(*near); now != wanted) {
                    wanted = now;
                    timer.start();
                }
                return wanted == shownBy(*far) && hasSameEnds(*near, *far);
            },
            kPatience);
        lags.push_back(timer.elapsed());
        if (!areSame)
            qWarning().noquote() << "masters:\n"
                                 << shownBy(*near).join(u'\n') << "\nagent:\n"
                                 << shownBy(*far).join(u'\n');
        return areSame;
    }
    bool waitForText(const QString& text, bool isThere = true)
    {
        return waitForBoth(
            [&](const QStringList& shown) { return shown.join(u'\n').contains(text) == isThere; },
            lockLags);
    }
    bool waitForMasters(int up)
    {
        return waitForBoth(
            [&](const QStringList&) { return near->masters().upCount() == up; }, masterLags);
    }

    const SystemClock clock;
    RedisServerFixture servers;
    Agent agent;
    std::unique_ptr<Session> near;
    std::unique_ptr<Session> far;
    std::vector<qint64> lockLags;
    std::vector<qint64> masterLags;
};

void tellLags(const char* what, std::vector<qint64>& lags)
{
    std::ranges::sort(lags);
    const std::size_t count = lags.size();
    qInfo("%zu changes of %s: the agent's window is behind by %lld ms (p50), %lld ms (p99)", count,
        what, lags[count / 2], lags[count * 99 / 100]);
}

bool isAnyMasterUp(Session& session)
{
    return session.masters().upCount() > 0;
}

} // namespace

class AgentWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatAWindowOnTheMastersShows()
    {
        Pair pair;
        RedisServerFixture& servers = pair.servers;
        servers.commandAll({"SET", "orders:1", kValue, "PX", "600000"});
        QVERIFY(pair.waitForText(u"orders:1"_s));
        servers.commandAll({"PEXPIRE", "orders:1", "900000"});
        QVERIFY(pair.waitForText(u"orders:1"_s));
        servers.command(0, {"SET", "orders:1", kOther, "PX", "600000"});
        QVERIFY(pair.waitForText(QString::fromStdString(Fingerprint::ofString(kOther).hex())));
        servers.command(1, {"SET", "lock:left", kValue});
        QVERIFY(pair.waitForText(u"lock:left"_s));
        servers.commandAll({"DEL", "orders:1"});
        QVERIFY(pair.waitForText(u"orders:1"_s, false));
        servers.commandAll({"SET", "lock:short", kValue, "PX", "1500"});
        QVERIFY(pair.waitForText(u"lock:short"_s));
        QVERIFY(pair.waitForText(u"lock:short"_s, false));
        servers.commandAll({"HSET", "hash:lock", "7b1a9f6e-2f5f-4c93-9d0e-2f1f3f6a1b2c:17", "1"});
        QVERIFY(pair.waitForText(u"hash:lock"_s));
        servers.kill(2);
        QVERIFY(pair.waitForMasters(2));
        servers.restart(2);
        QVERIFY(pair.waitForMasters(3));
        servers.suspend(0);
        QVERIFY(pair.waitForMasters(2));
        servers.resume(0);
        QVERIFY(pair.waitForMasters(3));
        for (int i = 0; i < 60; ++i) {
            const std::string name = "lock:lag:" + std::to_string(i);
            servers.commandAll({"SET", name, kValue, "PX", "600000"});
            QVERIFY(pair.waitForText(QString::fromStdString(name)));
        }
        // Two watchers notice a master's failure at different moments, with or without an agent.
        tellLags("locks", pair.lockLags);
        tellLags("masters", pair.masterLags);
    }

    void isReadOnly()
    {
        Pair pair;
        QVERIFY(!pair.far->changePermission().isAllowed());
        pair.far->changePermission().allowFor(1h);
        QVERIFY(!pair.far->changePermission().isAllowed());
        QVERIFY(!pair.far->changePermission().refusal().isEmpty());
        QVERIFY(pair.far->recorder() == nullptr);
    }

    void aStoppedAgentIsNoPresent()
    {
        Pair pair;
        pair.servers.commandAll({"SET", "orders:1", kValue, "PX", "600000"});
        QVERIFY(pair.waitForText(u"orders:1"_s));
        pair.agent.signal(SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(!isAnyMasterUp(*pair.far), kPatience);
        const ui::LockRow& row = *pair.far->locks().find(Resource("orders:1"));
        QTRY_VERIFY(row.entry->countVotes().verdict == observe::Verdict::Unknown);
        QVERIFY(pair.far->agentLoss());
        QCOMPARE(pair.far->masters().index(0, MasterTableModel::State).data().toString(),
            u"not known"_s);
        pair.servers.commandAll({"DEL", "orders:1"});
        pair.agent.signal(SIGCONT);
        QVERIFY(pair.waitForText(u"orders:1"_s, false));
        QTRY_VERIFY_WITH_TIMEOUT(isAnyMasterUp(*pair.far), kPatience);
        QVERIFY(!pair.far->agentLoss());
    }

    void anAgentThatIsStartedAnewIsFoundAgain()
    {
        Pair pair;
        pair.servers.commandAll({"SET", "orders:1", kValue, "PX", "600000"});
        QVERIFY(pair.waitForText(u"orders:1"_s));
        pair.agent.end();
        QTRY_VERIFY_WITH_TIMEOUT(!isAnyMasterUp(*pair.far), kPatience);
        pair.servers.commandAll({"DEL", "orders:1"});
        pair.servers.commandAll({"SET", "orders:2", kValue, "PX", "600000"});
        pair.agent.start();
        QVERIFY(pair.waitForText(u"orders:2"_s));
        QVERIFY(pair.waitForText(u"orders:1"_s, false));
    }

    void theWindowEndsWhileTheAgentIsStopped()
    {
        Pair pair;
        pair.agent.signal(SIGSTOP);
        pair.far.reset(); // blocks for a moment only
    }

    void noTokenIsSent()
    {
        Pair pair;
        pair.servers.commandAll({"SET", "orders:1", kValue, "PX", "600000"});
        QVERIFY(pair.waitForText(u"orders:1"_s));
        agent::AgentStream stream(*agent::AgentAddress::read(pair.agent.url()));
        std::string sent;
        static_cast<void>(stream.read({}, [&](std::string_view bytes) {
            sent += bytes;
            return sent.find("orders:1") == std::string::npos;
        }));
        QVERIFY(sent.find("orders:1") != std::string::npos);
        QVERIFY(sent.find(kSecret) == std::string::npos);
    }
};

LOCKKEEPER_TEST(AgentWindowTest)

} // namespace lockkeeper::tests::agent_window_test

#include "agent_window_test.moc"
