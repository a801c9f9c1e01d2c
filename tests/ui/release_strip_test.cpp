// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/widgets/notice_stack.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>

namespace lockkeeper::tests::release_strip_test {

/// What follows a release in the window, against real servers.
class ReleaseStripTest : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startServers();
        m_prompter.questions.clear();
        m_prompter.answer = false;
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        showWindow();
    }
    void cleanup() { endAll(); }

    void theLineFollowsTheLock()
    {
        QVERIFY(m_session->releases().start(plan(), u"drill"_s));
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"nobody has it yet"_s), kPatience);
        m_servers->commandAll({"SET", "cron:bill", kOtherToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u" after "_s), kPatience);
        m_servers->commandAll({"DEL", "cron:bill"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"finished"_s), kPatience);
    }

    void theWindowHearsWhoHeldALockBetweenItsRows()
    {
        bool isHeard = false;
        connect(m_session.get(), &ui::Session::updated, this,
            [&isHeard](const ui::BoardUpdatePtr& update) {
                isHeard = isHeard
                    || std::ranges::any_of(update->holds, [](const observe::HoldChange& change) {
                           return change.token == Fingerprint::ofString(kOtherToken);
                       });
            });
        m_servers->commandAll({"SET", "cron:bill", kOtherToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(isHeard, kPatience);
    }

    void theSameValueIsANextHolder()
    {
        QVERIFY(m_session->releases().start(plan(), u"drill"_s));
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"nobody has it yet"_s), kPatience);
        const auto isThere
            = [&] { return m_session->locks().presentEntry(Resource("cron:bill")) != nullptr; };
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), kPatience);
        m_servers->commandAll({"SET", "cron:bill", kToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u" after "_s), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(nextInTheJournal(), kPatience);
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

    void aSilentMasterIsFinishedAfterTheRelease()
    {
        const auto planned = plan();
        m_servers->suspend(2);
        QVERIFY(m_session->releases().start(planned, u"drill"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!line().isEmpty(), kPatience);
        QCOMPARE(m_session->releases().finishingCount(), std::size_t(0));
        auto& button = child<QPushButton>(notices(), u"bannerButton"_s);
        QCOMPARE(button.text(), u"Finish when they answer"_s);
        click(button);
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"waits for"_s), kPatience);
        QVERIFY(!button.isVisible());
        m_servers->resume(2);
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"3 of 3 masters"_s), kPatience);
    }

    void locksThatWereFreedTogetherHaveOneLine()
    {
        m_servers->commandAll({"SET", "cron:mail", kToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(
            m_session->locks().find(Resource("cron:mail")) != nullptr, kPatience);
        m_window->findChild<ui::LockDialogs*>()->releaseAll(
            {Resource("cron:bill"), Resource("cron:mail")});
        auto* dialog = m_window->findChild<ui::BulkDialog*>();
        QVERIFY(dialog);
        dialog->model().setConfirmed(true);
        child<QLineEdit>(*dialog, u"reasonLineEdit"_s).setText(u"drill"_s);
        child<QPushButton>(*dialog, u"freeButton"_s).click();
        QTRY_VERIFY_WITH_TIMEOUT(line().startsWith(u"2 locks revoked: "_s), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(
            child<QPushButton>(*dialog, u"cancelButton"_s).text(), u"Close"_s, kPatience);
        // The journal says what the dialog said, not what a look without a past says.
        QVERIFY(journal().contains("\"safety\""));
        QVERIFY(!journal().contains("one look shows no renewals"));
        dialog->reject();
        QCOMPARE(notices().count(), 1);
        m_servers->commandAll({"SET", "cron:bill", kOtherToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(line().contains(u"1 has its next holder"_s), kPatience);
        QVERIFY(!line().contains(u'\n'));
        click(child<QPushButton>(notices(), u"bannerButton"_s));
        QCOMPARE(line().split(u'\n').size(), 3);
        QVERIFY(line().contains(u"cron:bill: revoked "_s));
        click(child<QPushButton>(notices(), u"bannerButton"_s));
        QVERIFY(!line().contains(u'\n'));
    }

    void silentMastersAreFinishedForSeveralLocksAtOnce()
    {
        m_servers->commandAll({"SET", "cron:mail", kToken, "PX", "600000"});
        QTRY_VERIFY_WITH_TIMEOUT(
            m_session->locks().find(Resource("cron:mail")) != nullptr, kPatience);
        auto& action = child<QAction>(*m_window, u"finishAction"_s);
        QVERIFY(!action.isEnabled());
        for (const char* name : {"cron:bill", "cron:mail"}) {
            const auto entry = m_session->locks().presentEntry(Resource(name));
            const auto planned = *release::planRelease(
                m_session->deployment(), *entry, Fingerprint::ofString(kToken));
            release::Report report{.isQuorumFreed = true};
            for (const release::PlannedMaster& master : planned.masters)
                report.outcomes.push_back(
                    {.master = master.id, .result = release::MasterResult::Released});
            report.outcomes.back().result = release::MasterResult::Unreachable;
            const release::AppliedLock::Deed deed{planned, report};
            m_session->releases().remember(deed, u"drill"_s);
            Q_EMIT m_window->findChild<ui::LockDialogs*>()->stepDone(1, deed);
        }
        const auto isSaid
            = [this](const QString& text) { return notices().texts().contains(text); };
        QVERIFY2(
            isSaid(u"No answer from c for 2 locks"_s), qPrintable(notices().texts().join(u'|')));
        QVERIFY(action.isEnabled());
        QVERIFY(ui::CommandPalette::actionsOf(*m_window).contains(&action));
        action.trigger();
        QVERIFY(!action.isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(u"Finished on c for 2 locks"_s), kPatience);
        for (const char* name : {"cron:bill", "cron:mail"})
            QCOMPARE(m_servers->command(2, {"EXISTS", name}).integer, 0);
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
        const auto entry = m_session->locks().presentEntry(Resource("cron:bill"));
        return *release::planRelease(
            m_session->deployment(), *entry, Fingerprint::ofString(kToken));
    }
    [[nodiscard]] QByteArray journal()
    {
        QFile file(m_directory->filePath(u"journal.jsonl"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] bool nextInTheJournal() { return journal().contains("\"next\""); }
    [[nodiscard]] QString line() { return notices().texts().value(0); }
    [[nodiscard]] ui::NoticeStack& notices()
    {
        return child<ui::NoticeStack>(*m_window, u"noticeStack"_s);
    }
};

LOCKKEEPER_TEST(ReleaseStripTest)

} // namespace lockkeeper::tests::release_strip_test

#include "release_strip_test.moc"
