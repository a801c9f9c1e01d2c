// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/widgets/notice_stack.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTimeEdit>

namespace lockkeeper::tests::alert_dialog_test {

using ui::AlertKind;
using ui::AlertSettings;

/// The settings of the alerts, and the lines in which they are shown.
class AlertDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quietHoursMayIncludeMidnight()
    {
        const AlertSettings night{.hasQuietHours = true, .quietFrom = {22, 0}, .quietTo = {7, 0}};
        QVERIFY(night.isQuietAt({23, 0}));
        QVERIFY(night.isQuietAt({6, 59}));
        QVERIFY(!night.isQuietAt({7, 0}));
        QVERIFY(!night.isQuietAt({21, 59}));
    }

    void quietHoursOfADay()
    {
        const AlertSettings day{.hasQuietHours = true, .quietFrom = {9, 0}, .quietTo = {17, 0}};
        QVERIFY(day.isQuietAt({9, 0}));
        QVERIFY(!day.isQuietAt({17, 0}));
        QVERIFY(!AlertSettings{}.isQuietAt({23, 0}));
    }

    void whatIsAskedForOfALockIsAlwaysWanted()
    {
        const AlertSettings none{
            .isStaleWanted = false, .isSplitWanted = false, .isMasterWanted = false};
        QVERIFY(none.wants(AlertKind::Freed));
        QVERIFY(!none.wants(AlertKind::Stale));
        QVERIFY(!none.wants(AlertKind::QuorumLost));
    }

    void settingsSurviveARestart()
    {
        const QTemporaryDir directory;
        QSettings settings(directory.filePath(u"settings.ini"_s), QSettings::IniFormat);
        QVERIFY(AlertSettings::load(settings).isStaleWanted);
        AlertSettings{.isStaleWanted = false, .hasQuietHours = true, .quietFrom = {20, 30}}.save(
            settings);
        const AlertSettings kept = AlertSettings::load(settings);
        QVERIFY(!kept.isStaleWanted && kept.isDeadlockWanted);
        QVERIFY(kept.hasQuietHours);
        QCOMPARE(kept.quietFrom, QTime(20, 30));
    }

    void theDialogIsFilledInByKeys()
    {
        ui::AlertDialog dialog({});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto& from = child<QTimeEdit>(dialog, u"fromTimeEdit"_s);
        QVERIFY(!from.isEnabled());
        for (const QString& name : {u"quietCheckBox"_s, u"staleCheckBox"_s}) {
            auto& box = child<QCheckBox>(dialog, name);
            box.setFocus();
            QTest::keyClick(&box, Qt::Key_Space);
        }
        QVERIFY(from.isEnabled());
        QVERIFY(dialog.settings().hasQuietHours);
        QVERIFY(!dialog.settings().isStaleWanted);
        QSignalSpy accepted(&dialog, &QDialog::accepted);
        child<QPushButton>(dialog, u"saveButton"_s).setFocus();
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Space);
        QCOMPARE(accepted.size(), 1);
    }

    void theLatestLinesAreShownFirst()
    {
        QWidget window;
        auto& stack = *new ui::NoticeStack(window);
        for (const char* text : {"1", "2", "3", "4"})
            stack.add({.text = QString::fromLatin1(text)});
        QCOMPARE(stack.texts(), QStringList({u"4"_s, u"3"_s, u"2"_s, u"1"_s}));
        stack.show();
        QCOMPARE(child<QLabel>(stack, u"noticeOrderLabel"_s).text(),
            u"Most urgent first, then newest: 1 to 3 of 4"_s);
    }

    void dismissingALineShowsAnEarlierOne()
    {
        QWidget window;
        auto& stack = *new ui::NoticeStack(window);
        for (const char* text : {"1", "2", "3", "4"})
            stack.add({.text = QString::fromLatin1(text)}, u"Show"_s);
        stack.show();
        QSignalSpy dismissed(&stack, &ui::NoticeStack::dismissed);
        click(child<QPushButton>(stack, u"dismissButton"_s));
        QCOMPARE(dismissed.size(), 1);
        QCOMPARE(stack.count(), 3);
        QCOMPARE(child<QLabel>(stack, u"noticeOrderLabel"_s).text(),
            u"Most urgent first, then newest"_s);
    }

    void aDismissedLineDoesNotComeBack()
    {
        QWidget window;
        auto& stack = *new ui::NoticeStack(window);
        const int id = stack.add({.text = u"1"_s});
        stack.show();
        click(child<QPushButton>(stack, u"dismissButton"_s));
        stack.change(id, {.text = u"2"_s});
        QCOMPARE(stack.count(), 0);
        QVERIFY(!stack.isVisible());
    }
};

LOCKKEEPER_TEST(AlertDialogTest)

} // namespace lockkeeper::tests::alert_dialog_test

#include "alert_dialog_test.moc"
