// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history_file.h"
#include "core/history/history_place.h"
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/widgets/notice_stack.h"
#include "ui/window/status_bar.h"

#include <QMenu>
#include <fstream>

namespace lockkeeper::tests::recording_mark_test {

using ui::RecordingSettings;
using State = ui::RecordingStatus::State;

/// The button in the status bar that says whether the window records, against real servers.
class RecordingMarkTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_directory->filePath(u"state"_s)));
        m_recording = ui::DeploymentBridge::Recording::Possible;
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "60000"});
        m_file = history::historyFileOf(m_deployment);
        m_name = QString::fromStdString(m_file.filename().string());
    }
    void cleanup() { endAll(); }

    void aWindowRecordsByItself()
    {
        showWindow();
        QTRY_VERIFY_WITH_TIMEOUT(mark().text().startsWith(u"recording, "_s), kPatience);
        QVERIFY(mark().isVisible());
        QVERIFY(std::filesystem::exists(m_file));
    }

    void aReadOnlyDeploymentIsRecorded()
    {
        m_deployment.isReadOnly = true;
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(state(), State::Recording, kPatience);
    }

    void itIsSwitchedOffForADeployment()
    {
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(state(), State::Recording, kPatience);
        action(u"recordThisAction"_s).trigger();
        QCOMPARE(state(), State::Off);
        QCOMPARE(mark().text(), u"not recording"_s);
        QVERIFY(!RecordingSettings::load(*m_settings, m_name).isForThis);
        QVERIFY(RecordingSettings::load(*m_settings, u"other.sqlite"_s).isWanted());
        action(u"recordThisAction"_s).trigger();
        QTRY_COMPARE_WITH_TIMEOUT(state(), State::Recording, kPatience);
    }

    void itIsSwitchedOffForAll()
    {
        showWindow();
        action(u"recordAllAction"_s).trigger();
        QCOMPARE(state(), State::Off);
        QVERIFY(!action(u"recordThisAction"_s).isEnabled());
        QVERIFY(!RecordingSettings::load(*m_settings, u"other.sqlite"_s).isWanted());
    }

    void whatIsSwitchedOffStaysOff()
    {
        RecordingSettings{.isForThis = false}.save(*m_settings, m_name);
        showWindow();
        QCOMPARE(state(), State::Off);
        QVERIFY(!action(u"recordThisAction"_s).isChecked());
        QVERIFY(!std::filesystem::exists(m_file));
    }

    void theMenuTellsWhatItCosts()
    {
        showWindow();
        QTRY_VERIFY_WITH_TIMEOUT(
            action(u"recordingSizeAction"_s).text().contains(u"since "_s), kPatience);
        QVERIFY(action(u"recordingSizeAction"_s).text().contains(u"kept for 30 days"_s));
        QVERIFY(action(u"recordingFileAction"_s).text().endsWith(u".sqlite"_s));
    }

    void anotherRecorderIsNamed()
    {
        const auto right = history::RecordingLock::tryTake(m_file);
        QVERIFY(right && *right);
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(mark().text(), u"recorded by another window"_s, kPatience);
        QCOMPARE(notices().count(), 0);
    }

    void anUnknownRecorderIsNotTakenForAWindow()
    {
        const auto right = history::RecordingLock::tryTake(m_file);
        QVERIFY(right && *right);
        // As older versions, and processes of other containers.
        std::ofstream(m_file.string() + ".lock") << "1 elsewhere-7\n";
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(mark().text(), u"recorded by another program"_s, kPatience);
    }

    void aDamagedFileIsToldInALine()
    {
        std::filesystem::create_directories(m_file.parent_path());
        for (const auto& path : {m_file.parent_path(), m_file.parent_path().parent_path()})
            std::filesystem::permissions(path, std::filesystem::perms(0700));
        std::ofstream(m_file) << "SQLite format 3 no longer";
        std::filesystem::permissions(m_file, std::filesystem::perms(0600));
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(notices().count(), 1, kPatience);
        QVERIFY(notices().texts().value(0).contains(u"damaged"_s));
    }

    void troubleIsSaidOnTheMark()
    {
        std::filesystem::create_directories(m_file.parent_path().parent_path());
        std::ofstream(m_file.parent_path()) << "in the way";
        showWindow();
        QTRY_COMPARE_WITH_TIMEOUT(mark().text(), u"recording fails"_s, kPatience);
        QVERIFY(mark().toolTip().contains(u"Not recorded: "_s));
    }

    void aWindowThatMayNotRecordHasNoMark()
    {
        m_recording = ui::DeploymentBridge::Recording::Never;
        showWindow();
        QVERIFY(!mark().isVisible());
        QVERIFY(!std::filesystem::exists(m_file));
    }

private:
    [[nodiscard]] ui::RecordingMark& mark() const
    {
        return child<ui::RecordingMark>(*m_window, u"recordingButton"_s);
    }
    [[nodiscard]] ui::NoticeStack& notices() const
    {
        return *m_window->findChild<ui::NoticeStack*>();
    }
    [[nodiscard]] QAction& action(const QString& name) const
    {
        return child<QAction>(*m_window, name);
    }
    [[nodiscard]] State state() const { return m_session->recorder()->status().state; }

    std::filesystem::path m_file;
    QString m_name;
};

LOCKKEEPER_TEST(RecordingMarkTest)

} // namespace lockkeeper::tests::recording_mark_test

#include "recording_mark_test.moc"
