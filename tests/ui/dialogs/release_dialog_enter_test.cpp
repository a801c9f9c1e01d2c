// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release/release_dialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <memory>

namespace lockkeeper::tests::release_dialog_enter_test {

/// What Return does in the dialog.
class ReleaseDialogEnterTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noButtonIsTheDefaultUnlessTheHolderIsGone()
    {
        auto dialog = dialogFor(deadHolder());
        QVERIFY(releaseButton(*dialog).isDefault());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isDefault());
        dialog = dialogFor(builder().held("token", 30s).build());
        QVERIFY(!releaseButton(*dialog).isDefault());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isDefault());
    }

    void enterInAFieldGoesToTheButton()
    {
        const auto dialog = dialogFor(deadHolder());
        QSignalSpy requested(dialog.get(), &Dialog::releaseRequested);
        giveReason(*dialog);
        auto& reason = child<QLineEdit>(*dialog, u"reasonLineEdit"_s);
        reason.setFocus();
        QTest::keyClick(&reason, Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QVERIFY(requested.isEmpty());
        QCOMPARE(dialog->focusWidget(), &releaseButton(*dialog));
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
    }

    void enterAloneFreesNothingThatMayLive()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        QSignalSpy requested(dialog.get(), &Dialog::releaseRequested);
        giveReason(*dialog);
        auto& name = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
        type(name, u"cron:bill"_s);
        QVERIFY(child<QPushButton>(*dialog, u"revokeButton"_s).isEnabled());
        name.setFocus();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(requested.size(), 0);
        QVERIFY2(dialog->isVisible(), "what was typed is kept");
        auto& revoke = child<QPushButton>(*dialog, u"revokeButton"_s);
        revoke.setFocus();
        QTest::keyClick(&revoke, Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
    }

    void enterPressesTheButtonWithTheFocus()
    {
        const auto dialog = dialogFor(deadHolder());
        QSignalSpy requested(dialog.get(), &Dialog::releaseRequested);
        giveReason(*dialog);
        releaseButton(*dialog).setFocus();
        QTest::keyClick(&releaseButton(*dialog), Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
    }

    void enterOnCancelKeepsWhatWasTyped()
    {
        const auto dialog = dialogFor(deadHolder());
        giveReason(*dialog);
        auto& cancel = child<QPushButton>(*dialog, u"cancelButton"_s);
        cancel.setFocus();
        QTest::keyClick(&cancel, Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        child<QLineEdit>(*dialog, u"reasonLineEdit"_s).clear();
        QTest::keyClick(&cancel, Qt::Key_Return);
        QVERIFY(!dialog->isVisible());
    }

private:
    using Dialog = ui::ReleaseDialog;

    [[nodiscard]] LockEntryBuilder builder()
    {
        return LockEntryBuilder("cron:bill", m_clock.now());
    }
    [[nodiscard]] observe::LockEntryPtr deadHolder()
    {
        m_processes.state = observe::ProcessState::Gone;
        LockEntryBuilder entry = builder();
        entry.held("token", 30s).lock().holder.pid = 812;
        entry.lock().holder.process = "0123456789abcdef-1";
        return entry.build();
    }
    [[nodiscard]] std::unique_ptr<Dialog> dialogFor(const observe::LockEntryPtr& entry)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        auto plan = release::planRelease(*deployment, *entry, *entry->countVotes().token);
        auto dialog = std::make_unique<Dialog>(
            Dialog::Subject{.plan = std::move(*plan),
                .entry = entry,
                .journalFile = "/var/journal.jsonl",
                .deployment = u"test"_s,
                .revoke = release::planRevoke(*deployment, *entry, *entry->countVotes().token,
                    {.by = "ada", .at = m_clock.wallNow(), .reason = {}})},
            m_clock, m_processes);
        dialog->show();
        return dialog;
    }
    [[nodiscard]] static QPushButton& releaseButton(const Dialog& dialog)
    {
        return child<QPushButton>(dialog, u"releaseButton"_s);
    }
    static void giveReason(const Dialog& dialog)
    {
        type(child<QLineEdit>(dialog, u"reasonLineEdit"_s), u"stuck job"_s);
    }
    ManualClock m_clock;
    test::NoProcesses m_processes;
};

LOCKKEEPER_TEST(ReleaseDialogEnterTest)

} // namespace lockkeeper::tests::release_dialog_enter_test

#include "release_dialog_enter_test.moc"
