// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/journal.h"
#include "core/release/journal_verify.h"
#include "tests/support/manual_clock.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::tests::release_journal_test {

using namespace lockkeeper::release;

namespace {

config::Deployment deployment()
{
    return config::deploymentFromUrls(
        "prod", {"redis://ops:canary-password@10.0.0.1", "unix:///run/redis.sock"})
        .value();
}

Plan planFor(const std::string& resource)
{
    observe::LockEntry entry;
    entry.resource = Resource(resource);
    entry.type = observe::ValueType::String;
    entry.packedLock
        = observe::PackedLock(observe::DecodedLock{.scope = observe::ValueScope::Acquisition,
            .format = "redis-py",
            .holder = {.host = "web-3", .pid = 812, .app = "cron"}});
    const Fingerprint token = Fingerprint::ofString("canary-token");
    entry.votes.push_back({MasterId("a"), observe::VoteState::Held, token});
    entry.votes.push_back({MasterId("b"), observe::VoteState::NoAnswer});
    entry.stale.push_back({.kind = observe::EvidenceKind::NeverExpires});
    Plan plan = planRelease(deployment(), entry, token).value();
    plan.shown = ShownSafety{Safety::Alive, "ALIVE: its process 812 runs on this host"};
    return plan;
}

QList<QByteArray> linesOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QByteArray> lines = file.readAll().split('\n');
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

QJsonObject objectOf(const QByteArray& line)
{
    return QJsonDocument::fromJson(line).object();
}

/// Whether somebody has it locked: tried on a descriptor of its own.
bool isLocked(int descriptor)
{
    const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    const int another = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool isRefused = ::flock(another, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(another);
    return isRefused;
}

/// A file as it was brought to disk.
struct Synced {
    ::off_t size;
    bool isLocked;
};
std::vector<Synced> synced; ///< in order

} // namespace

/// In place of the C library's: notes which files it is called for, directories apart.
extern "C" int fsync(int fd)
{
    struct ::stat info { };
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        synced.push_back({info.st_size, isLocked(fd)});
    return static_cast<int>(::syscall(SYS_fsync, fd));
}

class ReleaseJournalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(m_directory->isValid());
        qputenv("XDG_STATE_HOME", m_directory->filePath(QStringLiteral("state")).toUtf8());
        m_file = defaultJournalFile();
    }

    void createsItsDirectoriesAndItselfForTheOwnerAlone()
    {
        const mode_t before = ::umask(0);
        const auto journal = Journal::open(m_file, m_clock);
        ::umask(before);
        QVERIFY(journal.has_value());
        QCOMPARE(modeOf(m_file), mode_t(0600));
        QCOMPARE(modeOf(m_file.parent_path()), mode_t(0700));
        QCOMPARE(modeOf(m_file.parent_path().parent_path()), mode_t(0700));
    }

    void aVoteHasTheTtlThatIsLeft()
    {
        Plan plan = planFor("orders:42");
        plan.votes.set(
            0, {MasterId("a"), observe::VoteState::Held, plan.token, 30s, m_clock.now()});
        m_clock.advance(21s);
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal.has_value());
        QVERIFY(journal->writeIntent(plan, "reason").has_value());
        const QJsonArray votes = objectOf(linesOf(m_file)[0])[QLatin1String("votes")].toArray();
        QCOMPARE(votes[0][QLatin1String("ttl_ms")].toInteger(), qint64(9000));
    }

    void aHolderIsToldByWhatIsKnownOfIt()
    {
        const auto told = [this](const observe::Holder& holder) {
            Plan plan = planFor("orders:42");
            plan.holder = holder;
            auto journal = Journal::open(m_file, m_clock);
            (void)journal->writeIntent(plan, "reason");
            return objectOf(linesOf(m_file).last())[QLatin1String("holder")].toString();
        };
        QCOMPARE(told({.host = "web-3"}), QStringLiteral("web-3"));
        QCOMPARE(told({.pid = 7}), QStringLiteral("pid 7"));
        QCOMPARE(told({.thread = "t"}), QStringLiteral("thread t"));
        QCOMPARE(told({.host = "web-3", .pid = 7, .thread = "t", .app = "api"}),
            QStringLiteral("api@web-3 pid 7, thread t"));
        QCOMPARE(told({.detail = "worker 9"}), QStringLiteral("worker 9"));
        QCOMPARE(told({.app = "api", .detail = "worker 9"}), QStringLiteral("api"));
    }

    void writesTheIntentAndTheResultUnderOneId()
    {
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal.has_value());
        const auto id = journal->writeIntent(planFor("orders:42"), "stuck since Friday");
        QVERIFY(id.has_value());
        Report report;
        report.outcomes = {{MasterId("a"), MasterResult::Released},
            {MasterId("b"), MasterResult::Unreachable,
                Error{ErrorClass::Unreachable, "Connection refused"}}};
        report.isQuorumFreed = false;
        QVERIFY(journal->writeResult(*id, report).has_value());

        const auto lines = linesOf(m_file);
        QCOMPARE(lines.size(), 2);
        const QJsonObject intent = objectOf(lines[0]);
        QCOMPARE(intent[QLatin1String("kind")].toString(), QStringLiteral("intent"));
        QCOMPARE(intent[QLatin1String("action")].toString(), QStringLiteral("release"));
        QCOMPARE(intent[QLatin1String("resource")].toString(), QStringLiteral("orders:42"));
        QVERIFY(!intent.contains(QLatin1String("resource_b64")));
        QCOMPARE(intent[QLatin1String("reason")].toString(), QStringLiteral("stuck since Friday"));
        QCOMPARE(
            intent[QLatin1String("time")].toString(), QStringLiteral("2025-06-15T15:06:40.000Z"));
        QCOMPARE(intent[QLatin1String("token")].toString().toStdString(),
            Fingerprint::ofString("canary-token").shortHex());
        QCOMPARE(intent[QLatin1String("evidence")].toArray().first().toString(),
            QStringLiteral("never-expires"));
        QCOMPARE(intent[QLatin1String("holder")].toString(), QStringLiteral("cron@web-3 pid 812"));
        QCOMPARE(intent[QLatin1String("safety")][QLatin1String("verdict")].toString(),
            QStringLiteral("alive"));
        QCOMPARE(intent[QLatin1String("safety")][QLatin1String("text")].toString(),
            QStringLiteral("ALIVE: its process 812 runs on this host"));
        QCOMPARE(intent[QLatin1String("masters")].toArray().size(), 2);
        const QJsonObject result = objectOf(lines[1]);
        QCOMPARE(result[QLatin1String("kind")].toString(), QStringLiteral("result"));
        QCOMPARE(result[QLatin1String("id")], intent[QLatin1String("id")]);
        const QJsonArray outcomes = result[QLatin1String("outcomes")].toArray();
        QCOMPARE(
            outcomes[0].toObject()[QLatin1String("result")].toString(), QStringLiteral("released"));
        QCOMPARE(outcomes[1].toObject()[QLatin1String("error")].toString(),
            QStringLiteral("Connection refused"));
        QCOMPARE(result[QLatin1String("quorum_freed")].toBool(true), false);
    }

    void holdsNeitherTokensNorPasswords()
    {
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal->writeIntent(planFor("orders:42"), "reason").has_value());
        const QByteArray line = linesOf(m_file).value(0);
        QVERIFY(line.contains("10.0.0.1"));
        QVERIFY(!line.contains("canary-token"));
        QVERIFY(!line.contains("canary-password"));
    }

    void keepsHostileNamesOnOneLineOfAscii()
    {
        const std::string name = "a\nb\x1b[31m\xff{\"kind\":\"result\"}\xe2\x80\xae";
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal->writeIntent(planFor(name), "reason\nwith \xfe lines").has_value());
        const auto lines = linesOf(m_file);
        QCOMPARE(lines.size(), 1);
        for (const char c : lines[0])
            QVERIFY(c >= ' ' && c < '\x7f');
        const QJsonObject intent = objectOf(lines[0]);
        QCOMPARE(QByteArray::fromBase64(intent[QLatin1String("resource_b64")].toString().toLatin1())
                     .toStdString(),
            name);
    }

    void appendsToWhatIsThere()
    {
        for (int i = 0; i < 3; ++i) {
            auto journal = Journal::open(m_file, m_clock);
            QVERIFY(journal->writeIntent(planFor("orders:42"), "reason").has_value());
        }
        QCOMPARE(linesOf(m_file).size(), 3);
    }

    void startsANewLineAfterOneThatWasCutShort()
    {
        QVERIFY(Journal::open(m_file, m_clock).has_value());
        const int descriptor = ::open(m_file.c_str(), O_WRONLY | O_APPEND);
        QCOMPARE(::write(descriptor, "{\"id\":\"to", 9), ::ssize_t(9));
        ::close(descriptor);
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal->writeIntent(planFor("orders:42"), "reason").has_value());
        const auto lines = linesOf(m_file);
        QCOMPARE(lines.size(), 2);
        QVERIFY(!objectOf(lines[1]).isEmpty());
    }

    void keepsTheLinesAndTheChainOfSeveralProcessesWhole()
    {
        constexpr int kProcesses = 4;
        constexpr int kLines = 25;
        std::vector<pid_t> children;
        for (int i = 0; i < kProcesses; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                auto journal = Journal::open(m_file, m_clock);
                bool isWritten = journal.has_value();
                for (int j = 0; isWritten && j < kLines; ++j)
                    isWritten = journal->writeIntent(planFor("orders:42"), "reason").has_value();
                ::_exit(isWritten ? 0 : 1);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = -1;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        const auto lines = linesOf(m_file);
        QCOMPARE(lines.size(), kProcesses * kLines);
        for (const QByteArray& line : lines)
            QVERIFY(!objectOf(line).isEmpty());
        const JournalProof proof = verifyJournal(m_file).value();
        QVERIFY2(
            !proof.chain.broken, proof.chain.broken ? proof.chain.broken->reason.c_str() : nullptr);
        QCOMPARE(proof.chain.entries, static_cast<std::size_t>(kProcesses * kLines));
    }

    void eachLineIsOnDiskBeforeTheCallReturns()
    {
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal.has_value());
        synced.clear();
        const auto id = journal->writeIntent(planFor("orders:42"), "reason");
        QVERIFY(id.has_value());
        QCOMPARE(synced.size(), std::size_t(1));
        QCOMPARE(synced[0].size, static_cast<::off_t>(std::filesystem::file_size(m_file)));
        QVERIFY(journal->writeResult(*id, Report()).has_value());
        QCOMPARE(synced.size(), std::size_t(2));
        QCOMPARE(synced[1].size, static_cast<::off_t>(std::filesystem::file_size(m_file)));
    }

    void othersCanNotLockItWhileALineIsWritten()
    {
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal.has_value());
        synced.clear();
        QVERIFY(journal->writeIntent(planFor("orders:42"), "reason").has_value());
        QCOMPARE(synced.size(), std::size_t(1));
        QVERIFY(synced[0].isLocked);
        const int descriptor = ::open(m_file.c_str(), O_RDONLY | O_CLOEXEC);
        QVERIFY(!isLocked(descriptor));
        ::close(descriptor);
    }

    void refusesASymbolicLink()
    {
        std::filesystem::create_directories(m_file.parent_path());
        std::filesystem::create_symlink("/dev/null", m_file);
        verifyRefused("symbolic link");
    }

    void refusesAFileThatOthersMayWriteTo()
    {
        QVERIFY(Journal::open(m_file, m_clock).has_value());
        QCOMPARE(::chmod(m_file.c_str(), 0620), 0);
        verifyRefused("others may write");
    }

    void refusesADirectoryThatOthersMayWriteTo()
    {
        QVERIFY(Journal::open(m_file, m_clock).has_value());
        QCOMPARE(::chmod(m_file.parent_path().c_str(), 0777), 0);
        verifyRefused("others may write");
    }

    void refusesAFifoWithoutWaitingForAReader()
    {
        std::filesystem::create_directories(m_file.parent_path());
        QCOMPARE(::mkfifo(m_file.c_str(), 0600), 0);
        verifyRefused("not a regular file");
    }

    void saysWhyADirectoryCanNotBeMade()
    {
        qputenv("XDG_STATE_HOME", "/proc");
        m_file = defaultJournalFile();
        verifyRefused("/proc/lockkeeper");
    }

    void makesNoDirectoryForAPlaceThatSomebodyNamed()
    {
        const std::filesystem::path directory = m_file.parent_path().parent_path() / "mistyped";
        m_file = directory / "journal.jsonl";
        verifyRefused("there is no directory ");
        QVERIFY(!std::filesystem::exists(directory.parent_path()));
    }

    void failsWhenTheDiskIsFull()
    {
        auto journal = Journal::open(m_file, m_clock);
        QVERIFY(journal.has_value());
        // A limit on the file's size stands in for the end of the disk.
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit limit{10, 10};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const auto written = journal->writeIntent(planFor("orders:42"), "reason");
            ::_exit(!written && written.error().kind == ErrorClass::Journal ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
    }

    void livesInTheStateDirectory()
    {
        qputenv("XDG_STATE_HOME", "/some/where");
        QCOMPARE(
            defaultJournalFile().string(), std::string("/some/where/lockkeeper/journal.jsonl"));
        qunsetenv("XDG_STATE_HOME");
        qputenv("HOME", "/home/me");
        QCOMPARE(defaultJournalFile().string(),
            std::string("/home/me/.local/state/lockkeeper/journal.jsonl"));
    }

private:
    void verifyRefused(const char* reason)
    {
        const auto journal = Journal::open(m_file, m_clock);
        QVERIFY(!journal.has_value());
        QCOMPARE(journal.error().kind, ErrorClass::Journal);
        QVERIFY2(
            journal.error().text.find(reason) != std::string::npos, journal.error().text.c_str());
    }

    ManualClock m_clock;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(ReleaseJournalTest)

} // namespace lockkeeper::tests::release_journal_test

#include "release_journal_test.moc"
