// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/private_directory.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/bridge/report_maker.h"
#include "ui/dialogs/report_dialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>

namespace lockkeeper::report_dialog_test {

using namespace lockkeeper::tests;
using namespace Qt::StringLiterals;

namespace {

/// The dialog over an empty journal, and a table with what a test puts into it.
struct Desk {
    PrivateDirectory directory;
    SystemClock clock;
    ui::LockStore locks{clock};
    ui::ReportMaker maker{config::deploymentFromUrls("prod", {"redis://10.0.0.1"}).value(),
        directory.path() / "journal.jsonl", locks, clock};
    std::unique_ptr<ui::ReportDialog> dialog;

    void open(const std::optional<Resource>& resource)
    {
        dialog = std::make_unique<ui::ReportDialog>(maker, resource, clock);
        dialog->show();
    }
    [[nodiscard]] QString preview() const
    {
        return child<QPlainTextEdit>(*dialog, u"reportText"_s).toPlainText();
    }
    [[nodiscard]] QPushButton& copy() const
    {
        return child<QPushButton>(*dialog, u"copyReportButton"_s);
    }
};

} // namespace

class ReportDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheReportOfTheSelectedLock();
    void withoutALockItIsAboutTheLastHour();
    void nothingIsSavedBeforeThereIsAReport();
    void anotherSpanMakesAnotherReport();
    void theCopyIsTheWholeReport();
    void theFileIsNamedAfterLockAndTime();
};

void ReportDialogTest::showsTheReportOfTheSelectedLock()
{
    Desk desk;
    desk.open(Resource("cron:bill"));
    QTRY_VERIFY(desk.preview().startsWith(u"# Incident report: `cron:bill`"_s));
    QVERIFY(desk.preview().contains(u"Free: no master stores it"_s));
    QVERIFY(desk.dialog->json().startsWith('{'));
}

void ReportDialogTest::withoutALockItIsAboutTheLastHour()
{
    Desk desk;
    desk.open(std::nullopt);
    QTRY_VERIFY(desk.preview().contains(u"**Covers:** from "_s));
    QVERIFY(desk.preview().contains(u"Nothing was done"_s));
}

void ReportDialogTest::nothingIsSavedBeforeThereIsAReport()
{
    Desk desk;
    desk.open(Resource("cron:bill"));
    QVERIFY(!desk.copy().isEnabled());
    QVERIFY(!child<QPushButton>(*desk.dialog, u"saveReportButton"_s).isEnabled());
    QTRY_VERIFY(desk.copy().isEnabled());
}

void ReportDialogTest::anotherSpanMakesAnotherReport()
{
    Desk desk;
    desk.open(Resource("cron:bill"));
    QTRY_VERIFY(desk.copy().isEnabled());
    QVERIFY(!desk.preview().contains(u"**Covers:**"_s));
    child<QComboBox>(*desk.dialog, u"spanComboBox"_s).setCurrentIndex(1);
    QVERIFY(!desk.copy().isEnabled());
    QTRY_VERIFY(desk.preview().contains(u"**Covers:** from "_s));
}

void ReportDialogTest::theCopyIsTheWholeReport()
{
    Desk desk;
    desk.open(Resource("cron:bill"));
    QTRY_VERIFY(desk.copy().isEnabled());
    click(desk.copy());
    QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), desk.dialog->markdown());
}

void ReportDialogTest::theFileIsNamedAfterLockAndTime()
{
    Desk desk;
    desk.open(Resource("cron:bill/../\n7"));
    const QRegularExpression ofLock(u"^incident-cron-bill-\\.\\.-7-\\d{8}-\\d{4}\\.md$"_s);
    QVERIFY2(ofLock.match(desk.dialog->suggestedName()).hasMatch(),
        qPrintable(desk.dialog->suggestedName()));
    child<QComboBox>(*desk.dialog, u"aboutComboBox"_s).setCurrentIndex(1);
    const QRegularExpression ofAll(u"^incident-\\d{8}-\\d{4}\\.md$"_s);
    QVERIFY2(ofAll.match(desk.dialog->suggestedName()).hasMatch(),
        qPrintable(desk.dialog->suggestedName()));
}

LOCKKEEPER_TEST(ReportDialogTest)

} // namespace lockkeeper::report_dialog_test

#include "report_dialog_test.moc"
