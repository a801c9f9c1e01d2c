// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_place.h"
#include "core/history/history_reader.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "ui/bridge/deployment_bridge.h"

#include <fstream>
#include <sys/stat.h>

namespace lockkeeper::tests::window_recorder_test {

using namespace lockkeeper::ui;
using State = RecordingStatus::State;

namespace {

/// In milliseconds. A status is read every five seconds.
constexpr int kPatience = 20'000;
const observe::LocalProcessProbe kProcesses;
const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
const std::string kOther = "lk1:web-4:33:batch:1750000001000:" + std::string(40, 'b');

} // namespace

/// The recording of a window, with a real server and a real history.
class WindowRecorderTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->path()));
        m_servers = std::make_unique<RedisServerFixture>();
        m_file = history::historyFileOf(deployment());
    }
    void cleanup() { m_servers.reset(); }

    void nothingIsRecordedUnasked()
    {
        const auto bridge = watch();
        QSignalSpy updates(bridge.get(), &DeploymentBridge::updated);
        QTRY_VERIFY_WITH_TIMEOUT(!updates.isEmpty(), kPatience);
        QVERIFY(bridge->recorder());
        QVERIFY(!bridge->recorder()->isOn());
        QVERIFY(!std::filesystem::exists(m_file));
    }

    void aDeploymentThatMayNotBeRecordedIsNot()
    {
        DeploymentBridge bridge(deployment(), kClock, kProcesses);
        bridge.setRecorded(true);
        QVERIFY(!bridge.recorder());
    }

    void aLockIsRecordedFromItsBeginningToItsEnd()
    {
        const auto bridge = record();
        bool isSwept = false;
        connect(bridge.get(), &DeploymentBridge::updated, this,
            [&](const BoardUpdatePtr& update) { isSwept = isSwept || update->isComplete; });
        QTRY_COMPARE_WITH_TIMEOUT(bridge->recorder()->status().state, State::Recording, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(isSwept, kPatience);
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        m_servers->commandAll({"DEL", "r"});
        QTRY_VERIFY_WITH_TIMEOUT(intervals("r").at(0).end, kPatience);
        QCOMPARE(intervals("r").at(0).end, std::optional(history::End::Released));
        QVERIFY(intervals("r").at(0).isHeldExact);
    }

    void onlyTheOwnerMayReadTheFile()
    {
        const auto bridge = record();
        QTRY_COMPARE_WITH_TIMEOUT(bridge->recorder()->status().state, State::Recording, kPatience);
        struct ::stat info { };
        QCOMPARE(::stat(m_file.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 07777U, 0600U);
    }

    void theStatusTellsTheSizeAndSinceWhen()
    {
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        const auto bridge = record();
        QTRY_VERIFY_WITH_TIMEOUT(bridge->recorder()->status().since, kPatience);
        QCOMPARE(bridge->recorder()->status().since, std::optional(intervals("r").at(0).firstSeen));
        QVERIFY(bridge->recorder()->status().bytes > 0);
    }

    void closingWritesWhatIsStillToBeWritten()
    {
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        {
            const auto bridge = record();
            bool isSwept = false;
            connect(bridge.get(), &DeploymentBridge::updated, this,
                [&](const BoardUpdatePtr& update) { isSwept = isSwept || update->isComplete; });
            QTRY_VERIFY_WITH_TIMEOUT(isSwept, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(
                bridge->recorder()->status().state, State::Recording, kPatience);
        }
        QCOMPARE(intervals("r").size(), std::size_t(1));
    }

    void ofTwoRecordersTheOtherTakesOver()
    {
        auto first = record();
        QTRY_COMPARE_WITH_TIMEOUT(first->recorder()->status().state, State::Recording, kPatience);
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        const auto second = watch();
        QSignalSpy notices(second->recorder(), &HistoryRecorder::noticed);
        second->setRecorded(true);
        QTRY_COMPARE_WITH_TIMEOUT(second->recorder()->status().state, State::StandingBy, kPatience);
        first.reset();
        m_servers->commandAll({"SET", "later", kOther, "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(intervals("later").size(), std::size_t(1), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(second->recorder()->status().state, State::Recording, kPatience);
        // It goes on with what the first has recorded.
        QTRY_VERIFY_WITH_TIMEOUT(!intervals("r").at(0).end, kPatience);
        QCOMPARE(intervals("r").size(), std::size_t(1));
        QVERIFY2(notices.isEmpty(), "standing by is no news");
    }

    void whatIsThereWhenItIsSwitchedOnIsRecorded()
    {
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        const auto bridge = watch();
        QSignalSpy updates(bridge.get(), &DeploymentBridge::updated);
        QTRY_VERIFY_WITH_TIMEOUT(updates.size() > 2, kPatience);
        bridge->setRecorded(true);
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        QVERIFY(!intervals("r").at(0).isStartSeen);
    }

    void afterItIsSwitchedOffNothingIsRecorded()
    {
        const auto bridge = record();
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        bridge->setRecorded(false);
        QCOMPARE(bridge->recorder()->status(), RecordingStatus());
        QSignalSpy updates(bridge.get(), &DeploymentBridge::updated);
        m_servers->commandAll({"SET", "later", kOther, "PX", "60000"});
        const auto isSeen = [&] {
            return std::ranges::any_of(updates, [](const QList<QVariant>& arguments) {
                const auto update = arguments.at(0).value<BoardUpdatePtr>();
                return std::ranges::any_of(update->changed,
                    [](const auto& entry) { return entry->resource == Resource("later"); });
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSeen(), kPatience);
        // Another may record now: it is given the right.
        const auto other = record();
        QTRY_COMPARE_WITH_TIMEOUT(other->recorder()->status().state, State::Recording, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!intervals("later").empty(), kPatience);
        QVERIFY2(!intervals("later").at(0).isStartSeen, "the first did not see it begin");
    }

    void aLockGoesOnWhenTheHintsChange()
    {
        const auto bridge = record();
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        m_servers->commandAll({"SET", "late", kOther, "PX", "60000"});
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(intervals("late").size(), std::size_t(1), kPatience);
        bridge->setFormatHints({{"late", "none"}}, {});
        QTRY_VERIFY_WITH_TIMEOUT(intervals("late").at(0).end, kPatience);
        QCOMPARE(intervals("late").at(0).end, std::optional(history::End::Unknown));
        QTRY_VERIFY_WITH_TIMEOUT(!intervals("r").at(0).end, kPatience);
        QCOMPARE(intervals("r").size(), std::size_t(1));
    }

    void aDamagedFileIsSetAsideAndTold()
    {
        std::filesystem::create_directories(m_file.parent_path());
        std::ofstream(m_file) << "SQLite format 3 no longer";
        std::filesystem::permissions(m_file, std::filesystem::perms(0600));
        const auto bridge = watch();
        QSignalSpy notices(bridge->recorder(), &HistoryRecorder::noticed);
        bridge->setRecorded(true);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, kPatience);
        QVERIFY(notices[0][0].toString().contains(QStringLiteral("damaged")));
        QTRY_COMPARE_WITH_TIMEOUT(bridge->recorder()->status().state, State::Recording, kPatience);
    }

    void afterTheFileIsRemovedWhatIsHeldIsRecordedAnew()
    {
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        const auto bridge = record();
        QTRY_VERIFY_WITH_TIMEOUT(bridge->recorder()->status().since, kPatience);
        const auto since = bridge->recorder()->status().since;
        std::filesystem::remove(m_file);
        // Not only with the next change of the lock.
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(bridge->recorder()->status().since > since, kPatience);
    }

    void aFileThatCantBeOpenedIsTriedAgain()
    {
        const auto parent = m_file.parent_path();
        std::filesystem::create_directories(parent.parent_path());
        std::ofstream(parent) << "in the way";
        m_servers->commandAll({"SET", "r", kToken, "PX", "60000"});
        const auto bridge = record();
        QTRY_COMPARE_WITH_TIMEOUT(bridge->recorder()->status().state, State::Failed, kPatience);
        QVERIFY(bridge->recorder()->status().error);
        std::filesystem::remove(parent);
        QTRY_COMPARE_WITH_TIMEOUT(bridge->recorder()->status().state, State::Recording, kPatience);
        // What was published meanwhile was kept.
        QTRY_COMPARE_WITH_TIMEOUT(intervals("r").size(), std::size_t(1), kPatience);
    }

private:
    [[nodiscard]] config::Deployment deployment() const
    {
        config::Deployment deployment = m_servers->deployment();
        deployment.interval = 100ms;
        return deployment;
    }
    /// A bridge that watches, and does not record yet.
    [[nodiscard]] std::unique_ptr<DeploymentBridge> watch() const
    {
        auto bridge = std::make_unique<DeploymentBridge>(
            deployment(), kClock, kProcesses, DeploymentBridge::Recording::Possible);
        bridge->start();
        return bridge;
    }
    [[nodiscard]] std::unique_ptr<DeploymentBridge> record() const
    {
        auto bridge = std::make_unique<DeploymentBridge>(
            deployment(), kClock, kProcesses, DeploymentBridge::Recording::Possible);
        bridge->setRecorded(true);
        bridge->start();
        return bridge;
    }
    [[nodiscard]] std::vector<history::Interval> intervals(const std::string& resource) const
    {
        const auto reader = history::HistoryReader::open(m_file);
        if (!reader)
            return {};
        return reader->timeline(Resource(resource), {}, 1000)
            .value_or(history::Timeline())
            .intervals;
    }

    std::unique_ptr<QTemporaryDir> m_state;
    std::unique_ptr<RedisServerFixture> m_servers;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(WindowRecorderTest)

} // namespace lockkeeper::tests::window_recorder_test

#include "window_recorder_test.moc"
