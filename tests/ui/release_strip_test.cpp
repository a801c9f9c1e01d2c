// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/widgets/notice_stack.h"
#include "ui/window/main_window.h"

#include <QTemporaryDir>

using namespace lockkeeper;
using namespace lockkeeper::tests;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatience = 15'000;
constexpr char kToken[] = "1fe610003e8c11f09abc0242ac110002"; // as redis-py writes it
constexpr char kNextToken[] = "81aa78003e9411f09abc0242ac110003";

} // namespace

/// What follows a release in the window, against real servers.
class ReleaseStripTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<RedisServerFixture>(RedisServerOptions{.count = 3});
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_prompter.questions.clear();
        m_prompter.answer = false;
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        m_session = std::make_unique<ui::Session>(
            ui::Session::Options{.deployment = m_servers->deployment(),
                .owner = lock::Owner::thisProcess("test"),
                .journalFile = m_directory->filePath(u"state/journal.jsonl"_s).toStdString()},
            m_clock, m_processes);
        m_window = std::make_unique<ui::MainWindow>(
            m_session.get(), ui::MainWindow::Context{*m_settings, m_prompter, *m_theming, {}});
        m_window->show();
        QTRY_COMPARE_WITH_TIMEOUT(m_session->masters().upCount(), 3, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(m_session->locks().rowOf(Resource("cron:bill")) >= 0, kPatience);
    }
    void cleanup()
    {
        m_window.reset();
        m_session.reset();
        m_settings.reset();
        m_servers.reset();
    }

    void theLineFollowsTheLock()
    {
        QVERIFY(m_session->releases().start(plan(), u"drill"_s));
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"nobody has it yet"_s), kPatience);
        m_servers->commandAll({"SET", "cron:bill", kNextToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u" after "_s), kPatience);
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"finished"_s), kPatience);
    }

    void aSilentMasterIsFinishedWhileTheWindowIsThere()
    {
        const auto planned = plan();
        m_servers->suspend(2);
        QVERIFY(m_session->releases().start(planned, u"drill"_s, true));
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"waits for"_s), kPatience);
        QCOMPARE(m_session->releases().finishingCount(), std::size_t(1));
        m_servers->resume(2);
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"3 of 3 masters"_s), kPatience);
        QVERIFY(m_window->close());
        QVERIFY(m_prompter.questions.isEmpty());
    }

    void closingWhileAMasterIsSilentAsks()
    {
        const auto planned = plan();
        m_servers->suspend(2);
        QVERIFY(m_session->releases().start(planned, u"drill"_s, true));
        QTRY_COMPARE_WITH_TIMEOUT(
            m_session->releases().finishingCount(), std::size_t(1), kPatience);
        QVERIFY(!m_window->close());
        QCOMPARE(m_prompter.questions.size(), 1);
        QVERIFY(m_prompter.questions[0].contains(u"do not answer"_s));
        m_servers->resume(2);
    }

private:
    [[nodiscard]] release::Plan plan()
    {
        const ui::LockTableModel& locks = m_session->locks();
        const auto& entry = locks.entryAt(locks.rowOf(Resource("cron:bill")));
        return *release::planRelease(
            m_session->deployment(), *entry, Fingerprint::ofString(kToken));
    }
    [[nodiscard]] QString line()
    {
        return child<ui::NoticeStack>(*m_window, u"noticeStack"_s).texts().value(0);
    }

    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    SystemClock m_clock;
    observe::LocalProcessProbe m_processes;
    FakePrompter m_prompter;
    std::unique_ptr<ui::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;
};

LOCKKEEPER_TEST(ReleaseStripTest)
#include "release_strip_test.moc"
